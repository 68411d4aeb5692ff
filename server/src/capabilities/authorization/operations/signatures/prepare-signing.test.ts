import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyContext } from '../../domain/calling-context.ts';
import { sha256Hex } from '../../engine/sha256-hex.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { activate, of, organization, payment, ruleFields } from '../../testing/signing-steps.suite.ts';
import { prepareSigning } from './prepare-signing.ts';

const owner = '7000000001';
let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp();
  await organization(app, owner, { A: 2 });
  await activate(app, owner, [ruleFields({ 'rule-id': 'all-7', owner, alternatives: [[of('A', 2)]] })]);
});
afterAll(() => app[Symbol.asyncDispose]());

const request = {
  resourceId: 'prepared-1',
  resourceKind: 'payment',
  payload: payment('12.50'),
  context: { ...emptyContext, customerNumber: owner },
} as const;

describe('a prepared resource', () => {
  test('has its owner, hash, rule, and the text that a device must display', async () => {
    const prepared = await prepareSigning(app.context(), request);
    expect(prepared).toMatchObject({ owner, resourceKind: 'payment', existing: undefined });
    expect(prepared.decided?.digest).toMatch(/^sha-256:[0-9a-f]{64}$/);
    expect(prepared.decided?.signatureData).toBe('EUR 12.50 NL91ABNA0417164300');
    expect(prepared.decided?.decision.rule.sources).toEqual([
      { ruleId: 'all-7', version: 1, owner, role: 'governing' },
    ]);
  });

  test('changes nothing', async () => {
    await prepareSigning(app.context(), request);
    const rows = await app.database.query(`select from "authorization".signature_collection`);
    expect(rows).toEqual([]);
  });

  describe('with facts of its capability', () => {
    const eur = (amount: string) => ({
      debtorAccount: { scheme: 'iban', id: 'DE40100100103307118608' } as const,
      creditorAccount: { scheme: 'iban', id: 'NL91ABNA0417164300' } as const,
      instructedAmount: { currency: 'EUR', minor: BigInt(amount) } as const,
    });
    const canonical = '{"service":"payments","anything":"else"}';

    test('takes orders, date and text from them, and only the hash from the payload', async () => {
      const executionDate = Temporal.PlainDate.from('2027-01-04');
      const { decided } = await prepareSigning(app.context(), { ...request, payload: canonical }, 'sign', {
        orders: [eur('1250')],
        executionDate,
        signatureData: 'EUR 12.50 NL91ABNA0417164300 Van den Berg',
      });
      expect(decided).toMatchObject({
        digest: `sha-256:${sha256Hex(canonical)}`,
        signatureData: 'EUR 12.50 NL91ABNA0417164300 Van den Berg',
        executionDate,
      });
      expect(decided?.decision.sentences[0]).toContain('PMT, EUR 12.50, account DE40100100103307118608');
    });

    test('makes the text of the orders if none is given', async () => {
      const { decided } = await prepareSigning(app.context(), { ...request, payload: canonical }, 'sign', {
        orders: [eur('1250')],
      });
      expect(decided?.signatureData).toBe('EUR 12.50 NL91ABNA0417164300');
    });

    test.each([
      ['target-2-payments', 'RMT'],
      ['pain.001-cross-border-credit-transfers', 'RMT'],
      ['sepa-credit-transfers', 'PMT'],
      [undefined, 'PMT'],
    ])('decides by the product %s that the payment is %s', async (product, type) => {
      const facts = product === undefined ? {} : { product };
      const { decided } = await prepareSigning(app.context(), request, 'sign', facts);
      expect(decided?.decision.sentences[0]).toContain(`payment, PAYMENT, ${type}, EUR 12.50`);
    });

    test('takes the accounts of a consent from them', async () => {
      const consent = {
        ...request,
        resourceId: 'consent-1',
        resourceKind: 'consent',
        payload: canonical,
      } as const;
      const { decided } = await prepareSigning(app.context(), consent, 'sign', {
        accounts: [{ scheme: 'iban', id: 'DE40100100103307118608' }],
      });
      expect(decided?.decision.sentences[0]).toContain('account DE40100100103307118608');
      expect(decided?.signatureData).toBe(`sha-256:${sha256Hex(canonical)}`);
    });
  });

  test('needs an owner', async () => {
    const ownerless = { ...request, context: emptyContext };
    await expect(prepareSigning(app.context(), ownerless)).rejects.toMatchObject({ literal: 'invalid' });
  });
});
