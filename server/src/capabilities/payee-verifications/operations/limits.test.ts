import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { limits } from '../domain/policy.ts';
import { createPayeeTestApp, type PayeeAccount, type PayeeTestApp } from '../testing/payee-test-app.suite.ts';
import { cleanUpVerifications } from './clean-up-verifications.ts';
import { reportProbedAccounts } from './report-probed-accounts.ts';

let app: PayeeTestApp;
let anna: PayeeAccount;
beforeAll(async () => {
  app = await createPayeeTestApp();
  anna = await app.account({ 'given-name': 'Anna', surname: 'Schmidt' });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.advance(3_601));

const counted = (codes: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));

/** Names that differ in more than a typo. */
const otherName = (number: number): string =>
  `${'Xq'.repeat(3)}${String.fromCodePoint(97 + (number % 26))}${number} Zzzz`;

describe('of 50 parallel requests', () => {
  test('20 a second are answered', async () => {
    const codes = await Promise.all(Array.from({ length: 50 }, () => app.codeOf(anna.iban, 'Anna Schmidt')));
    expect(counted(codes)).toEqual({ MTCH: limits.perSecond, '429 SERVICE_BLOCKED': 30 });
    app.advance(1);
    expect(await app.codeOf(anna.iban, 'Anna Schmidt')).toBe('MTCH');
  });

  test('10 different names for one account are answered; matches are free', async () => {
    const codes: string[] = [];
    for (let from = 0; from < 50; from += 10) {
      app.advance(1);
      const names = Array.from({ length: 10 }, (_, index) => otherName(from + index));
      codes.push(...(await Promise.all(names.map((name) => app.codeOf(anna.iban, name)))));
    }
    expect(counted(codes)).toEqual({ NMTC: limits.namesPerAccount, '429 SERVICE_BLOCKED': 40 });
    const refused = await app.verify(anna.iban, { name: otherName(99) });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(at(refused.body, 'apiClientMessages', 0, 'text')).toMatch(/10 different names/u);
    expect(await app.codeOf(anna.iban, otherName(3))).toBe('NMTC');
    expect(await app.codeOf(anna.iban, otherName(3), { as: '_B' })).toBe('NMTC');
    app.advance(3_601);
    expect(await app.codeOf(anna.iban, otherName(77))).toBe('NMTC');
  });
});

test('100 close matches an hour are answered, whatever the accounts', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 12 }, () => app.account({ 'given-name': 'Anna', surname: 'Schmidt' })),
  );
  const codes: string[] = [];
  for (let round = 0; round < 13; round += 1) {
    app.advance(1);
    const asked = accounts.slice(0, 10).map(({ iban }) => app.codeOf(iban, 'Anna Schmitt'));
    codes.push(...(await Promise.all(asked)));
  }
  expect(counted(codes)).toEqual({ CMTC: limits.closeMatches, '429 SERVICE_BLOCKED': 30 });
  app.advance(1);
  // The next one is refused before it is compared: the refusal does not tell that it would be close.
  expect(await app.codeOf(accounts[11]?.iban ?? '', 'Carl Roth')).toBe('429 SERVICE_BLOCKED');
  expect(await app.codeOf(anna.iban, 'Carl Roth', { as: '_B' })).toBe('NMTC');
});

test('a refund of an hour that is over leaves the next one as it is', async () => {
  const { core } = app.core;
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.useCore({
    ...core,
    async findAccounts(references) {
      asked.resolve();
      await answer.promise;
      return core.findAccounts(references);
    },
  });
  const slow = app.codeOf(anna.iban, 'Carl Roth');
  await asked.promise;
  app.useCore(core);
  app.advance(3_601);
  expect(await app.codeOf(anna.iban, 'Anna Schmitt')).toBe('CMTC');
  answer.resolve();
  expect(await slow).toBe('NMTC');
  const [used] = await app.party.database.query<{ close_matches: number }>(
    'select close_matches from payee_verifications.caller_use order by hour_at desc limit 1',
  );
  expect(used).toEqual({ close_matches: 1 });
});

test('names that match do not count', async () => {
  const spellings = ['Anna Schmidt', 'Schmidt Anna', 'Frau Anna Schmidt', 'Dr. Anna Schmidt', 'AnnaSchmidt'];
  for (let round = 0; round < 4; round += 1) {
    app.advance(1);
    for (const name of spellings)
      expect(await app.codeOf(anna.iban, `${name}${'.'.repeat(round)}`)).toBe('MTCH');
  }
});

test('staff are warned of an account for which many names were tried by all together', async () => {
  const account = await app.account({ 'given-name': 'Anna', surname: 'Schmidt' });
  expect(await reportProbedAccounts(app.context())).toBe(0);
  for (const [place, as] of (['_A', '_B', '_PI'] as const).entries()) {
    for (let number = 0; number < 10; number += 1) {
      app.advance(1);
      await app.codeOf(account.iban, otherName(place * 10 + number), { as });
    }
  }
  expect(await reportProbedAccounts(app.context())).toBe(1);
});

test('the log is kept for 13 months, counters for an hour', async () => {
  await app.codeOf(anna.iban, 'Carl Roth');
  const rows = async (table: string): Promise<number> =>
    Number((await app.party.database.query(`select 1 from payee_verifications.${table}`)).length);
  expect([
    (await rows('verification')) > 0,
    (await rows('probe')) > 0,
    (await rows('caller_use')) > 0,
  ]).toEqual([true, true, true]);
  app.advance(3_601);
  await cleanUpVerifications(app.context());
  expect([(await rows('verification')) > 0, await rows('probe'), await rows('caller_use')]).toEqual([
    true,
    0,
    0,
  ]);
  app.advance(398 * 86_400);
  await cleanUpVerifications(app.context());
  expect(await rows('verification')).toBe(0);
});
