import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { AccountConsent, BasketMember, SinglePayment } from '../domain/order.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { debtor, type ExemptionSteps, eur, exemptionSteps } from '../testing/exemption-steps.suite.ts';
import { visitPage } from '../testing/page-visit.suite.ts';
import { createScaTestApp, type ScaTestApp, type TestCustomer } from '../testing/sca-test-app.suite.ts';
import { putAccount } from '../testing/test-accounts.suite.ts';
import { authorisationsOf } from '../testing/test-routes.suite.ts';
import { addSubject, outcomeOf } from '../testing/test-subjects.suite.ts';

let app: ScaTestApp;
let steps: ExemptionSteps;
beforeAll(async () => {
  app = await createScaTestApp();
  steps = exemptionSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const organisationId = 'PSDNL-DNB-A';

function payment(id: string, more: Partial<SinglePayment['transfer']> = {}): SinglePayment {
  return {
    kind: 'payment',
    id,
    product: 'sepa-credit-transfers',
    debtorAccount: debtor,
    documentHash: 'ab'.repeat(32),
    transfer: {
      amount: eur(124_950n),
      creditorName: 'Acme GmbH',
      creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
      ...more,
    },
  };
}

function consent(): AccountConsent {
  return {
    kind: 'consent',
    id: randomUUID(),
    access: { accounts: [debtor], balances: [], transactions: [], withOwnerName: false },
    isRecurring: true,
    validUntil: '2031-05-01',
    frequencyPerDay: 4,
  };
}

async function addBasket(
  owner: string,
  members: readonly [BasketMember, ...BasketMember[]],
): Promise<SubjectRef> {
  const ref: SubjectRef = { kind: 'signing-basket', id: randomUUID() };
  const order = { kind: 'signing-basket', id: ref.id, members } as const;
  await addSubject(app.identity.database, { ref, organisationId, owner, order });
  return ref;
}

/** Approves at the third party, as far as it goes; returns the last response. */
async function approveEmbedded(
  customer: TestCustomer,
  subject: SubjectRef,
): Promise<{ readonly last: TestServerResponse; readonly status: unknown }> {
  app.choose({ approaches: ['EMBEDDED'] });
  app.identity.clock.advance({ minutes: 3 });
  const path = authorisationsOf(subject);
  const started = await app.send({
    method: 'POST',
    path,
    headers: { 'psu-id': customer.username },
    body: { psuData: { password: customer.password } },
  });
  if (started.status !== 201) return { last: started, status: undefined };
  const own = `${path}/${String(at(started.body, 'authorisationId'))}`;
  const { code } = await app.identity.newestCode(customer.userId);
  const last = await app.send({ method: 'PUT', path: own, body: { scaAuthenticationData: code } });
  return { last, status: at((await app.send({ method: 'GET', path: own })).body, 'scaStatus') };
}

describe('a basket', () => {
  test('of which a customer may sign only a part leaves no signature behind', async () => {
    const [principal, proxy] = [await app.customer(), await app.customer()];
    await app.grantMandate(principal.customerNumber, proxy.customerNumber, { scope: ['payment'] });
    const alone = await app.payment(principal.customerNumber);
    const basket = await addBasket(principal.customerNumber, [payment(alone.id), consent()]);
    const tried = await approveEmbedded(proxy, basket);
    expect([tried.last.status, tried.status]).toEqual([403, 'failed']);
    const [row] = await app.identity.database.query<{ signatures: number }>(
      `select count(*)::int as signatures from "authorization".signature where user_id = $1`,
      [proxy.userId],
    );
    expect(row?.signatures).toBe(0);
    expect(await approveEmbedded(proxy, alone)).toMatchObject({ last: { status: 200 }, status: 'finalised' });
    expect(await outcomeOf(app.identity.database, alone)).toMatchObject({ state: 'done', moves: 1 });
  });

  test('in more currencies than a message has room for is not offered by message', async () => {
    const customer = await app.customer();
    const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN'] as const;
    const all = currencies.map((currency) =>
      payment(randomUUID(), { amount: { minor: 123_456_789n, currency } }),
    );
    const [first = payment(''), ...others] = all;
    const basket = await addBasket(customer.customerNumber, [first, ...others]);
    app.choose({ approaches: ['REDIRECT'] });
    const visit = await visitPage(app, { customer, subject: basket });
    await visit.signIn();
    expect(await visit.view()).toMatchObject({ kind: 'ended', failure: 'no-method' });
    expect(await visit.status()).toBe('failed');
  });
});

test('a payee that looks like a link is not sent in a message', async () => {
  const customer = await app.customer();
  const subject = await app.payment(
    customer.customerNumber,
    payment(randomUUID(), { creditorAccount: { scheme: 'bban', id: 'www.evil.example' } }),
  );
  app.choose({ approaches: ['REDIRECT'] });
  const visit = await visitPage(app, { customer, subject });
  await visit.signIn();
  expect(await visit.view()).toMatchObject({ kind: 'ended', failure: 'no-method' });
});

test('accounts that somebody proposed elsewhere are never exempted', async () => {
  const exemptions = {
    'low-value': [{ currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 }],
  } as const;
  app.choose({ exemptions });
  const customer = await steps.knownCustomer();
  app.choose({ exemptions, approaches: ['REDIRECT'] });
  const owner = customer.customerNumber;
  await putAccount(app.identity.database, { id: 'p-a', owner, iban: 'NL91ABNA0417164300' });
  await putAccount(app.identity.database, { id: 'p-b', owner, iban: 'BE68539007547034' });
  const ref: SubjectRef = { kind: 'payment', id: randomUUID() };
  const order = payment(ref.id, { amount: eur(1_000n) });
  await addSubject(app.identity.database, { ref, organisationId, order, leavesOpen: 'one' });
  app.identity.clock.advance({ hours: 1 });
  const first = await visitPage(app, { customer, subject: ref });
  await first.signIn();
  await first.submit({ do: 'accounts', accountIds: ['p-b'] });
  await first.submit({ do: 'cancel' });
  const second = await visitPage(app, { customer, subject: ref });
  await second.signIn();
  expect(await second.view()).toMatchObject({ kind: 'accounts' });
  expect(await outcomeOf(app.identity.database, ref)).toMatchObject({ moves: 0 });
});

test('codes beyond the limit are refused on every way to ask for one', async () => {
  app.choose({ approaches: ['REDIRECT'] });
  const customer = await app.customer();
  const visit = await visitPage(app, { customer, subject: await app.payment(customer.customerNumber) });
  await visit.signIn();
  for (const minutes of [2, 3]) {
    app.identity.clock.advance({ minutes });
    await visit.submit({ do: 'resend' });
  }
  await visit.submit({ do: 'other-method' });
  app.identity.clock.advance({ minutes: 3 });
  const choice = await visit.view();
  const [method] = choice.kind === 'method' ? choice.methods : [];
  await visit.submit({ do: 'method', methodId: method?.methodId ?? '' });
  expect(await visit.view()).toMatchObject({ kind: 'method', error: { kind: 'too-many-messages' } });
});
