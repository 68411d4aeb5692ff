import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AccountsTestApp,
  allOf,
  createAccountsTestApp,
  shortly,
} from '../testing/accounts-test-app.suite.ts';

let app: AccountsTestApp;
beforeAll(async () => {
  app = await createAccountsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Instants around midnight in Berlin: where the clock goes forward and back, on a leap day, and on any other day. */
const midnights = [
  ['the clock goes forward', '2027-03-28', '2027-03-28T21:59:59Z', '2027-03-28T22:00:00Z'],
  ['the clock goes back', '2027-10-31', '2027-10-31T22:59:59Z', '2027-10-31T23:00:00Z'],
  ['it is a leap day', '2028-02-29', '2028-02-29T22:59:59Z', '2028-02-29T23:00:00Z'],
  ['nothing is special', '2028-06-15', '2028-06-15T21:59:59Z', '2028-06-15T22:00:00Z'],
] as const;

test.each(midnights)(
  'on a day on which %s, accesses and consents end at midnight where the bank is',
  async (_, day, before, after) => {
    const holders = [await app.holder(), await app.holder()] as const;
    app.identity.clock.set(`${day}T09:00:00Z`);
    const counted = await app.consent(holders[0], allOf(holders[0]), { frequencyPerDay: 1 });
    const ending = await app.consent(holders[1], allOf(holders[1]), { validUntil: day });
    const first = await app.read('/v1/accounts', counted);
    expect(first.headers['consent-accesses-reset']).toBe(after);
    app.identity.clock.set(before);
    const last = await app.read('/v1/accounts', counted);
    expect([shortly(last), last.headers['retry-after']]).toEqual(['429 ACCESS_EXCEEDED', '1']);
    expect(shortly(await app.read('/v1/accounts', ending))).toBe('200');
    app.identity.clock.set(after);
    expect(shortly(await app.read('/v1/accounts', counted))).toBe('200');
    expect(shortly(await app.read('/v1/accounts', ending))).toBe('401 CONSENT_EXPIRED');
  },
);

test('a consent is valid for 180 days and no longer, whatever was asked for', async () => {
  const holder = await app.holder();
  const today = app.identity.clock.today('Europe/Berlin');
  const validUntil = today.add({ days: 400 }).toString();
  const consentId = await app.consent(holder, allOf(holder), { validUntil });
  const noonOf = (days: number): string => `${today.add({ days }).toString()}T11:00:00Z`;
  for (const days of [179, 180]) {
    app.identity.clock.set(noonOf(days));
    expect(shortly(await app.read('/v1/accounts', consentId))).toBe('200');
  }
  app.identity.clock.set(noonOf(181));
  expect(shortly(await app.read('/v1/accounts', consentId))).toBe('401 CONSENT_EXPIRED');
});
