import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { germanIban } from '#platform/testing/german-iban.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  shortly,
  type TestHolder,
} from '../testing/consents-test-app.suite.ts';
import { cleanUpConsents } from './clean-up-consents.ts';
import { expireConsents } from './expire-consents.ts';

let app: ConsentsTestApp;
let holder: TestHolder;
beforeAll(async () => {
  app = await createConsentsTestApp();
  holder = await app.holder();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.quotas.limit({});
  await app.identity.database.empty(
    'tpp_quotas.resource',
    'tpp_quotas.organisation_use',
    'tpp_quotas.unknown_account',
  );
});

const blocked = '429 SERVICE_BLOCKED';
const ask = async (as: '_A' | '_B' = '_A'): Promise<string> => shortly(await app.ask(allOf(holder), { as }));
const countOf = (answers: readonly string[]): number => answers.filter((one) => one === blocked).length;

test('of twenty consents to one account asked for at once, those within the quota are taken', async () => {
  app.quotas.limit({ openPerAccount: 4 });
  expect(countOf(await Promise.all(Array.from({ length: 20 }, () => ask())))).toBe(16);
  expect(await ask('_B')).not.toBe(blocked);
});

test('an end, a signature and an expiry free a place each, in the quota of the third party', async () => {
  app.quotas.limit({ openResources: 2 });
  const [first, second] = [pathIn(await app.ask(allOf(holder))), pathIn(await app.ask(allOf(holder)))];
  expect(await ask()).toBe(blocked);
  await app.send({ method: 'DELETE', path: first });
  expect([await ask(), await ask()]).toContain(blocked);
  expect(await app.approve(second, holder)).toBe('finalised');
  expect([await ask(), await ask()]).toContain(blocked);
  app.identity.clock.advance({ hours: 24 });
  await expireConsents(app.context());
  expect(await ask()).not.toBe(blocked);
});

test('what ended unsigned counts its bytes until its content is deleted a day later; its status stays', async () => {
  app.quotas.limit({ bytes: 6_000 });
  const path = pathIn(await app.ask(allOf(holder)));
  await app.send({ method: 'DELETE', path });
  expect(await ask()).toBe(blocked);
  app.identity.clock.advance({ hours: 25 });
  await cleanUpConsents(app.context());
  expect(await ask()).not.toBe(blocked);
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 RESOURCE_EXPIRED');
  expect(await app.statusOf(path)).toBe('terminatedByTpp');
  expect((await app.send({ method: 'GET', path: `${path}/authorisations` })).status).toBe(200);
  expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
  const kept = await app.identity.database.query(
    'select 1 from consents.consent where consent_id = $1 and sealed_access is not null',
    [path.split('/').at(-1)],
  );
  expect(kept).toEqual([]);
});

test('after too many unknown accounts, known and unknown ones get the same refusal', async () => {
  app.quotas.limit({ unknownAccountsPerHour: 2 });
  const access = (number: number) => ({ accounts: [{ iban: germanIban(9_100_000 + number) }] });
  expect(shortly(await app.ask(access(1)))).toBe('400 FORMAT_ERROR');
  expect(shortly(await app.ask(access(2)))).toBe('400 FORMAT_ERROR');
  const [unknown, known] = [await app.ask(access(3)), await app.ask(allOf(holder))];
  expect([shortly(unknown), shortly(known)]).toEqual([blocked, blocked]);
  expect(unknown.body).toEqual(known.body);
  expect(shortly(await app.ask(access(1)))).toBe('400 FORMAT_ERROR');
  expect(await ask('_B')).not.toBe(blocked);
});

test('one request cannot try more accounts than the quota has', async () => {
  app.quotas.limit({ unknownAccountsPerHour: 2 });
  const accounts = [10, 11, 12].map((number) => ({ iban: germanIban(9_100_000 + number) }));
  expect(shortly(await app.ask({ accounts }))).toBe(blocked);
});
