import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeUserState } from '#capabilities/identity/index.ts';
import { endMandate } from '#capabilities/party/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  type TestCustomer,
  type TestHolder,
} from '../testing/consents-test-app.suite.ts';
import { type Reestablishment, reestablishConsent } from './reestablish-consent.ts';
import { viewCustomerConsent } from './view-customer-consent.ts';
import { withdrawConsent } from './withdraw-consent.ts';

let app: ConsentsTestApp;
beforeAll(async () => {
  app = await createConsentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

const idIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const hours = (count: number): void => app.identity.clock.advance({ hours: count });

async function valid(holder: TestHolder, by: TestCustomer = holder, body: object = {}): Promise<string> {
  const path = pathIn(await app.ask(allOf(holder), { body }));
  expect(await app.approve(path, by)).toBe('finalised');
  return path;
}

const withdraw = (path: string, viewer: TestCustomer): ReturnType<typeof withdrawConsent> =>
  withdrawConsent(app.context(), { viewer, consentId: idIn(path) });

const reestablish = (path: string, viewer: TestCustomer): Promise<Reestablishment> =>
  reestablishConsent(app.context(), {
    viewer,
    consentId: idIn(path),
    factor: { userId: viewer.userId, assurance: 'sca', at: app.identity.clock.now() },
  });

async function withdrawn(holder: TestHolder): Promise<string> {
  const path = await valid(holder);
  expect(await withdraw(path, holder)).toBe('withdrawn');
  return path;
}

/** Returns the last request of an approval. */
async function codeEntered(path: string, holder: TestHolder): Promise<() => Promise<TestServerResponse>> {
  app.identity.clock.advance({ minutes: 1 });
  const started = await app.send({
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { 'psu-id': holder.username },
    body: { psuData: { password: holder.password } },
  });
  const { code } = await app.identity.newestCode(holder.userId);
  const authorisation = `${path}/authorisations/${String(at(started.body, 'authorisationId'))}`;
  return () => app.send({ method: 'PUT', path: authorisation, body: { scaAuthenticationData: code } });
}

const causesOf = async (path: string): Promise<readonly string[]> => {
  const rows = await app.identity.database.query<{ cause: string }>(
    `select data::jsonb ->> 'cause' as cause from platform.outbox_event
      where aggregate_id = $1 and name = 'consent-changed' order by position`,
    [idIn(path)],
  );
  return rows.map(({ cause }) => cause);
};

describe('a customer who withdrew a consent', () => {
  test('re-establishes the same consent, with the same accounts and the same last day', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    const before = await app.send({ method: 'GET', path });
    expect(await withdraw(path, holder)).toBe('withdrawn');
    hours(47);
    expect(await reestablish(path, holder)).toBe('re-established');
    const after = await app.send({ method: 'GET', path });
    expect(after.body).toEqual({ ...Object(before.body), lastActionDate: expect.any(String) });
    expect(await causesOf(path)).toEqual(['approved', 'withdrawn', 're-established']);
    // A repeated form changes nothing more.
    expect(await reestablish(path, holder)).toBe('re-established');
    expect(await causesOf(path)).toHaveLength(3);
    expect(await withdraw(path, holder)).toBe('withdrawn');
    expect(await reestablish(path, holder)).toBe('re-established');
  });

  test('sees until when that is possible', async () => {
    const holder = await app.holder();
    const path = await withdrawn(holder);
    const until = app.identity.clock.now().add({ hours: 48 }).toString();
    const key = { viewer: holder, consentId: idIn(path) };
    const viewed = await viewCustomerConsent(app.context(), key);
    expect(viewed?.reestablishableUntil?.toString()).toBe(until);
    app.choose({ reestablishHours: 0 });
    expect((await viewCustomerConsent(app.context(), key))?.reestablishableUntil).toBeUndefined();
    expect(await reestablish(path, holder)).toBe('not-withdrawn');
  });

  test('is too late after the hours of the bank, and after the last day', async () => {
    const holder = await app.holder();
    const path = await withdrawn(holder);
    hours(48);
    expect(await reestablish(path, holder)).toBe('too-late');
    const today = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString();
    const short = await valid(holder, holder, { validUntil: today });
    await withdraw(short, holder);
    hours(24);
    expect(await reestablish(short, holder)).toBe('too-late');
    expect([await app.statusOf(path), await app.statusOf(short)]).toEqual(['revokedByPsu', 'revokedByPsu']);
  });

  test('needs a second factor of a moment ago', async () => {
    const holder = await app.holder();
    const path = await withdrawn(holder);
    const now = app.identity.clock.now();
    const factors = [
      { userId: holder.userId, assurance: '1fa', at: now },
      { userId: 'usr_other', assurance: 'sca', at: now },
      { userId: holder.userId, assurance: 'sca', at: now.subtract({ seconds: 61 }) },
    ] as const;
    for (const factor of factors) {
      const asked = reestablishConsent(app.context(), { viewer: holder, consentId: idIn(path), factor });
      const refused: unknown = await asked.catch((error: unknown) => error);
      expect(refused instanceof Problem && refused.literal).toBe('step-up-required');
    }
    expect(await app.statusOf(path)).toBe('revokedByPsu');
  });
});

describe('a consent is not re-established', () => {
  test('by another user, nor if another end came first', async () => {
    const [holder, proxy, otherCustomer] = [await app.holder(), await app.customer(), await app.customer()];
    await app.grantMandate(holder.customerNumber, proxy.customerNumber);
    const path = await valid(holder, proxy);
    expect(await withdraw(path, holder)).toBe('withdrawn');
    expect(await reestablish(path, proxy)).toBe('not-withdrawn');
    expect(await reestablish(path, otherCustomer)).toBe('unknown');
    expect(await reestablish(path, holder)).toBe('re-established');
    await app.send({ method: 'DELETE', path });
    expect(await reestablish(path, holder)).toBe('not-withdrawn');
    expect(await app.statusOf(path)).toBe('terminatedByTpp');
  });

  test('if the third party has a newer recurring one', async () => {
    const holder = await app.holder();
    const path = await withdrawn(holder);
    const newer = await valid(holder);
    expect(await reestablish(path, holder)).toBe('replaced');
    expect([await app.statusOf(path), await app.statusOf(newer)]).toEqual(['revokedByPsu', 'valid']);
    await app.send({ method: 'DELETE', path: newer });
    expect(await reestablish(path, holder)).toBe('re-established');
  });

  test('but is where the newer one has run out, although no job has recorded it', async () => {
    const holder = await app.holder();
    const path = await withdrawn(holder);
    const today = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString();
    const newer = await valid(holder, holder, { validUntil: today });
    hours(24);
    expect(await reestablish(path, holder)).toBe('re-established');
    expect([await app.statusOf(path), await app.statusOf(newer)]).toEqual(['valid', 'expired']);
  });

  test('if the owner died or was merged, before consents follow', async () => {
    const [dead, merged, survivor] = [await app.holder(), await app.holder(), await app.holder()];
    const [ofDead, ofMerged] = [await withdrawn(dead), await withdrawn(merged)];
    await app.parties.reportDeath(dead.customerNumber);
    await app.parties.merge(merged.customerNumber, survivor.customerNumber);
    expect(await reestablish(ofDead, dead)).toBe('owner-gone');
    expect(await reestablish(ofMerged, merged)).toBe('owner-gone');
  });

  test('if the user who gave it was closed', async () => {
    const [holder, proxy] = [await app.holder(), await app.customer()];
    await app.grantMandate(holder.customerNumber, proxy.customerNumber);
    const path = await valid(holder, proxy);
    await withdraw(path, holder);
    const { userId } = proxy;
    const context = { ...app.context(), ...app.identity.ports };
    await changeUserState(context, { userId, to: 'closed', reason: 'fraud' });
    expect(await reestablish(path, holder)).toBe('user-inactive');
  });

  test('if the mandate was lost by which it was given', async () => {
    const [holder, proxy] = [await app.holder(), await app.customer()];
    await app.grantMandate(holder.customerNumber, proxy.customerNumber);
    const path = await valid(holder, proxy);
    await withdraw(path, proxy);
    await endMandate(
      { ...app.identity.context(), ...app.identity.ports.authorization.correspondence.party },
      {
        principal: holder.customerNumber,
        proxy: proxy.customerNumber,
        employeeId: 'e-1',
        reason: 'letter of the customer',
      },
    );
    expect(await reestablish(path, proxy)).toBe('mandate-lost');
  });
});

describe('races', () => {
  test('a withdrawal and a re-establishment end in one of the two states, and never fail', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    for (let round = 0; round < 8; round += 1) {
      await withdraw(path, holder);
      const [again, over] = await Promise.all([reestablish(path, holder), withdraw(path, holder)]);
      expect([again, over]).toEqual(['re-established', 'withdrawn']);
      const status = await app.statusOf(path);
      const causes = await causesOf(path);
      expect(status).toBe(causes.at(-1) === 'withdrawn' ? 'revokedByPsu' : 'valid');
    }
  });

  test('of a re-established consent and a new one, exactly one is valid, and neither request fails', async () => {
    const holder = await app.holder();
    for (let round = 0; round < 6; round += 1) {
      const path = await withdrawn(holder);
      const next = pathIn(await app.ask(allOf(holder)));
      const approve = await codeEntered(next, holder);
      const [again, approved] = await Promise.all([reestablish(path, holder), approve()]);
      expect(['re-established', 'replaced']).toContain(again);
      expect(approved.status).toBe(200);
      const states = [await app.statusOf(path), await app.statusOf(next)];
      expect(states).toEqual([again === 'replaced' ? 'revokedByPsu' : 'expired', 'valid']);
      await app.send({ method: 'DELETE', path: next });
      hours(1);
    }
  });

  test('two re-establishments of different consents leave one valid', async () => {
    const holder = await app.holder();
    const [one, other] = [await withdrawn(holder), await withdrawn(holder)];
    const results = await Promise.all([reestablish(one, holder), reestablish(other, holder)]);
    expect(results.toSorted()).toEqual(['re-established', 'replaced']);
    const states = [await app.statusOf(one), await app.statusOf(other)];
    expect(states.map(String).toSorted()).toEqual(['revokedByPsu', 'valid']);
  });
});
