import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  activateRules,
  type BasketsTestApp,
  bulkFrom,
  createBasketsTestApp,
  entryOf,
  paymentFrom,
  type TestCustomer,
  type TestHolder,
} from '../testing/baskets-test-app.suite.ts';

let app: BasketsTestApp;
beforeAll(async () => {
  app = await createBasketsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.chooseSca({ approaches: ['EMBEDDED', 'REDIRECT', 'DECOUPLED'] }));

const product = 'sepa-credit-transfers';
const euros = (amount: string) => ({ instructedAmount: { currency: 'EUR', amount } });
const statuses = (paths: readonly string[]): Promise<readonly unknown[]> =>
  Promise.all(paths.map((path) => app.statusOf(path)));

interface Team {
  readonly holder: TestHolder;
  readonly second: TestCustomer;
}

/** A customer, a proxy with a mandate, and rules of the customer that name both. */
async function team(
  rules: (signers: {
    readonly one: object;
    readonly both: object;
  }) => readonly Readonly<Record<string, unknown>>[],
): Promise<Team> {
  const [holder, second] = [await app.holder(), await app.customer()];
  await app.grantMandate(holder.customerNumber, second.customerNumber);
  const user = (id: string) => ({ level: 1, 'entity-level': 'user-id', 'entity-id': id, required: 1 });
  const either = [[user(holder.userId)], [user(second.userId)]];
  await activateRules(
    { ...app.identity.context(), ...app.identity.ports.authorization },
    holder.customerNumber,
    rules({
      one: { alternatives: either },
      both: { alternatives: [[user(holder.userId), user(second.userId)]] },
    }),
  );
  return { holder, second };
}

/** One signature below an amount in euros, two from it on. */
const bands =
  (limit: string, more: object = {}) =>
  ({ one, both }: { readonly one: object; readonly both: object }) => [
    { 'resource-kind': 'payment', 'amount-to': limit, ...more, ...one },
    { 'resource-kind': 'payment', 'amount-from': limit, ...more, ...both },
  ];

const single = ({ holder }: Team, amount: string) =>
  app.pay(holder, { body: paymentFrom(holder.iban, euros(amount)) });
const bulk = ({ holder }: Team, ...amounts: readonly string[]) =>
  app.pay(holder, {
    path: `/v1/bulk-payments/${product}`,
    body: bulkFrom(
      holder.iban,
      amounts.map((amount) => entryOf(amount)),
    ),
  });
const standing = ({ holder }: Team, amount: string, schedule: object) =>
  app.pay(holder, {
    path: `/v1/periodic-payments/${product}`,
    body: paymentFrom(holder.iban, { ...euros(amount), ...schedule }),
  });
const inDays = (days: number): string =>
  app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days }).toString();
/** Starts an authorisation up to its code; returns how the code is sent. */
async function atCode(path: string, customer: TestCustomer): Promise<() => Promise<TestServerResponse>> {
  const started = await app.send({
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { 'psu-id': customer.username },
    body: { psuData: { password: customer.password } },
  });
  const own = `${path}/authorisations/${String(at(started.body, 'authorisationId'))}`;
  const { code } = await app.identity.newestCode(customer.userId);
  return () => app.send({ method: 'PUT', path: own, body: { scaAuthenticationData: code } });
}

const oneDay = () => ({ startDate: inDays(3), endDate: inDays(3), frequency: 'Daily' });

describe('a rule for payments of two signatures is not evaded', () => {
  test('by a bulk of one transfer, or a standing order of one day', async () => {
    const four = await team(({ both }) => [{ 'resource-kind': 'payment', ...both }]);
    const forms = [
      await single(four, '900.00'),
      await bulk(four, '900.00'),
      await standing(four, '900.00', oneDay()),
    ];
    for (const path of forms) expect(await app.approve(path, four.holder)).toBe('finalised');
    expect(await statuses(forms)).toEqual(['PATC', 'PATC', 'PATC']);
    for (const path of forms) expect(await app.approve(path, four.second)).toBe('finalised');
    expect(await statuses(forms)).toEqual(['ACTC', 'ACTC', 'ACTC']);
  });

  test('by a proxy alone', async () => {
    const four = await team(({ both }) => [{ 'resource-kind': 'payment', ...both }]);
    const path = await bulk(four, '900.00');
    expect(await app.approve(path, four.second)).toBe('finalised');
    expect(await app.statusOf(path)).toBe('PATC');
  });

  test('unless an active rule names the form', async () => {
    const named = await team(({ both, one }) => [
      { 'resource-kind': 'payment', ...both },
      { 'resource-kind': 'bulk-payment', ...one },
    ]);
    const forms = [await bulk(named, '900.00'), await standing(named, '900.00', oneDay())];
    for (const path of forms) expect(await app.approve(path, named.holder)).toBe('finalised');
    // Both rules govern the form that none names.
    expect(await statuses(forms)).toEqual(['ACTC', 'PATC']);
  });
});

describe('an amount from which two sign is not evaded', () => {
  test('by a bulk, a basket, or a standing order', async () => {
    const limited = await team(bands('100.00'));
    const below = await single(limited, '60.00');
    expect(await app.approve(below, limited.holder)).toBe('finalised');
    expect(await app.statusOf(below)).toBe('ACTC');
    const members = [await single(limited, '60.00'), await single(limited, '60.00')];
    const basket = await app.group(...members);
    const forms = [
      await single(limited, '120.00'),
      await bulk(limited, '60.00', '60.00'),
      basket,
      await standing(limited, '60.00', { startDate: inDays(3), frequency: 'Daily' }),
      await standing(limited, '60.00', { startDate: inDays(3), endDate: inDays(4), frequency: 'Daily' }),
      await standing(limited, '10.00', { startDate: inDays(3), frequency: 'Monthly' }),
    ];
    for (const path of forms) expect(await app.approve(path, limited.holder)).toBe('finalised');
    expect(await statuses(forms)).toEqual(forms.map(() => 'PATC'));
    expect(await statuses(members)).toEqual(['PATC', 'PATC']);
    for (const path of forms) expect(await app.approve(path, limited.second)).toBe('finalised');
    expect(await statuses([...forms, ...members])).toEqual([...forms, ...members].map(() => 'ACTC'));
  });

  test('by a standing order whose whole year stays below it', async () => {
    const limited = await team(bands('100.00'));
    const year = await standing(limited, '8.00', { startDate: inDays(3), frequency: 'Monthly' });
    expect(await app.approve(year, limited.holder)).toBe('finalised');
    expect(await app.statusOf(year)).toBe('ACTC');
  });

  test('by a standing order in a basket', async () => {
    const limited = await team(bands('100.00'));
    const basket = await app.group(
      await standing(limited, '60.00', oneDay()),
      await single(limited, '50.00'),
    );
    expect(await app.approve(basket, limited.holder)).toBe('finalised');
    expect(await app.statusOf(basket)).toBe('PATC');
  });
});

describe('a rule for baskets', () => {
  test('is evaluated beside those of the members', async () => {
    const named = await team(({ both, one }) => [
      { 'resource-kind': 'payment', ...one },
      { 'resource-kind': 'signing-basket', ...both },
    ]);
    const members = [await single(named, '1.00'), await single(named, '2.00')];
    const basket = await app.group(...members);
    expect(await app.approve(basket, named.holder)).toBe('finalised');
    expect(await statuses([basket, ...members])).toEqual(['PATC', 'PATC', 'PATC']);
    expect(await app.approve(basket, named.second)).toBe('finalised');
    expect(await statuses([basket, ...members])).toEqual(['ACTC', 'ACTC', 'ACTC']);
    const alone = await single(named, '3.00');
    expect(await app.approve(alone, named.holder)).toBe('finalised');
    expect(await app.statusOf(alone)).toBe('ACTC');
  });

  test('makes a consent in it need two signatures as well', async () => {
    const named = await team(({ both }) => [{ 'resource-kind': 'signing-basket', ...both }]);
    const consent = await app.ask(named.holder);
    const basket = await app.group(await single(named, '1.00'), consent);
    expect(await app.approve(basket, named.holder)).toBe('finalised');
    expect(await statuses([basket, consent])).toEqual(['PATC', 'partiallyAuthorised']);
  });
});

describe('a rule with a window', () => {
  const windowed = () => team(bands('100.00', { 'within-days': 30 }));

  test('counts what was released before, in whatever form', async () => {
    const limited = await windowed();
    const first = await single(limited, '60.00');
    expect(await app.approve(first, limited.holder)).toBe('finalised');
    expect(await app.statusOf(first)).toBe('ACTC');
    for (const next of [await single(limited, '60.00'), await bulk(limited, '60.00')]) {
      expect(await app.approve(next, limited.holder)).toBe('finalised');
      expect(await app.statusOf(next)).toBe('PATC');
    }
    const small = await single(limited, '39.99');
    expect(await app.approve(small, limited.holder)).toBe('finalised');
    expect(await app.statusOf(small)).toBe('ACTC');
  });

  test('forgets what was released before its days', async () => {
    const limited = await windowed();
    const first = await single(limited, '60.00');
    expect(await app.approve(first, limited.holder)).toBe('finalised');
    app.identity.clock.advance({ hours: 24 * 30 });
    const second = await single(limited, '60.00');
    expect(await app.approve(second, limited.holder)).toBe('finalised');
    expect(await statuses([first, second])).toEqual(['ACTC', 'ACTC']);
  });

  test('of payments that are approved at the same time counts all but the first', async () => {
    const limited = await windowed();
    const { customerNumber } = limited.holder;
    const of = (required: number) => [
      [{ level: 1, 'entity-level': 'customer', 'entity-id': customerNumber, required }],
    ];
    const rule = { 'rule-id': 'bulk', 'resource-kind': 'bulk-payment', 'within-days': 7 };
    await activateRules({ ...app.identity.context(), ...app.identity.ports.authorization }, customerNumber, [
      { ...rule, 'rule-id': `${customerNumber}-small`, 'amount-to': '100.00', alternatives: of(1) },
      { ...rule, 'rule-id': `${customerNumber}-large`, 'amount-from': '100.00', alternatives: of(2) },
    ]);
    const proxies: TestCustomer[] = [];
    for (let count = 0; count < 5; count += 1) proxies.push(await app.customer());
    for (const proxy of proxies) await app.grantMandate(customerNumber, proxy.customerNumber);
    // Each customer has one code at a time.
    const approvals = [];
    for (const proxy of proxies) {
      const path = await bulk(limited, '60.00');
      approvals.push({ path, sign: await atCode(path, proxy) });
    }
    const signed = await Promise.all(approvals.map(({ sign }) => sign()));
    expect(signed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const reached = (await statuses(approvals.map(({ path }) => path))).map(String);
    expect(reached.filter((status) => status === 'ACTC')).toEqual(['ACTC']);
    expect(reached.filter((status) => status === 'PATC')).toHaveLength(4);
  });

  test('also for a payment that needed one signature when it was initiated: it is then multilevel', async () => {
    const limited = await windowed();
    const [first, second] = [await single(limited, '60.00'), await single(limited, '60.00')];
    expect(await app.approve(first, limited.holder)).toBe('finalised');
    expect(await app.approve(second, limited.holder)).toBe('finalised');
    expect(await statuses([first, second])).toEqual(['ACTC', 'PATC']);
    expect(await app.approve(second, limited.second)).toBe('finalised');
    expect(await app.statusOf(second)).toBe('ACTC');
  });
});
