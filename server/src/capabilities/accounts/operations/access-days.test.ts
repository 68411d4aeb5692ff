import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewCustomerConsent } from '#capabilities/consents/index.ts';
import { type AccountsTestApp, createAccountsTestApp, shortly } from '../testing/accounts-test-app.suite.ts';

let app: AccountsTestApp;
beforeAll(async () => {
  app = await createAccountsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const present = { 'psu-ip-address': '192.0.2.7' };

async function daysOf(
  viewer: { readonly userId: string; readonly customerNumber: string },
  consentId: string,
): Promise<readonly string[]> {
  const viewed = await viewCustomerConsent(app.context(), { viewer, consentId });
  return (viewed?.accessDays ?? []).map(
    ({ day, isAttended, isUnattended }) =>
      `${day.toString()}${isAttended ? ' with' : ''}${isUnattended ? ' without' : ''}`,
  );
}

const rowsOf = (consentId: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  app.identity.database.query('select accessed_on from consents.access_day where consent_id = $1', [
    consentId,
  ]);

test('the customer sees on which days a third party read, with and without the customer', async () => {
  const holder = await app.holder();
  const consentId = await app.consent(holder);
  const today = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
  expect(shortly(await app.read('/v1/accounts', consentId, present))).toBe('200');
  expect(await rowsOf(consentId)).toEqual([]);
  await app.saveAccessDays();
  expect(await daysOf(holder, consentId)).toEqual([`${today.toString()} with`]);
  await app.read('/v1/accounts', consentId);
  await app.read('/v1/accounts', consentId);
  await app.saveAccessDays();
  expect(await daysOf(holder, consentId)).toEqual([`${today.toString()} with without`]);
  app.identity.clock.advance({ hours: 24 });
  await app.read('/v1/accounts', consentId);
  await app.saveAccessDays();
  const tomorrow = today.add({ days: 1 }).toString();
  expect(await daysOf(holder, consentId)).toEqual([
    `${tomorrow} without`,
    `${today.toString()} with without`,
  ]);
});

test('a read that is refused is no access', async () => {
  const holder = await app.holder();
  const consentId = await app.consent(holder);
  for (let count = 0; count < 5; count += 1) await app.read('/v1/accounts', consentId);
  await app.read('/v1/accounts/unknown', consentId);
  await app.saveAccessDays();
  const before = await daysOf(holder, consentId);
  app.identity.clock.advance({ hours: 24 });
  expect(shortly(await app.read('/v1/accounts/unknown', consentId))).toContain('404');
  await app.saveAccessDays();
  expect(await daysOf(holder, consentId)).toEqual(before);
});
