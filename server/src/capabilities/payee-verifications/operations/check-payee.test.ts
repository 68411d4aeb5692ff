import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#platform/work/context.ts';
import { limits } from '../domain/policy.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { createPayeeTestApp, type PayeeAccount, type PayeeTestApp } from '../testing/payee-test-app.suite.ts';
import { checkPayee } from './check-payee.ts';
import { cleanUpVerifications } from './clean-up-verifications.ts';
import { findEarlierAnswer } from './find-earlier-answer.ts';

let app: PayeeTestApp;
let anna: PayeeAccount;
beforeAll(async () => {
  app = await createPayeeTestApp();
  anna = await app.account({ 'given-name': 'Anna', surname: 'Schmidt' });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.advance(3_601));

/** The third party of the certificate `_A`. */
const asThirdParty = (): Context & PayeeVerificationsPorts => {
  const context = app.context();
  const caller = {
    kind: 'tpp',
    authorisationNumber: 'PSDNL-DNB-A',
    organizationName: 'A',
    roles: ['PSP_PI'],
    domains: [],
    issuer: 'CN=Test',
    serialNumber: '1',
    fingerprint256: '00',
    validTo: context.clock.now(),
    warnings: [],
    bankId: context.bankId,
  } as const;
  return { ...context, caller };
};
const codeOf = async (name: string, iban = anna.iban): Promise<string> =>
  (await checkPayee(asThirdParty(), { iban, name })).code;

describe('the payee of a payment (checkPayee)', () => {
  test('is compared as in a verification', async () => {
    expect(await checkPayee(asThirdParty(), { iban: anna.iban, name: 'Anna Schmitt' })).toMatchObject({
      code: 'CMTC',
      matchedName: 'Anna Schmidt',
    });
    expect([await codeOf('Schmidt Anna'), await codeOf('Carl Roth')]).toEqual(['MTCH', 'NMTC']);
    expect(await codeOf('Anna Schmidt', app.newIban())).toBe('NOAP');
  });

  test('counts names for an account together with verifications', async () => {
    for (let number = 0; number < 5; number += 1) {
      app.advance(1);
      expect(await app.codeOf(anna.iban, `Xqxq${number} Zzzz`)).toBe('NMTC');
      expect(await codeOf(`Yqyq${number} Zzzz`)).toBe('NMTC');
    }
    app.advance(1);
    expect([await codeOf('Carl Roth'), await app.codeOf(anna.iban, 'Carl Roth')]).toEqual([
      'NOAP',
      '429 SERVICE_BLOCKED',
    ]);
    expect(await codeOf('Yqyq3 Zzzz')).toBe('NMTC');
  });

  test('counts close matches together with verifications, and not requests in a second', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 12 }, () => app.account({ 'given-name': 'Anna', surname: 'Schmidt' })),
    );
    const codes: string[] = [];
    for (let round = 0; round < 10; round += 1)
      for (const { iban } of accounts) codes.push(await codeOf('Anna Schmitt', iban));
    expect(codes.filter((code) => code === 'CMTC')).toHaveLength(limits.closeMatches);
    expect(codes.slice(limits.closeMatches)).toEqual(Array.from({ length: 20 }, () => 'NOAP'));
    expect(await app.codeOf(anna.iban, 'Carl Roth')).toBe('429 SERVICE_BLOCKED');
  });
});

describe('an earlier verification (findEarlierAnswer)', () => {
  const named = (requestId: string, name = 'anna schmitt', iban = anna.iban) =>
    findEarlierAnswer(asThirdParty(), { requestId, iban, name, validSeconds: 900 });

  test('is found for its own account, name and third party while it is recent, and deleted after a day', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    await app.codeOf(anna.iban, 'Anna Schmitt', { headers: { 'x-request-id': own } });
    await app.codeOf(anna.iban, 'Anna Schmitt', { as: '_B', headers: { 'x-request-id': other } });
    expect(await named(own.toUpperCase())).toMatchObject({ code: 'CMTC', matchedName: 'Anna Schmidt' });
    expect([
      await named(other),
      await named(own, 'Anna Schmidt'),
      await named(own, 'anna schmitt', app.newIban()),
    ]).toEqual([undefined, undefined, undefined]);
    app.advance(900);
    expect(await named(own)).toBeDefined();
    app.advance(1);
    expect(await named(own)).toBeUndefined();
    const rows = () => app.party.database.query('select 1 from payee_verifications.earlier_result');
    expect((await rows()).length).toBeGreaterThan(0);
    app.advance(86_400);
    await cleanUpVerifications(app.context());
    expect(await rows()).toEqual([]);
  });
});
