import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  shortly,
  type TestHolder,
} from '../testing/consents-test-app.suite.ts';
import { cleanUpConsents } from './clean-up-consents.ts';
import { endConsentsOfUser } from './end-consents-of-user.ts';
import { expireConsents } from './expire-consents.ts';
import { followParty } from './follow-party.ts';
import { recordAccessDays } from './record-access-days.ts';

let app: ConsentsTestApp;
beforeAll(async () => {
  app = await createConsentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

async function valid(holder: TestHolder): Promise<string> {
  const path = pathIn(await app.ask(allOf(holder)));
  expect(await app.approve(path, holder)).toBe('finalised');
  return path;
}

const ownerOf = async (path: string): Promise<unknown> => {
  const [row] = await app.identity.database.query(
    'select owner from consents.consent where consent_id = $1',
    [path.slice(path.lastIndexOf('/') + 1)],
  );
  return row?.['owner'];
};

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

test('a customer who has died shares nothing any more', async () => {
  const holder = await app.holder();
  const [used, open] = [await valid(holder), pathIn(await app.ask(allOf(holder)))];
  await followParty(app.context(), event('individual-death-confirmed', holder.customerNumber));
  expect([await app.statusOf(used), await app.statusOf(open)]).toEqual(['revokedByPsu', 'rejected']);
});

test('consents of an erased customer are gone', async () => {
  const holder = await app.holder();
  const path = await valid(holder);
  await followParty(app.context(), event('party-erased', holder.customerNumber));
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 CONSENT_UNKNOWN');
});

test('days of reads are deleted with their consent, and come back for no deleted one', async () => {
  const holder = await app.holder();
  const [erased, old] = [await valid(holder), await valid(await app.holder())].map((path) =>
    path.slice(path.lastIndexOf('/') + 1),
  );
  if (erased === undefined || old === undefined) throw new Error('no consents');
  const day = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
  const read = (consentId: string, onDay = day): Promise<void> =>
    recordAccessDays(app.context(), [{ consentId, day: onDay, isAttended: true, isUnattended: false }]);
  const daysOf = async (consentId: string): Promise<number> =>
    (await app.identity.database.query('select from consents.access_day where consent_id = $1', [consentId]))
      .length;
  await read(erased);
  await read(old);
  await followParty(app.context(), event('party-erased', holder.customerNumber));
  expect([await daysOf(erased), await daysOf(old)]).toEqual([0, 1]);
  await read(erased);
  expect(await daysOf(erased)).toBe(0);
  await read(old, day.subtract({ days: 732 }));
  expect(await daysOf(old)).toBe(2);
  await cleanUpConsents(app.context());
  expect(await daysOf(old)).toBe(1);
  // The consent ends after 30 days, and is kept for two years more.
  app.identity.clock.advance({ hours: 24 * 31 });
  await expireConsents(app.context());
  app.identity.clock.advance({ hours: 24 * 732 });
  await cleanUpConsents(app.context());
  expect(await daysOf(old)).toBe(0);
});

test('an unsigned consent to a joint account names no erased customer either', async () => {
  const [one, other] = [await app.customer(), await app.customer()];
  const joint = await app.openAccount({ owner: one.customerNumber, coHolders: [other.customerNumber] });
  const path = pathIn(await app.ask(allOf(joint)));
  const elsewhere = pathIn(await app.ask(allOf(await app.openAccount({ owner: one.customerNumber }))));
  await followParty(app.context(), event('party-erased', other.customerNumber));
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 CONSENT_UNKNOWN');
  expect(await app.statusOf(elsewhere)).toBe('received');
});

test('consents of a merged customer belong to the surviving one, once', async () => {
  const [holder, survivor] = [await app.holder(), await app.holder()];
  const moved = await valid(holder);
  const ended = pathIn(await app.ask(allOf(holder)));
  await app.send({ method: 'DELETE', path: ended });
  const merged = event('parties-merged', holder.customerNumber, { reference: survivor.customerNumber });
  await followParty(app.context(), merged);
  expect([await app.statusOf(moved), await ownerOf(moved), await ownerOf(ended)]).toEqual([
    'valid',
    survivor.customerNumber,
    survivor.customerNumber,
  ]);
  await followParty(app.context(), merged);
  expect(await app.statusOf(moved)).toBe('valid');
});

test('of two consents that one user gave for two records that are merged, one stays', async () => {
  const [holder, other] = [await app.holder(), await app.holder()];
  await app.grantMandate(other.customerNumber, holder.customerNumber);
  const own = await valid(holder);
  const byMandate = pathIn(await app.ask(allOf(other)));
  expect(await app.approve(byMandate, holder)).toBe('finalised');
  expect([await app.statusOf(own), await app.statusOf(byMandate)]).toEqual(['valid', 'valid']);
  const reference = holder.customerNumber;
  await followParty(app.context(), event('parties-merged', other.customerNumber, { reference }));
  expect([await app.statusOf(own), await app.statusOf(byMandate)]).toEqual(['valid', 'expired']);
});

test('consents of a user end when the bank closes the user', async () => {
  const holder = await app.holder();
  const path = await valid(holder);
  await endConsentsOfUser(app.context(), event('user-closed', holder.userId));
  expect(await app.statusOf(path)).toBe('revokedByPsu');
});

test('a consent by mandate is the own one of the proxy into whom its owner is merged', async () => {
  const [holder, proxy] = [await app.holder(), await app.customer()];
  await app.grantMandate(holder.customerNumber, proxy.customerNumber);
  const path = pathIn(await app.ask(allOf(holder)));
  expect(await app.approve(path, proxy)).toBe('finalised');
  const reference = proxy.customerNumber;
  await followParty(app.context(), event('parties-merged', holder.customerNumber, { reference }));
  const [row] = await app.identity.database.query(
    'select owner, proxy, status from consents.consent where consent_id = $1',
    [path.slice(path.lastIndexOf('/') + 1)],
  );
  expect(row).toEqual({ owner: proxy.customerNumber, proxy: null, status: 'valid' });
});
