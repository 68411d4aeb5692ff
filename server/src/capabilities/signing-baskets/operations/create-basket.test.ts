import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  type BasketsTestApp,
  createBasketsTestApp,
  idOf,
  membersIn,
  pathIn,
  paymentFrom,
  shortly,
} from '../testing/baskets-test-app.suite.ts';

let app: BasketsTestApp;
beforeAll(async () => {
  app = await createBasketsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseSca({ approaches: ['EMBEDDED', 'REDIRECT', 'DECOUPLED'] });
});

const standing = { path: '/v1/periodic-payments/sepa-credit-transfers' } as const;

describe('a signing basket', () => {
  test('groups payments of every service and a consent, and is read and deleted (getBasket, getBasketStatus, deleteBasket)', async () => {
    const holder = await app.holder();
    const day = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
    const payment = await app.pay(holder);
    const order = await app.pay(holder, {
      ...standing,
      body: paymentFrom(holder.iban, { frequency: 'Monthly', startDate: day.add({ days: 3 }).toString() }),
    });
    const bulk = await app.pay(holder, {
      path: '/v1/bulk-payments/sepa-credit-transfers',
      body: {
        debtorAccount: { iban: holder.iban },
        payments: ['1.00', '2.00'].map((amount) => {
          const { debtorAccount: _, ...entry } = paymentFrom(holder.iban, {
            instructedAmount: { currency: 'EUR', amount },
          });
          return entry;
        }),
      },
    });
    const consent = await app.ask(holder);
    const created = await app.create(membersIn([payment, order, bulk, consent]));
    expect(shortly(created)).toBe('201 RCVD');
    const path = pathIn(created);
    expect(created.headers['location']).toBe(`https://bank.test${path}`);
    expect(at(created.body, '_links')).toEqual({
      startAuthorisation: { href: `${path}/authorisations` },
      self: { href: path },
      status: { href: `${path}/status` },
    });
    const read = await app.send({ method: 'GET', path });
    expect(read.body).toMatchObject({
      payments: [payment, order, bulk].map(idOf),
      consents: [idOf(consent)],
      transactionStatus: 'RCVD',
    });
    expect(await app.statusOf(path)).toBe('RCVD');
    expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
    expect(await app.statusOf(path)).toBe('CANC');
    expect((await app.send({ method: 'DELETE', path })).status).toBe(204);
    expect(await app.statusOf(payment)).toBe('RCVD');
    expect(await app.statusOf(consent)).toBe('received');
    expect(shortly(await app.create(membersIn([payment, consent])))).toBe('201 RCVD');
  });

  test('is not created from what it cannot have', async () => {
    const holder = await app.holder();
    const other = await app.holder();
    const [payment, foreign] = [await app.pay(holder), await app.pay(holder, { as: '_B' })];
    const [first, second] = [await app.ask(holder), await app.ask(holder)];
    const theirs = await app.pay(other);
    const shown = async (...paths: readonly string[]) => shortly(await app.create(membersIn(paths)));
    expect(shortly(await app.create({}))).toBe('400 FORMAT_ERROR');
    expect(shortly(await app.create({ paymentIds: [] }))).toBe('400 FORMAT_ERROR');
    expect(await shown(payment, payment)).toBe('400 FORMAT_ERROR');
    expect(await shown(payment, randomUUID())).toBe('400 RESOURCE_UNKNOWN');
    expect(await shown(payment, 'nonsense')).toBe('400 RESOURCE_UNKNOWN');
    expect(await shown(payment, foreign)).toBe('400 RESOURCE_UNKNOWN');
    expect(shortly(await app.create({ consentIds: [idOf(payment)] }))).toBe('400 RESOURCE_UNKNOWN');
    expect(await shown(payment, theirs)).toBe('400 REFERENCE_MIX_INVALID');
    expect(await shown(first, second)).toBe('400 REFERENCE_MIX_INVALID');
    const unwanted = { headers: { 'tpp-explicit-authorisation-preferred': 'false' } };
    expect(shortly(await app.create(membersIn([payment]), unwanted))).toBe('400 FORMAT_ERROR');
    app.choose({ entriesMax: 1 });
    expect(await shown(payment, first)).toBe('400 FORMAT_ERROR');
    app.choose({ entriesMax: 1_000 });
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect(shortly(await app.create({ paymentIds: many }))).toBe('400 FORMAT_ERROR');
    app.choose({ areSupported: false });
    expect(await shown(payment)).toBe('405 SERVICE_INVALID');
  });

  test('names the resource that cannot be grouped', async () => {
    const holder = await app.holder();
    const payment = await app.pay(holder);
    const refused = await app.create({ paymentIds: [idOf(payment), randomUUID()] });
    expect(refused.body).toMatchObject({
      tppMessages: [{ code: 'RESOURCE_UNKNOWN', path: '/paymentIds/1' }],
    });
  });

  test('needs the role of every resource', async () => {
    const holder = await app.holder();
    const payment = await app.pay(holder);
    const consent = await app.ask(holder);
    for (const [as, paths] of [
      ['_PI', [consent]],
      ['_AI', [payment]],
    ] as const)
      expect(shortly(await app.create(membersIn(paths), { as }))).toBe('401 ROLE_INVALID');
    const own = await app.pay(holder, { as: '_PI' });
    const path = pathIn(await app.create(membersIn([own]), { as: '_PI' }));
    expect((await app.send({ method: 'GET', path, as: '_PI' })).status).toBe(200);
  });

  test('of another third party does not exist', async () => {
    const path = await app.group(await app.pay(await app.holder()));
    for (const request of [
      { method: 'GET', path },
      { method: 'GET', path: `${path}/status` },
      { method: 'DELETE', path },
      { method: 'POST', path: `${path}/authorisations` },
      { method: 'GET', path: '/v1/signing-baskets/nonsense' },
    ] as const)
      expect(shortly(await app.send({ ...request, as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
  });

  test('blocks its members for another one and for their own authorisations until it ends', async () => {
    const holder = await app.holder();
    const day = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
    const { debtorAccount, ...entry } = paymentFrom(holder.iban);
    const members = [
      await app.pay(holder),
      await app.pay(holder, {
        ...standing,
        body: paymentFrom(holder.iban, { frequency: 'Monthly', startDate: day.add({ days: 3 }).toString() }),
      }),
      await app.pay(holder, {
        path: '/v1/bulk-payments/sepa-credit-transfers',
        body: { debtorAccount, payments: [entry, entry] },
      }),
      await app.ask(holder),
    ];
    const basket = await app.group(...members);
    for (const path of members) {
      expect(shortly(await app.create(membersIn([path])))).toBe('400 RESOURCE_BLOCKED');
      const start = { method: 'POST', path: `${path}/authorisations` } as const;
      expect(shortly(await app.send(start))).toBe('400 RESOURCE_BLOCKED');
    }
    await app.send({ method: 'DELETE', path: basket });
    for (const path of members) expect(await app.approve(path, holder)).toBe('finalised');
  });

  test('does not take resources that are authorised, expired, cancelled, unverified or without an account', async () => {
    const holder = await app.holder();
    const approved = await app.pay(holder);
    expect(await app.approve(approved, holder)).toBe('finalised');
    const cancelled = await app.pay(holder);
    await app.send({ method: 'DELETE', path: cancelled });
    const unverified = await app.pay(holder, { headers: { 'client-vop-requested': 'true' } });
    const open = await app.ask(holder, { access: { accounts: [] } });
    for (const path of [approved, cancelled, unverified, open])
      expect(shortly(await app.create(membersIn([path])))).toBe('409 REFERENCE_STATUS_INVALID');
    const late = await app.pay(holder);
    app.identity.clock.advance({ hours: 1 });
    expect(shortly(await app.create(membersIn([late])))).toBe('400 RESOURCE_EXPIRED');
  });

  test('that lapsed blocks nothing, before any job has recorded it', async () => {
    const holder = await app.holder();
    const [first, second] = [await app.pay(holder), await app.pay(holder)];
    const basket = await app.group(first, second);
    await app.send({ method: 'DELETE', path: first });
    expect(await app.statusOf(basket)).toBe('RJCT');
    expect(shortly(await app.send({ method: 'POST', path: `${basket}/authorisations` }))).toBe(
      '403 RESOURCE_EXPIRED',
    );
    const again = await app.group(second);
    expect(await app.approve(again, holder)).toBe('finalised');
    expect(await app.statusOf(second)).toBe('ACTC');
    expect(await app.statusOf(basket)).toBe('RJCT');
    expect((await app.send({ method: 'DELETE', path: basket })).status).toBe(204);
    expect(await app.statusOf(basket)).toBe('RJCT');
  });
});

test('results of payees that the third party was not told are shown by the bank', async () => {
  const holder = await app.holder();
  const untold = await app.pay(holder, {
    isPayeeTold: false,
    body: paymentFrom(holder.iban, { creditorName: 'Peter Roth' }),
  });
  app.chooseSca({ approaches: ['EMBEDDED'] });
  expect(shortly(await app.create(membersIn([untold])))).toBe('400 SERVICE_INVALID');
});
