import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyContext } from '../../domain/calling-context.ts';
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

  test('needs an owner', async () => {
    const ownerless = { ...request, context: emptyContext };
    await expect(prepareSigning(app.context(), ownerless)).rejects.toMatchObject({ literal: 'invalid' });
  });
});
