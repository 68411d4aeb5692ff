import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeUserState } from '#capabilities/identity/index.ts';
import { endMandate } from '#capabilities/party/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  idIn,
  pathIn,
  shortly,
  type TestCustomer,
} from '../testing/funds-test-app.suite.ts';
import { listCustomerFundsConsents } from './list-customer-funds-consents.ts';
import { type Reestablishment, reestablishFundsConsent } from './reestablish-funds-consent.ts';
import { viewCustomerFundsConsent } from './view-customer-funds-consent.ts';
import { withdrawFundsConsent } from './withdraw-funds-consent.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

const hours = (count: number): void => app.identity.clock.advance({ hours: count });

const withdraw = (path: string, viewer: TestCustomer): ReturnType<typeof withdrawFundsConsent> =>
  withdrawFundsConsent(app.context(), { viewer, consentId: idIn(path) });

const reestablish = (
  path: string,
  viewer: TestCustomer,
  at = app.identity.clock.now(),
): Promise<Reestablishment> =>
  reestablishFundsConsent(app.context(), {
    viewer,
    consentId: idIn(path),
    factor: { userId: viewer.userId, assurance: 'sca', at },
  });

async function listed(
  viewer: Pick<TestCustomer, 'customerNumber' | 'userId'>,
  which: 'live' | 'ended',
): Promise<readonly string[]> {
  const { consents } = await listCustomerFundsConsents(app.context(), { viewer, which, page: 1 });
  return consents.map(({ consentId, givenBy, status }) => `${consentId} ${status} ${givenBy}`);
}

describe('a customer', () => {
  test('sees who may ask about which account, and on which days that happened', async () => {
    const holder = await app.holder();
    const path = await app.valid(holder, { body: { cardNumber: '5254123456783241' } });
    await app.confirm({ iban: holder.iban }, '1.00');
    const viewed = await viewCustomerFundsConsent(app.context(), { viewer: holder, consentId: idIn(path) });
    expect(viewed).toMatchObject({
      status: 'valid',
      account: { scheme: 'iban', id: holder.iban },
      cardEnding: '3241',
      givenBy: 'customer',
      endedAt: undefined,
      reestablishableUntil: undefined,
    });
    expect(viewed?.askedDays).toHaveLength(1);
    expect(await listed(holder, 'live')).toEqual([`${idIn(path)} valid customer`]);
    expect(await listed(holder, 'ended')).toEqual([]);
  });

  test('does not see what was only asked for, nor anything of other customers', async () => {
    const [holder, otherCustomer] = [await app.holder(), await app.customer()];
    await app.ask({ iban: holder.iban });
    expect(await listed(holder, 'live')).toEqual([]);
    const path = await app.valid(holder);
    for (const consentId of [idIn(path), '01a1dcbf-fdb1-7d5d-b669-60821bd6845c', "' or 1=1", '']) {
      const key = { viewer: otherCustomer, consentId };
      expect(await viewCustomerFundsConsent(app.context(), key)).toBeUndefined();
      expect(await withdrawFundsConsent(app.context(), key)).toBe('unknown');
    }
    expect(await listed(otherCustomer, 'live')).toEqual([]);
    expect(await app.statusOf(path)).toBe('valid');
  });

  test('sees what a proxy gave, and the proxy sees it too', async () => {
    const [holder, proxy] = [await app.holder(), await app.customer()];
    await app.grantMandate(holder.customerNumber, proxy.customerNumber);
    const path = pathIn(await app.ask({ iban: holder.iban }));
    expect(await app.approve(path, proxy)).toBe('finalised');
    expect(await listed(holder, 'live')).toEqual([`${idIn(path)} valid proxy-of-customer`]);
    expect(await listed(proxy, 'live')).toEqual([`${idIn(path)} valid customer-as-proxy`]);
  });

  test('sees one that cannot be decrypted nowhere, and the others nevertheless', async () => {
    const holder = await app.holder();
    const [damaged, other] = [await app.valid(holder), await app.valid(holder)];
    await app.identity.database.query(
      "update funds_confirmations.consent set sealed_terms = sealed_terms || '\\x00'::bytea where consent_id = $1",
      [idIn(damaged)],
    );
    expect(await listed(holder, 'live')).toEqual([`${idIn(other)} valid customer`]);
  });
});

describe('a withdrawal', () => {
  test('counts at once, may be repeated, and stays in the history for two years', async () => {
    const holder = await app.holder();
    const path = await app.valid(holder);
    const under = { headers: { 'consent-id': idIn(path) } };
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under))).toBe('200 true');
    expect([await withdraw(path, holder), await withdraw(path, holder)]).toEqual(['withdrawn', 'withdrawn']);
    expect(await app.statusOf(path)).toBe('revokedByPsu');
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00', under))).toBe('401 CONSENT_INVALID');
    expect(await listed(holder, 'ended')).toEqual([`${idIn(path)} revokedByPsu customer`]);
    hours(24 * 732);
    expect(await listed(holder, 'ended')).toEqual([]);
  });

  test('does not replace another end', async () => {
    const holder = await app.holder();
    const path = await app.valid(holder);
    await app.send({ method: 'DELETE', path });
    expect(await withdraw(path, holder)).toBe('ended');
    expect(await app.statusOf(path)).toBe('terminatedByTpp');
  });
});

describe('a withdrawn consent', () => {
  async function withdrawn() {
    const holder = await app.holder();
    const path = await app.valid(holder);
    expect(await withdraw(path, holder)).toBe('withdrawn');
    return { holder, path };
  }

  test('is valid again with a second factor, in time', async () => {
    const { holder, path } = await withdrawn();
    hours(47);
    expect(await reestablish(path, holder)).toBe('re-established');
    expect(await reestablish(path, holder)).toBe('re-established');
    expect(await app.statusOf(path)).toBe('valid');
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('200 true');
    const rows = await app.identity.database.query<{ cause: string }>(
      `select data::jsonb ->> 'cause' as cause from platform.outbox_event
        where aggregate_id = $1 and name = 'funds-consent-changed' order by position`,
      [idIn(path)],
    );
    expect(rows.map(({ cause }) => cause)).toEqual(['approved', 'withdrawn', 're-established']);
  });

  test('is not given again too late, by another customer, with an old factor, or without one', async () => {
    const { holder, path } = await withdrawn();
    const before = app.identity.clock.now().subtract({ seconds: 30 });
    expect(await reestablish(path, holder, before)).toBe('not-proven');
    expect(await reestablish(path, await app.customer())).toBe('unknown');
    const [other, old] = [await withdrawn(), app.identity.clock.now().subtract({ seconds: 61 })];
    await expect(reestablish(other.path, other.holder, old)).rejects.toThrow(Problem);
    hours(48);
    expect(await reestablish(other.path, other.holder)).toBe('too-late');
    app.choose({ reestablishHours: 0 });
    expect(await reestablish(path, holder)).toBe('not-withdrawn');
  });

  test('is not given again for an owner whom the bank does not know any more', async () => {
    const { holder, path } = await withdrawn();
    const viewer = { ...holder, customerNumber: '9999999999' };
    await app.identity.database.query(
      'update funds_confirmations.consent set owner = $2 where consent_id = $1',
      [idIn(path), viewer.customerNumber],
    );
    expect(await reestablish(path, viewer)).toBe('owner-gone');
  });

  test('is not given again if the user may not act, or the mandate was lost', async () => {
    const [holder, proxy] = [await app.holder(), await app.customer()];
    await app.grantMandate(holder.customerNumber, proxy.customerNumber);
    const path = pathIn(await app.ask({ iban: holder.iban }));
    expect(await app.approve(path, proxy)).toBe('finalised');
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
    const context = { ...app.context(), ...app.identity.ports };
    await changeUserState(context, { userId: proxy.userId, to: 'closed', reason: 'fraud' });
    expect(await reestablish(path, proxy)).toBe('user-inactive');
  });

  test('and a withdrawal at the same time end in one of the two states', async () => {
    const { holder, path } = await withdrawn();
    for (let round = 0; round < 5; round += 1) {
      const [again, over] = await Promise.all([reestablish(path, holder), withdraw(path, holder)]);
      expect([again, over]).toEqual(['re-established', 'withdrawn']);
      expect(['revokedByPsu', 'valid']).toContain(await app.statusOf(path));
      await withdraw(path, holder);
    }
  });
});
