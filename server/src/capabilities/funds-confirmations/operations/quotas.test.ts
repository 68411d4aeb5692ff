import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { germanIban } from '#platform/testing/german-iban.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  pathIn,
  shortly,
  type TestHolder,
} from '../testing/funds-test-app.suite.ts';
import { cleanUpFundsConfirmations } from './clean-up-funds-confirmations.ts';

let app: FundsTestApp;
let holder: TestHolder;
beforeAll(async () => {
  app = await createFundsTestApp();
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
const ask = async (as: '_A' | '_B' = '_A'): Promise<string> =>
  shortly(await app.ask({ iban: holder.iban }, { as }));

test('of twenty consents to one account asked for at once, those within the quota are taken', async () => {
  app.quotas.limit({ openPerAccount: 4 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(answers.filter((one) => one === blocked)).toHaveLength(16);
  expect(await ask('_B')).not.toBe(blocked);
});

test('a signature frees a place', async () => {
  app.quotas.limit({ openResources: 1 });
  const path = pathIn(await app.ask({ iban: holder.iban }));
  expect(await ask()).toBe(blocked);
  expect(await app.approve(path, holder)).toBe('finalised');
  expect(await ask()).not.toBe(blocked);
});

test('what ended unsigned counts its bytes until its content is deleted a day later; its status stays', async () => {
  app.quotas.limit({ bytes: 6_000 });
  const path = pathIn(await app.ask({ iban: holder.iban }));
  await app.send({ method: 'DELETE', path });
  expect(await ask()).toBe(blocked);
  app.identity.clock.advance({ hours: 25 });
  await cleanUpFundsConfirmations(app.context());
  expect(await ask()).not.toBe(blocked);
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 RESOURCE_EXPIRED');
  expect(await app.statusOf(path)).toBe('terminatedByTpp');
  expect((await app.send({ method: 'GET', path: `${path}/authorisations` })).status).toBe(200);
});

test('after too many unknown accounts, known and unknown ones get the same refusal', async () => {
  app.quotas.limit({ unknownAccountsPerHour: 2 });
  const unknown = async (number: number): Promise<string> =>
    shortly(await app.ask({ iban: germanIban(9_200_000 + number) }));
  expect([await unknown(1), await unknown(2)]).toEqual(['400 FORMAT_ERROR', '400 FORMAT_ERROR']);
  expect([await unknown(3), await ask()]).toEqual([blocked, blocked]);
  expect(await unknown(1)).toBe('400 FORMAT_ERROR');
});
