import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { germanIban } from '#platform/testing/german-iban.ts';
import { at } from '#platform/testing/json-at.ts';
import { bulkFrom, bulkSteps } from '../testing/bulk-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  paymentFrom,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { standingPath, standingSteps } from '../testing/standing-steps.suite.ts';

let app: PaymentsTestApp;
let payer: TestPayer;
let known: TestPayer;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  payer = await app.payer();
  known = await app.payer();
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.quotas.limit({ unknownAccountsPerHour: 3 });
  await app.identity.database.empty('tpp_quotas.unknown_account');
});

const blocked = '429 SERVICE_BLOCKED';
/** No customer has an account with such a number. */
const unknownIban = (number: number): string => germanIban(9_000_000 + number);
const tryAccount = async (iban: string, as?: '_B'): Promise<string> =>
  shortly(await app.initiate(payer, { body: paymentFrom(iban), ...(as === undefined ? {} : { as }) }));

test('after three different unknown debtor accounts in an hour, no other account is told apart from a known one', async () => {
  for (let number = 0; number < 3; number += 1)
    expect(await tryAccount(unknownIban(number))).toContain('400');
  const unknown = await app.initiate(payer, { body: paymentFrom(unknownIban(3)) });
  const existing = await app.initiate(payer, { body: paymentFrom(known.iban) });
  expect([shortly(unknown), shortly(existing)]).toEqual([blocked, blocked]);
  expect(unknown.body).toEqual(existing.body);
  expect(Number(unknown.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(String(at(unknown.body, 'tppMessages', 0, 'text'))).toMatch(/different unknown account numbers/u);
  expect(await tryAccount(unknownIban(1))).toContain('400');
  expect(await tryAccount(known.iban, '_B')).toBe('201 RCVD');
  app.identity.clock.advance({ minutes: 61 });
  expect(await tryAccount(known.iban)).toBe('201 RCVD');
  expect(await tryAccount(unknownIban(4))).toContain('400');
});

test('the same unknown number counts once, however it is written, and known ones do not count', async () => {
  const iban = unknownIban(7);
  for (let count = 0; count < 5; count += 1) expect(await tryAccount(iban)).toContain('400');
  for (let count = 0; count < 5; count += 1) expect(await tryAccount(known.iban)).toBe('201 RCVD');
  expect(await tryAccount(unknownIban(8))).toContain('400');
  expect(await tryAccount(known.iban)).toBe('201 RCVD');
});

test('of twenty unknown numbers at once, three are answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => tryAccount(unknownIban(20 + index))),
  );
  expect(answers.filter((one) => one === blocked)).toHaveLength(17);
});

test('bulks count too, and standing orders', async () => {
  const bulks = bulkSteps(app);
  const bulk = await bulks.initiate(payer, { body: bulkFrom(unknownIban(50)) });
  expect(bulk.status).toBe(400);
  const standing = (iban: string) =>
    app.initiate(payer, {
      path: standingPath,
      body: { ...paymentFrom(iban), startDate: standingSteps(app).dayIn(5), frequency: 'Monthly' },
    });
  expect((await standing(unknownIban(51))).status).toBe(400);
  expect((await standing(unknownIban(52))).status).toBe(400);
  expect(shortly(await standing(known.iban))).toBe(blocked);
  expect(shortly(await bulks.initiate(known))).toBe(blocked);
});
