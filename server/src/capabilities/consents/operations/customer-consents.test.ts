import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { findConsent, insertConsent, updateConsent } from '../store/consents.store.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  requireTwoSigners,
  type TestCustomer,
  type TestHolder,
} from '../testing/consents-test-app.suite.ts';
import { listCustomerConsents } from './list-customer-consents.ts';
import { viewCustomerConsent } from './view-customer-consent.ts';
import { withdrawConsent } from './withdraw-consent.ts';

let app: ConsentsTestApp;
beforeAll(async () => {
  app = await createConsentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

const idIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function valid(holder: TestHolder, by: TestCustomer = holder, body: object = {}): Promise<string> {
  const path = pathIn(await app.ask(allOf(holder), { body }));
  expect(await app.approve(path, by)).toBe('finalised');
  return path;
}

async function listed(
  viewer: Pick<TestCustomer, 'customerNumber' | 'userId'>,
  which: 'live' | 'ended',
): Promise<readonly string[]> {
  const { consents } = await listCustomerConsents(app.context(), { viewer, which, page: 1 });
  return consents.map(({ consentId, givenBy, status }) => `${consentId} ${status} ${givenBy}`);
}

describe('a customer', () => {
  test('sees with whom accounts are shared, and what for', async () => {
    const holder = await app.holder();
    const path = await valid(holder, holder, { purpose: 'a budget book' });
    const unstated = await valid(await app.holder());
    const viewed = await viewCustomerConsent(app.context(), { viewer: holder, consentId: idIn(path) });
    expect(viewed).toMatchObject({
      status: 'valid',
      model: 'detailed',
      purpose: 'a budget book',
      isRecurring: true,
      givenBy: 'customer',
      endedAt: undefined,
      reestablishableUntil: undefined,
      accessDays: [],
    });
    expect(viewed?.thirdPartyName).not.toBe('');
    expect(viewed?.accounts).toEqual([
      { reference: { scheme: 'iban', id: holder.iban }, kinds: ['accounts', 'balances', 'transactions'] },
    ]);
    expect(JSON.stringify(viewed)).not.toContain('salt');
    expect(await listed(holder, 'live')).toEqual([`${idIn(path)} valid customer`]);
    expect(await listed(holder, 'live')).not.toContain(idIn(unstated));
  });

  test('does not see what was only asked for, and sees what waits for another signature', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    const path = pathIn(await app.ask(allOf(holder)));
    expect(await listed(holder, 'live')).toEqual([]);
    await requireTwoSigners(app, holder, second);
    expect(await app.approve(path, holder)).toBe('finalised');
    expect(await listed(holder, 'live')).toEqual([`${idIn(path)} partiallyAuthorised customer`]);
    expect(await withdrawConsent(app.context(), { viewer: holder, consentId: idIn(path) })).toBe('withdrawn');
    expect(await app.statusOf(path)).toBe('rejected');
    // It never gave access, so it is in no list.
    expect([await listed(holder, 'live'), await listed(holder, 'ended')]).toEqual([[], []]);
    expect(await app.approve(path, second)).not.toBe('finalised');
  });

  test('sees ended ones for two years, whether or not a job has recorded the end', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    app.identity.clock.advance({ hours: 24 * 31 });
    expect(await listed(holder, 'live')).toEqual([]);
    expect(await listed(holder, 'ended')).toEqual([`${idIn(path)} expired customer`]);
    app.identity.clock.advance({ hours: 24 * 731 });
    expect(await listed(holder, 'ended')).toEqual([]);
  });

  test('reads long lists in pages', async () => {
    const holder = await app.holder();
    app.choose({ areSeveralAllowed: true });
    await valid(holder);
    const { consents } = await listCustomerConsents(app.context(), {
      viewer: holder,
      which: 'live',
      page: 1,
    });
    const { bankId, consentsVault: vault, db } = app.context();
    const stored = await findConsent(db, vault, { bankId, consentId: consents[0]?.consentId ?? '' });
    if (stored === undefined) throw new Error('no consent');
    // Approvals of as many consents would meet the limits of codes.
    await runCommand(app.context(), async (work) => {
      for (let count = 0; count < 25; count += 1) {
        const head = { ...stored, consentId: randomUUID(), rowVersion: 1n };
        insertConsent(work, vault, bankId, { ...head, status: 'received' });
        updateConsent(work, bankId, { head, now: stored.modifiedAt });
      }
      work.audit({ aggregateKind: 'consent', aggregateId: 'test', changes: [] });
    });
    const [first, second] = await Promise.all(
      [1, 2].map((page) => listCustomerConsents(app.context(), { viewer: holder, which: 'live', page })),
    );
    expect([first?.consents.length, first?.hasMore]).toEqual([25, true]);
    expect([second?.consents.length, second?.hasMore]).toEqual([1, false]);
    const ids = [first, second].flatMap((page) => page?.consents.map(({ consentId }) => consentId) ?? []);
    expect(new Set(ids).size).toBe(26);
  });

  test('sees nothing of other customers: unknown, foreign and malformed ids are the same', async () => {
    const [holder, otherCustomer] = [await app.holder(), await app.customer()];
    const consentId = idIn(await valid(holder));
    const ids = [consentId, '01a1dcbf-fdb1-7d5d-b669-60821bd6845c', "' or 1=1", ''];
    for (const id of ids) {
      const key = { viewer: otherCustomer, consentId: id };
      expect(await viewCustomerConsent(app.context(), key)).toBeUndefined();
      expect(await withdrawConsent(app.context(), key)).toBe('unknown');
    }
    expect([await listed(otherCustomer, 'live'), await listed(otherCustomer, 'ended')]).toEqual([[], []]);
    const userWithoutCustomer = { userId: otherCustomer.userId, customerNumber: undefined };
    expect(
      await listCustomerConsents(app.context(), { viewer: userWithoutCustomer, which: 'live', page: 1 }),
    ).toEqual({
      consents: [],
      hasMore: false,
    });
    expect(await app.statusOf(`/v1/consents/${consentId}`)).toBe('valid');
  });

  test('sees what a proxy gave, and the proxy sees it too', async () => {
    const [holder, proxy] = [await app.holder(), await app.customer()];
    await app.grantMandate(holder.customerNumber, proxy.customerNumber);
    const path = await valid(holder, proxy);
    expect(await listed(holder, 'live')).toEqual([`${idIn(path)} valid proxy-of-customer`]);
    expect(await listed(proxy, 'live')).toEqual([`${idIn(path)} valid customer-as-proxy`]);
    expect(await withdrawConsent(app.context(), { viewer: holder, consentId: idIn(path) })).toBe('withdrawn');
    expect(await app.statusOf(path)).toBe('revokedByPsu');
  });
});

describe('a withdrawal', () => {
  test('counts at once, may be repeated, and says who did it', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    const key = { viewer: holder, consentId: idIn(path) };
    expect(await withdrawConsent(app.context(), key)).toBe('withdrawn');
    expect(await app.statusOf(path)).toBe('revokedByPsu');
    app.identity.clock.advance({ minutes: 5 });
    expect(await withdrawConsent(app.context(), key)).toBe('withdrawn');
    const events = await app.identity.database.query<{ name: string; cause: string | null }>(
      `select name, data::jsonb ->> 'cause' as cause from platform.outbox_event
        where aggregate_id = $1 order by position`,
      [idIn(path)],
    );
    expect(events.map(({ cause, name }) => `${name} ${cause}`)).toEqual([
      'consent-created null',
      'consent-changed approved',
      'consent-changed withdrawn',
      'consent-ended null',
    ]);
    expect(await listed(holder, 'ended')).toEqual([`${idIn(path)} revokedByPsu customer`]);
  });

  test('does not replace another end', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    await app.send({ method: 'DELETE', path });
    expect(await withdrawConsent(app.context(), { viewer: holder, consentId: idIn(path) })).toBe('ended');
    expect(await app.statusOf(path)).toBe('terminatedByTpp');
  });
});

test('one consent that cannot be decrypted does not hide the others', async () => {
  const holder = await app.holder();
  app.choose({ areSeveralAllowed: true });
  const [damaged, other] = [await valid(holder), await valid(holder)];
  await app.identity.database.query(
    "update consents.consent set sealed_access = sealed_access || '\\x00'::bytea where consent_id = $1",
    [idIn(damaged)],
  );
  expect(await listed(holder, 'live')).toEqual([`${idIn(other)} valid customer`]);
});
