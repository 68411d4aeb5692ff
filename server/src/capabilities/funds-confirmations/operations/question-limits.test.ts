import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFundsTestApp, type FundsTestApp, idIn, shortly } from '../testing/funds-test-app.suite.ts';
import { cleanUpFundsConfirmations } from './clean-up-funds-confirmations.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const minutes = (count: number): void => app.identity.clock.advance({ minutes: count });

async function asked(euros: number) {
  const holder = await app.holder(euros);
  const path = await app.valid(holder);
  const ask = async (amount: string): Promise<string> =>
    shortly(await app.confirm({ iban: holder.iban }, amount, { headers: { 'consent-id': idIn(path) } }));
  return { holder, path, ask };
}

test('the same amount has the same answer for an hour, whatever happens on the account', async () => {
  const { ask, holder } = await asked(10);
  expect(await ask('50.00')).toBe('200 false');
  await app.core.receive(holder.accountId, { minor: 10_000n, currency: 'EUR' });
  expect(await ask('50.00')).toBe('200 false');
  expect(await ask('50')).toBe('200 false');
  minutes(61);
  expect(await ask('50.00')).toBe('200 true');
});

test('after an answer of no, another amount waits for an hour', async () => {
  const { ask, holder } = await asked(10);
  expect([await ask('8.00'), await ask('12.00')]).toEqual(['200 true', '200 false']);
  expect([await ask('11.00'), await ask('9.00')]).toEqual(Array(2).fill('429 SERVICE_BLOCKED'));
  expect([await ask('8.00'), await ask('12.00')]).toEqual(['200 true', '200 false']);
  const refused = await app.confirm({ iban: holder.iban }, '9.00');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  minutes(61);
  expect(await ask('11.00')).toBe('200 false');
  minutes(61);
  // Two answers of no in a day are all.
  expect(await ask('10.50')).toBe('429 SERVICE_BLOCKED');
  minutes(24 * 60);
  expect(await ask('10.50')).toBe('200 false');
});

test('eight amounts can be asked about in an hour and sixteen in a day, by one third party', async () => {
  const { ask, holder } = await asked(1_000);
  const round = (from: number) =>
    Promise.all(Array.from({ length: 9 }, (_, count) => ask(`${from + count}.00`)));
  const first = await round(1);
  expect(first.filter((one) => one === '200 true')).toHaveLength(8);
  expect(first.filter((one) => one === '429 SERVICE_BLOCKED')).toHaveLength(1);
  minutes(61);
  expect((await round(11)).filter((one) => one === '200 true')).toHaveLength(8);
  minutes(61);
  expect(await ask('21.00')).toBe('429 SERVICE_BLOCKED');
  // Another consent to the same account has the same counter, another third party its own.
  await app.valid(holder);
  expect(shortly(await app.confirm({ iban: holder.iban }, '22.00'))).toBe('429 SERVICE_BLOCKED');
});

test('parallel questions about one amount have one answer, and count once', async () => {
  const { ask } = await asked(100);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask('5.00')));
  expect(new Set(answers)).toEqual(new Set(['200 true']));
  const more = await Promise.all(Array.from({ length: 7 }, (_, count) => ask(`${count + 6}.00`)));
  expect(more).toEqual(Array(7).fill('200 true'));
});

test('no row tells an amount, and rows go when no limit needs them any more', async () => {
  const { ask, holder } = await asked(100);
  await ask('73.31');
  const rowsOf = () =>
    app.identity.database.query<Record<string, unknown>>(
      'select * from funds_confirmations.asked_account where account_id = $1',
      [holder.accountId],
    );
  const [row] = await rowsOf();
  expect(row).toMatchObject({ answers: ['yes'] });
  expect(JSON.stringify(row)).not.toMatch(/7331|73\.31/u);
  await cleanUpFundsConfirmations(app.context());
  expect(await rowsOf()).toHaveLength(1);
  minutes(24 * 60 + 1);
  await cleanUpFundsConfirmations(app.context());
  expect(await rowsOf()).toHaveLength(0);
});
