import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { createFundsTestApp, type FundsTestApp, idIn, shortly } from '../testing/funds-test-app.suite.ts';
import { cleanUpFundsConfirmations } from './clean-up-funds-confirmations.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterEach(() => {
  app.useCore(app.core.core);
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

/** Asks about as many amounts one after the other, each a euro more. */
async function inTurn(ask: (amount: string) => Promise<string>, count: number, from: number) {
  const answers: string[] = [];
  for (let place = 0; place < count; place += 1) answers.push(await ask(`${from + place}.00`));
  return answers;
}

/** From now on the core answers only when it is released. */
function holdCore() {
  const [began, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { core } = app.core;
  app.useCore({
    ...core,
    hasFunds: async (...question) => {
      began.resolve();
      await released.promise;
      return core.hasFunds(...question);
    },
  });
  return { asked: began.promise, release: () => released.resolve() };
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
  const round = (from: number) => inTurn(ask, 9, from);
  expect(await round(1)).toEqual([...Array(8).fill('200 true'), '429 SERVICE_BLOCKED']);
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
  expect(await inTurn(ask, 7, 6)).toEqual(Array(7).fill('200 true'));
});

test.each([10, 1_000])(
  'twelve parallel questions about different amounts have at most one answer of no, with %i euros',
  async (euros) => {
    const { ask } = await asked(euros);
    const amounts = Array.from({ length: 12 }, (_, place) => `${euros - 5 + place}.00`);
    const answers = await Promise.all(amounts.map(ask));
    const no = answers.filter((one) => one === '200 false');
    const yes = answers.filter((one) => one === '200 true');
    const refused = answers.filter((one) => one === '429 SERVICE_BLOCKED');
    expect(no.length).toBeLessThanOrEqual(1);
    expect(no.length + yes.length).toBeGreaterThanOrEqual(1);
    expect(no.length + yes.length + refused.length).toBe(12);
  },
);

test('while a question is open, another amount is asked about a second later', async () => {
  const { ask, holder } = await asked(10);
  const answers = holdCore();
  const open = ask('12.00');
  await answers.asked;
  const refused = await app.confirm({ iban: holder.iban }, '11.00');
  expect([shortly(refused), refused.headers['retry-after']]).toEqual(['429 SERVICE_BLOCKED', '1']);
  answers.release();
  expect(await open).toBe('200 false');
  expect(await ask('11.00')).toBe('429 SERVICE_BLOCKED');
});

test('a question that the core does not answer counts no more', async () => {
  const { ask } = await asked(10);
  app.useCore({
    ...app.core.core,
    hasFunds: () => Promise.reject(new CoreFailure('not-sent', 'away')),
  });
  expect(await inTurn(ask, 20, 5)).toEqual(Array(20).fill('503'));
  app.useCore(app.core.core);
  expect(await inTurn(ask, 7, 1)).toEqual(Array(7).fill('200 true'));
  expect([await ask('12.00'), await ask('11.00')]).toEqual(['200 false', '429 SERVICE_BLOCKED']);
});

test('a question that was open for a minute blocks no other one, and its answer is not given later', async () => {
  const { ask } = await asked(10);
  const answers = holdCore();
  const late = ask('12.00');
  await answers.asked;
  app.useCore(app.core.core);
  minutes(1);
  expect(await ask('11.00')).toBe('200 false');
  answers.release();
  expect(await late).toBe('503');
  expect(await ask('12.00')).toBe('429 SERVICE_BLOCKED');
  minutes(61);
  expect(await ask('12.00')).toBe('200 false');
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
