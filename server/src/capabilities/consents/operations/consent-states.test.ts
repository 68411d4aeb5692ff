import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApproval, submitApproval } from '#capabilities/sca/index.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  requireTwoSigners,
  shortly,
  type TestHolder,
} from '../testing/consents-test-app.suite.ts';
import { cleanUpConsents } from './clean-up-consents.ts';
import { expireConsents } from './expire-consents.ts';

let app: ConsentsTestApp;
beforeAll(async () => {
  app = await createConsentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseSca({});
});

const hours = (count: number): void => app.identity.clock.advance({ hours: count });
const minutes = (count: number): void => app.identity.clock.advance({ minutes: count });

async function valid(holder: TestHolder, more: Parameters<ConsentsTestApp['ask']>[1] = {}): Promise<string> {
  const path = pathIn(await app.ask(allOf(holder), more));
  expect(await app.approve(path, holder)).toBe('finalised');
  return path;
}

describe('a consent that the customer approves', () => {
  test('is valid, and links to the accounts', async () => {
    const path = await valid(await app.holder());
    expect(await app.statusOf(path)).toBe('valid');
    expect((await app.send({ method: 'GET', path })).body).toMatchObject({
      consentStatus: 'valid',
      _links: { account: { href: '/v1/accounts' } },
    });
  });

  test('cannot be approved again, or by a customer who does not hold the account', async () => {
    const [holder, otherCustomer] = [await app.holder(), await app.customer()];
    const path = pathIn(await app.ask(allOf(holder)));
    expect(await app.approve(path, otherCustomer)).toBe('403 SERVICE_BLOCKED');
    expect(await app.statusOf(path)).toBe('received');
    expect(await app.approve(path, holder)).toBe('finalised');
    expect(await app.approve(path, holder)).toContain('409');
  });

  test('ends with its last day, where the bank is', async () => {
    const path = await valid(await app.holder());
    const read = await app.send({ method: 'GET', path });
    const last = String(at(read.body, 'validUntil'));
    app.identity.clock.set(`${last}T22:59:59Z`);
    expect(await app.statusOf(path)).toBe('valid');
    minutes(1);
    expect(await app.statusOf(path)).toBe('expired');
    const ended = await app.send({ method: 'GET', path });
    hours(72);
    expect(await expireConsents(app.context())).toBeGreaterThanOrEqual(1);
    // The job records the end as it was; it is none of the members that the third party asked for.
    expect((await app.send({ method: 'GET', path })).body).toEqual(ended.body);
    expect(ended.body).toMatchObject({ consentStatus: 'expired', validUntil: last });
  });

  test('for one access is valid for 20 minutes', async () => {
    const path = await valid(await app.holder(), { body: { recurringIndicator: false } });
    minutes(19);
    expect(await app.statusOf(path)).toBe('valid');
    minutes(1);
    expect(await app.statusOf(path)).toBe('expired');
  });
});

describe('a consent without an approval', () => {
  test('is rejected after its time, whether or not a job was there', async () => {
    const holder = await app.holder();
    const path = pathIn(await app.ask(allOf(holder)));
    minutes(29);
    expect(await app.statusOf(path)).toBe('received');
    minutes(1);
    expect(await app.statusOf(path)).toBe('rejected');
    expect(await app.approve(path, holder)).toContain('403');
    await expireConsents(app.context());
    expect(await app.statusOf(path)).toBe('rejected');
  });

  test('and that ends today is not waited for longer', async () => {
    const holder = await app.holder();
    const today = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString();
    app.identity.clock.set(`${today}T22:45:00Z`);
    const path = pathIn(await app.ask(allOf(holder), { body: { validUntil: today } }));
    minutes(15);
    expect(await app.statusOf(path)).toBe('rejected');
  });
});

describe('two signers', () => {
  test('must both approve', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSigners(app, holder, second);
    const asked = await app.ask(allOf(holder), {
      headers: { 'tpp-explicit-authorisation-preferred': 'false' },
    });
    expect(Object.keys(Object(at(asked.body, '_links')))).toEqual(['startAuthorisation', 'self', 'status']);
    const path = pathIn(asked);
    expect(await app.approve(path, holder)).toBe('finalised');
    expect(await app.statusOf(path)).toBe('partiallyAuthorised');
    hours(24);
    expect(await app.approve(path, holder)).toContain('409');
    expect(await app.approve(path, second)).toBe('finalised');
    expect(await app.statusOf(path)).toBe('valid');
  });

  test('have no time after the last day of the consent', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSigners(app, holder, second);
    const today = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
    const body = { validUntil: today.add({ days: 1 }).toString() };
    const [unsigned, signed] = [
      pathIn(await app.ask(allOf(holder), { body })),
      pathIn(await app.ask(allOf(holder), { body })),
    ];
    expect(await app.approve(signed, holder)).toBe('finalised');
    hours(48);
    expect([await app.statusOf(unsigned), await app.statusOf(signed)]).toEqual(['rejected', 'rejected']);
    expect(await app.approve(signed, second)).toContain('403');
  });

  test('who are not both there in time leave a rejected consent', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSigners(app, holder, second);
    const path = pathIn(await app.ask(allOf(holder)));
    expect(await app.approve(path, holder)).toBe('finalised');
    hours(24 * 15);
    expect(await app.statusOf(path)).toBe('rejected');
  });
});

describe('a newer recurring consent', () => {
  test('replaces the former one when it is approved, and not before', async () => {
    const holder = await app.holder();
    const former = await valid(holder);
    const next = pathIn(await app.ask(allOf(holder)));
    expect([await app.statusOf(former), await app.statusOf(next)]).toEqual(['valid', 'received']);
    expect(await app.approve(next, holder)).toBe('finalised');
    expect([await app.statusOf(former), await app.statusOf(next)]).toEqual(['expired', 'valid']);
  });

  test('rejects one that others had still to sign', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSigners(app, holder, second);
    const [former, next] = [pathIn(await app.ask(allOf(holder))), pathIn(await app.ask(allOf(holder)))];
    expect(await app.approve(former, holder)).toBe('finalised');
    expect(await app.approve(next, holder)).toBe('finalised');
    expect(await app.approve(next, second)).toBe('finalised');
    expect([await app.statusOf(former), await app.statusOf(next)]).toEqual(['rejected', 'valid']);
  });

  test('leaves those of other third parties and customers, and those for one access', async () => {
    const [holder, other] = [await app.holder(), await app.holder()];
    const kept = [await valid(other), await valid(holder, { body: { recurringIndicator: false } })];
    const elsewhere = pathIn(await app.ask(allOf(holder), { as: '_B' }));
    const mine = await valid(holder);
    expect(await Promise.all(kept.map((path) => app.statusOf(path)))).toEqual(['valid', 'valid']);
    const once = await valid(holder, { body: { recurringIndicator: false } });
    expect([await app.statusOf(mine), await app.statusOf(once)]).toEqual(['valid', 'valid']);
    const { body } = await app.send({ method: 'GET', path: `${elsewhere}/status`, as: '_B' });
    expect(at(body, 'consentStatus')).toBe('received');
  });

  test('leaves the former one where the bank allows several', async () => {
    app.choose({ areSeveralAllowed: true });
    const holder = await app.holder();
    const [former, next] = [await valid(holder), await valid(holder)];
    expect([await app.statusOf(former), await app.statusOf(next)]).toEqual(['valid', 'valid']);
  });
});

describe('a third party (getConsent, getConsentStatus, deleteConsent)', () => {
  test('ends its consent at any time, also twice', async () => {
    const holder = await app.holder();
    const open = pathIn(await app.ask(allOf(holder)));
    const used = await valid(holder);
    for (const path of [open, used, used]) {
      expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
      expect(await app.statusOf(path)).toBe('terminatedByTpp');
    }
    expect(await app.approve(open, holder)).toContain('409');
  });

  test('cannot end what has ended otherwise', async () => {
    const path = pathIn(await app.ask(allOf(await app.holder())));
    minutes(31);
    expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
    expect(await app.statusOf(path)).toBe('rejected');
  });

  test('ends one that others had still to sign', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSigners(app, holder, second);
    const path = pathIn(await app.ask(allOf(holder)));
    expect(await app.approve(path, holder)).toBe('finalised');
    expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
    expect(await app.statusOf(path)).toBe('terminatedByTpp');
    expect(await app.approve(path, second)).toContain('409');
  });

  test.each(['GET', 'DELETE'] as const)(
    'gets the same answer to %s for a foreign and an unknown one',
    async (method) => {
      const path = pathIn(await app.ask(allOf(await app.holder())));
      const unknown = '/v1/consents/01a1dcbf-fdb1-7d5d-b669-60821bd6845c';
      const answers = await Promise.all(
        [path, unknown, '/v1/consents/x'].map((one) => app.send({ method, path: one, as: '_B' })),
      );
      expect(answers.map(shortly)).toEqual(Array(3).fill('403 CONSENT_UNKNOWN'));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const status = await app.send({ method: 'GET', path: `${path}/status`, as: '_B' });
      expect(shortly(status)).toBe('403 CONSENT_UNKNOWN');
    },
  );
});

describe('accounts of several holders', () => {
  test('are shared by each holder alone', async () => {
    const [one, other] = [await app.customer(), await app.customer()];
    const joint = await app.openAccount({
      owner: one.customerNumber,
      coHolders: [other.customerNumber],
      signingMode: 'all',
    });
    for (const customer of [one, other]) {
      const path = pathIn(await app.ask(allOf(joint)));
      expect(await app.approve(path, customer)).toBe('finalised');
      expect(await app.statusOf(path)).toBe('valid');
    }
  });

  test('are shared with others only by who holds all of them', async () => {
    const [one, other] = [await app.customer(), await app.holder()];
    const joint = await app.openAccount({ owner: one.customerNumber, coHolders: [other.customerNumber] });
    const access = { accounts: [{ iban: joint.iban }, { iban: other.iban }] };
    const path = pathIn(await app.ask(access));
    expect(await app.approve(path, one)).toBe('403 SERVICE_BLOCKED');
    expect(await app.approve(path, other)).toBe('finalised');
  });
});

describe('all accounts', () => {
  test.each(['allPsd2', 'availableAccounts', 'availableAccountsWithBalance'])(
    'by %s are those of the customer who approves',
    async (flag) => {
      const holder = await app.holder();
      const path = pathIn(await app.ask({ [flag]: 'allAccounts' }));
      expect(await app.approve(path, holder)).toBe('finalised');
      expect((await app.send({ method: 'GET', path })).body).toMatchObject({
        access: { [flag]: 'allAccounts' },
        consentStatus: 'valid',
      });
      const rows = await app.identity.database.query(
        'select owner, user_id from consents.consent where consent_id = $1',
        [path.slice(path.lastIndexOf('/') + 1)],
      );
      expect(rows).toEqual([{ owner: holder.customerNumber, user_id: holder.userId }]);
    },
  );
});

test('a consent without accounts is for those that the customer chooses on the page', async () => {
  const holder = await app.holder();
  const second = await app.openAccount({ owner: holder.customerNumber });
  const asked = await app.ask(
    { balances: [], transactions: [] },
    {
      headers: {
        'tpp-redirect-uri': 'https://a.tpp.test/back',
        'tpp-explicit-authorisation-preferred': 'false',
      },
    },
  );
  const path = pathIn(asked);
  const url = String(at(asked.body, '_links', 'scaRedirect', 'href'));
  const handle = url.slice(url.lastIndexOf('/') + 1);
  const first = await openApproval(app.context(), { handle, browserSecret: undefined, state: undefined });
  const { browserSecret } = first;
  const csrf = first.frame?.csrf ?? '';
  const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };
  const submit = (form: Parameters<typeof submitApproval>[1]['form']) =>
    submitApproval(app.context(), { handle, browserSecret, csrf, form, browserInfo });
  await submit({ do: 'identify', name: holder.username });
  await submit({ do: 'password', password: new Secret(holder.password) });
  const { view } = await openApproval(app.context(), { handle, browserSecret, state: undefined });
  expect(view.kind === 'accounts' && view.accounts.map(({ iban }) => iban)).toEqual([
    holder.iban,
    second.iban,
  ]);
  await submit({ do: 'accounts', accountIds: [second.accountId] });
  await submit({ do: 'method', methodId: '' });
  const { code } = await app.identity.newestCode(holder.userId);
  await submit({ do: 'code', code });
  expect((await app.send({ method: 'GET', path })).body).toMatchObject({
    access: { balances: [{ iban: second.iban }], transactions: [{ iban: second.iban }] },
    consentStatus: 'valid',
  });
});

test('consents are deleted two years after their end', async () => {
  const path = pathIn(await app.ask(allOf(await app.holder())));
  minutes(31);
  await expireConsents(app.context());
  hours(24 * 730);
  await cleanUpConsents(app.context());
  expect(await app.statusOf(path)).toBe('rejected');
  hours(48);
  await cleanUpConsents(app.context());
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 CONSENT_UNKNOWN');
});
