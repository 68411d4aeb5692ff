import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFundsTestApp,
  type FundsTestApp,
  idIn,
  pathIn,
  shortly,
} from '../testing/funds-test-app.suite.ts';
import { endConsentsOfUser } from './end-consents-of-user.ts';
import { followParty } from './follow-party.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const event = (name: string, aggregateId: string, data: Readonly<Record<string, unknown>> = {}) => ({
  id: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c',
  name,
  version: 1,
  occurredAt: app.identity.clock.now().toString(),
  aggregateKind: 'party',
  aggregateId,
  sequence: 1,
  data,
});

const rowOf = async (path: string): Promise<unknown> => {
  const [row] = await app.identity.database.query(
    'select owner, proxy, status from funds_confirmations.consent where consent_id = $1',
    [idIn(path)],
  );
  return row;
};

test('nothing is answered about a customer who has died', async () => {
  const holder = await app.holder();
  const [used, open] = [await app.valid(holder), pathIn(await app.ask({ iban: holder.iban }))];
  await followParty(app.context(), event('individual-death-confirmed', holder.customerNumber));
  expect([await app.statusOf(used), await app.statusOf(open)]).toEqual(['revokedByPsu', 'rejected']);
  expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('400 NO_PIIS_ACTIVATION');
});

test('consents of an erased customer are gone, with the questions under them', async () => {
  const holder = await app.holder();
  const path = await app.valid(holder);
  await app.confirm({ iban: holder.iban }, '1.00');
  const left = async (): Promise<readonly number[]> =>
    Promise.all(
      [
        ['asked_account', 'account_id', holder.accountId],
        ['asked_day', 'consent_id::text', idIn(path)],
      ].map(async ([table, column, value]) => {
        const rows = await app.identity.database.query(
          `select from funds_confirmations.${table} where ${column} = $1`,
          [value],
        );
        return rows.length;
      }),
    );
  expect(await left()).toEqual([1, 1]);
  await followParty(app.context(), event('party-erased', holder.customerNumber));
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 CONSENT_UNKNOWN');
  expect(await left()).toEqual([0, 0]);
});

test('an unsigned consent to a joint account names no erased customer either', async () => {
  const [one, other] = [await app.customer(), await app.customer()];
  const joint = await app.openAccount({ owner: one.customerNumber, coHolders: [other.customerNumber] });
  const path = pathIn(await app.ask({ iban: joint.iban }));
  await followParty(app.context(), event('party-erased', other.customerNumber));
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 CONSENT_UNKNOWN');
});

test('consents of a merged customer belong to the surviving one', async () => {
  const [holder, survivor] = [await app.holder(), await app.holder()];
  const moved = await app.valid(holder);
  const ended = pathIn(await app.ask({ iban: holder.iban }));
  await app.send({ method: 'DELETE', path: ended });
  const merged = event('parties-merged', holder.customerNumber, { reference: survivor.customerNumber });
  await followParty(app.context(), merged);
  await followParty(app.context(), merged);
  expect([await rowOf(moved), await rowOf(ended)]).toEqual([
    { owner: survivor.customerNumber, proxy: null, status: 'valid' },
    { owner: survivor.customerNumber, proxy: null, status: 'terminatedByTpp' },
  ]);
  app.changeHolders(holder.accountId, [survivor.customerNumber]);
  expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('200 true');
});

test('a consent by mandate is the own one of the proxy into whom its owner is merged', async () => {
  const [holder, proxy] = [await app.holder(), await app.customer()];
  await app.grantMandate(holder.customerNumber, proxy.customerNumber);
  const path = pathIn(await app.ask({ iban: holder.iban }));
  expect(await app.approve(path, proxy)).toBe('finalised');
  const reference = proxy.customerNumber;
  await followParty(app.context(), event('parties-merged', holder.customerNumber, { reference }));
  expect(await rowOf(path)).toEqual({ owner: proxy.customerNumber, proxy: null, status: 'valid' });
});

test('consents of a user end when the bank closes the user', async () => {
  const holder = await app.holder();
  const path = await app.valid(holder);
  await endConsentsOfUser(app.context(), event('user-closed', holder.userId));
  expect(await app.statusOf(path)).toBe('revokedByPsu');
});
