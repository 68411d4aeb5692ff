import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PageForm } from '../../domain/page-form.ts';
import type { ApprovalView } from '../../domain/page-view.ts';
import type { SubjectRef } from '../../domain/subject.ts';
import { enterCode } from '../../steps/page/enter-code.ts';
import { findAuthorisation, type StoredAuthorisation } from '../../store/authorisations.store.ts';
import { back, type PageVisit, visitPage } from '../../testing/page-visit.suite.ts';
import {
  createScaTestApp,
  pathOf,
  type ScaTestApp,
  shortly,
  type TestCustomer,
} from '../../testing/sca-test-app.suite.ts';
import { putAccount, type TestAccount } from '../../testing/test-accounts.suite.ts';
import { outcomeOf } from '../../testing/test-subjects.suite.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({ approaches: ['REDIRECT'] }));

const ibans = ['NL91ABNA0417164300', 'DE89370400440532013000', 'BE68539007547034', 'GB29NWBK60161331926819'];
let made = 0;

/** Adds an account of a customer; returns its id. */
async function account(owner: string, more: Partial<TestAccount> = {}): Promise<string> {
  made += 1;
  const id = `acc-${String(made).padStart(4, '0')}`;
  await putAccount(app.identity.database, { id, owner, iban: ibans[made % ibans.length] ?? '', ...more });
  return id;
}

interface Choosing {
  readonly customer: TestCustomer;
  readonly visit: PageVisit;
  readonly first: string;
  readonly second: string;
}

/** A customer with two accounts who has signed in to approve an open request. */
async function choosing(leavesOpen: 'one' | 'several' = 'one'): Promise<Choosing> {
  const customer = await app.customer();
  const first = await account(customer.customerNumber);
  const second = await account(customer.customerNumber, { name: 'Savings' });
  const visit = await visitPage(app, { customer, subject: await app.open(leavesOpen) });
  await visit.signIn();
  return { customer, visit, first, second };
}

const choose = (...accountIds: readonly string[]): PageForm => ({ do: 'accounts', accountIds });
const offeredIn = (view: ApprovalView): readonly string[] =>
  view.kind === 'accounts'
    ? view.accounts.map(({ id, isPreselected, obstacle }) =>
        [id, ...(isPreselected ? ['chosen'] : []), ...(obstacle === undefined ? [] : [obstacle])].join(' '),
      )
    : [view.kind];
const errorIn = (view: ApprovalView): string | undefined => ('error' in view ? view.error?.kind : undefined);
const outcome = (subject: SubjectRef) => outcomeOf(app.identity.database, subject);
async function stored({ id }: PageVisit): Promise<StoredAuthorisation> {
  const { db, scaVault } = app.context();
  const found = await findAuthorisation(db, scaVault, { bankId: '01', authorisationId: id });
  if (found === undefined) throw new Error('no such authorisation');
  return found;
}

const wait = (): void => app.identity.clock.advance({ minutes: 3 });

describe('a payment without an account', () => {
  test('is paid from the account that the customer chooses', async () => {
    const { customer, first, second, visit } = await choosing();
    const view = await visit.view();
    expect(view).toMatchObject({ kind: 'accounts', choice: 'one', error: undefined });
    expect(offeredIn(view)).toEqual([`${first} chosen`, second]);
    expect(await visit.submit(choose(second))).toEqual({ kind: 'page' });
    const review = await visit.view();
    expect(review).toMatchObject({ kind: 'review', hasOtherAccounts: true });
    if (review.kind !== 'review' || review.order.kind !== 'payment') throw new Error('no payment is shown');
    expect(review.accountNames).toEqual([{ id: review.order.debtorAccount.id, name: 'Savings' }]);
    expect(await visit.submit({ do: 'code', code: await visit.newestCode() })).toEqual({
      kind: 'leave',
      url: back,
    });
    expect(await outcome(visit.subject)).toMatchObject({
      state: 'done',
      owner: customer.customerNumber,
      executed: { debtorAccount: review.order.debtorAccount },
      moves: 1,
    });
  });

  test('asks nothing if only one account can be used', async () => {
    const customer = await app.customer();
    await account(customer.customerNumber, { currency: 'USD' });
    await account(customer.customerNumber);
    const visit = await visitPage(app, { customer, subject: await app.open('one') });
    await visit.signIn();
    expect(await visit.view()).toMatchObject({ kind: 'review', hasOtherAccounts: false });
    // There is nothing to go back to.
    await visit.submit({ do: 'other-account' });
    expect((await visit.view()).kind).toBe('review');
    expect(await visit.submit({ do: 'code', code: await visit.newestCode() })).toMatchObject({
      kind: 'leave',
    });
    expect(await outcome(visit.subject)).toMatchObject({ state: 'done', moves: 1 });
  });

  test.each([
    ['no account', []],
    ['no account that fits', [{ currency: 'USD' }, { isBlocked: true }]],
  ])('ends, and leads back, for a customer with %s', async (_, accounts) => {
    const customer = await app.customer();
    for (const more of accounts) await account(customer.customerNumber, more);
    const visit = await visitPage(app, { customer, subject: await app.open('one') });
    const url = `${back}?error=account_missing`;
    expect(await visit.signIn()).toEqual({ kind: 'leave', url });
    expect(await visit.view()).toMatchObject({ kind: 'ended', failure: 'no-account', returnUrl: url });
    expect([await visit.status(), (await outcome(visit.subject)).state]).toEqual(['failed', 'open']);
  });

  test('keeps its step over reloads and wrong forms', async () => {
    const stranger = await app.customer();
    const { customer, first, second, visit } = await choosing();
    const usd = await account(customer.customerNumber, { currency: 'USD' });
    const blocked = await account(customer.customerNumber, { isBlocked: true });
    const foreign = await account(stranger.customerNumber);
    const list = [`${first} chosen`, second, `${usd} other-currency`, `${blocked} blocked`];
    for (const [form, error] of [
      [choose(), 'account-missing'],
      [choose(usd), 'account-refused'],
      [choose(blocked), 'account-refused'],
      [choose(foreign), 'account-refused'],
      [choose('forged'), 'account-refused'],
      [choose(first, second), 'account-refused'],
    ] as const) {
      expect(await visit.submit(form)).toEqual({ kind: 'page' });
      for (const view of [await visit.view(), await visit.view()])
        expect([offeredIn(view), errorIn(view)]).toEqual([list, error]);
    }
    expect(await outcome(visit.subject)).toMatchObject({ owner: undefined, moves: 0 });
    await visit.submit(choose(first));
    expect(await visit.view()).toMatchObject({ kind: 'review', error: undefined });
  });

  test('refuses an account that was blocked after it was shown', async () => {
    const { customer, first, second, visit } = await choosing();
    await account(customer.customerNumber);
    await putAccount(app.identity.database, {
      id: second,
      owner: customer.customerNumber,
      iban: '',
      isBlocked: true,
    });
    await visit.submit(choose(second));
    const view = await visit.view();
    expect(errorIn(view)).toBe('account-refused');
    expect(offeredIn(view)).toContain(`${second} blocked`);
    expect(offeredIn(view)).toContain(`${first} chosen`);
  });

  test('sends no code before the account is chosen', async () => {
    const { visit } = await choosing();
    const [method] = (await stored(visit)).details.methods ?? [];
    for (const form of [
      { do: 'method', methodId: method?.methodId ?? '' },
      { do: 'resend' },
      { do: 'code', code: '12345678' },
      { do: 'passkey', response: '{}' },
      { do: 'other-account' },
      { do: 'other-method' },
    ] as const) {
      expect(await visit.submit(form)).toEqual({ kind: 'page' });
      expect((await visit.view()).kind).toBe('accounts');
    }
    await expect(visit.newestCode()).rejects.toThrow('no such verification');
  });
});

describe('another account', () => {
  test('makes the code of the first one useless', async () => {
    const { first, second, visit } = await choosing();
    await visit.submit(choose(first));
    const code = await visit.newestCode();
    await visit.submit({ do: 'other-account' });
    const view = await visit.view();
    expect(offeredIn(view)).toEqual([`${first} chosen`, second]);
    expect(await visit.submit({ do: 'code', code })).toEqual({ kind: 'page' });
    wait();
    await visit.submit(choose(second));
    expect((await visit.view()).kind).toBe('review');
    await visit.submit({ do: 'code', code });
    expect(errorIn(await visit.view())).toBe('code-wrong');
    expect((await outcome(visit.subject)).moves).toBe(0);
    await visit.submit({ do: 'code', code: await visit.newestCode() });
    expect(await outcome(visit.subject)).toMatchObject({ state: 'done', moves: 1 });
  });

  test('counts before a code that comes at the same moment', async () => {
    const { first, visit } = await choosing();
    await visit.submit(choose(first));
    const code = await visit.newestCode();
    const read = await stored(visit);
    await visit.submit({ do: 'other-account' });
    // The form with the code was read before, and waits for the lock.
    await enterCode(app.context(), read, code);
    expect((await outcome(visit.subject)).moves).toBe(0);
    expect((await visit.view()).kind).toBe('accounts');
  });

  test('waits if a code was sent a moment ago, and says so', async () => {
    const { first, second, visit } = await choosing();
    await visit.submit(choose(first));
    await visit.submit({ do: 'other-account' });
    await visit.submit(choose(second));
    const view = await visit.view();
    expect([view.kind, errorIn(view)]).toEqual(['method', 'code-too-soon']);
    wait();
    const [method] = view.kind === 'method' ? view.methods : [];
    await visit.submit({ do: 'method', methodId: method?.methodId ?? '' });
    expect(await visit.view()).toMatchObject({ kind: 'review', error: undefined });
  });

  test('chosen in a second tab counts in both', async () => {
    const { first, second, visit } = await choosing();
    await visit.submit(choose(first));
    const code = await visit.newestCode();
    wait();
    // The second tab still shows the list.
    await visit.submit(choose(second));
    await visit.submit({ do: 'code', code });
    expect((await outcome(visit.subject)).moves).toBe(0);
    const review = await visit.view();
    if (review.kind !== 'review' || review.order.kind !== 'payment') throw new Error('no payment is shown');
    const { debtorAccount } = review.order;
    await visit.submit({ do: 'code', code: await visit.newestCode() });
    expect(await outcome(visit.subject)).toMatchObject({ state: 'done', executed: { debtorAccount } });
  });

  test('is the same one after a double click, and one code is sent', async () => {
    const { first, visit } = await choosing();
    await Promise.all([
      visit.submit(choose(first)),
      visit.submit(choose(first)),
      visit.submit(choose(first)),
    ]);
    expect((await visit.view()).kind).toBe('review');
    await visit.submit({ do: 'code', code: await visit.newestCode() });
    expect(await outcome(visit.subject)).toMatchObject({ state: 'done', moves: 1 });
  });

  test('chosen while the code is sent: one of both, never a mixture', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { first, second, visit } = await choosing();
      await visit.submit(choose(first));
      const code = await visit.newestCode();
      const review = await visit.view();
      const shown =
        review.kind === 'review' && review.order.kind === 'payment' ? review.order.debtorAccount : undefined;
      wait();
      await Promise.allSettled([visit.submit({ do: 'code', code }), visit.submit(choose(second))]);
      const { executed, moves, state } = await outcome(visit.subject);
      const { kind } = await visit.view();
      const paidFrom = executed?.kind === 'payment' ? executed.debtorAccount : undefined;
      expect([
        `done 1 done ${JSON.stringify(shown)}`,
        // The other account was chosen first; it is confirmed with its own code.
        'open 0 review undefined',
      ]).toContain(`${state} ${moves} ${kind} ${JSON.stringify(paidFrom)}`);
    }
  });

  test('is useless for a confirmation of the first one', async () => {
    app.choose({ approaches: ['REDIRECT'], isConfirmationNeeded: true });
    const { customer, first, second, visit } = await choosing();
    await visit.submit(choose(first));
    const left = await visit.submit({ do: 'code', code: await visit.newestCode() });
    if (left.kind !== 'leave') throw new Error('stays on the page');
    const confirmationCode = new URL(left.url).searchParams.get('confirmationCode');
    const other = await visitPage(app, { customer, subject: visit.subject });
    wait();
    await other.signIn();
    await other.submit(choose(second));
    const path = `${pathOf(visit.subject)}/${visit.id}`;
    expect(shortly(await app.send({ method: 'PUT', path, body: { confirmationCode } }))).toBe('200 failed');
    expect((await outcome(visit.subject)).moves).toBe(0);
  });
});

describe('a consent without accounts', () => {
  test('covers the accounts that the customer chooses', async () => {
    const { customer, first, second, visit } = await choosing('several');
    const third = await account(customer.customerNumber);
    const view = await visit.view();
    expect(view).toMatchObject({ kind: 'accounts', choice: 'several' });
    expect(offeredIn(view)).toEqual([`${first} chosen`, `${second} chosen`, `${third} chosen`]);
    await visit.submit(choose());
    expect(errorIn(await visit.view())).toBe('account-missing');
    await visit.submit(choose(first, third));
    const review = await visit.view();
    if (review.kind !== 'review' || review.order.kind !== 'consent') throw new Error('no consent is shown');
    expect(review.order.access.accounts).toHaveLength(2);
    await visit.submit({ do: 'other-account' });
    expect(offeredIn(await visit.view())).toEqual([`${first} chosen`, second, `${third} chosen`]);
    await visit.submit(choose(first, third));
    wait();
    const method = await visit.view();
    if (method.kind === 'method')
      await visit.submit({ do: 'method', methodId: method.methods[0]?.methodId ?? '' });
    await visit.submit({ do: 'code', code: await visit.newestCode() });
    const { executed, owner } = await outcome(visit.subject);
    expect(owner).toBe(customer.customerNumber);
    expect(executed).toMatchObject({ access: { accounts: review.order.access.accounts } });
  });

  test('asks nothing if there is only one account', async () => {
    const customer = await app.customer();
    await account(customer.customerNumber);
    const visit = await visitPage(app, { customer, subject: await app.open('several') });
    await visit.signIn();
    expect((await visit.view()).kind).toBe('review');
  });
});

describe('two customers at one request', () => {
  test('see and use only their own accounts', async () => {
    // The clock moves until a new customer may sign; the page of another one would end meanwhile.
    const other = await app.customer();
    const one = await choosing();
    await one.visit.submit(choose(one.first));
    const code = await one.visit.newestCode();
    const own = [await account(other.customerNumber), await account(other.customerNumber)] as const;
    const visit = await visitPage(app, { customer: other, subject: one.visit.subject });
    await visit.signIn();
    expect(offeredIn(await visit.view())).toEqual([`${own[0]} chosen`, own[1]]);
    await visit.submit(choose(own[1]));
    expect((await outcome(visit.subject)).owner).toBe(other.customerNumber);
    // The first customer chooses again, and never sees the account of the other one.
    expect(offeredIn(await one.visit.view())).toEqual([`${one.first} chosen`, one.second]);
    wait();
    await one.visit.submit({ do: 'resend' });
    expect((await one.visit.view()).kind).toBe('accounts');
    expect(await one.visit.newestCode()).toBe(code);
    expect(await one.visit.submit({ do: 'code', code })).toEqual({
      kind: 'leave',
      url: `${back}?error=resource_changed`,
    });
    await visit.submit({ do: 'code', code: await visit.newestCode() });
    expect(await outcome(visit.subject)).toMatchObject({ state: 'done', owner: other.customerNumber });
  });
});

describe('the owner of a request', () => {
  test('is the only one who can approve it', async () => {
    const owner = await app.customer();
    const stranger = await app.customer();
    const visit = await visitPage(app, {
      customer: stranger,
      subject: await app.payment(owner.customerNumber),
    });
    await visit.signIn();
    expect(await visit.submit({ do: 'code', code: await visit.newestCode() })).toEqual({
      kind: 'leave',
      url: `${back}?error=not_allowed`,
    });
    expect(await outcome(visit.subject)).toMatchObject({ state: 'open', moves: 0 });
  });

  test('is the customer for whom a mandated person chooses', async () => {
    const principal = await app.customer();
    const proxy = await app.customer();
    const own = await account(proxy.customerNumber);
    const mandated = await account(principal.customerNumber);
    await app.grantMandate(principal.customerNumber, proxy.customerNumber, { scope: ['payment'] });
    const visit = await visitPage(app, { customer: proxy, subject: await app.open('one') });
    await visit.signIn();
    expect(offeredIn(await visit.view())).toEqual([`${own} chosen`, mandated]);
    await visit.submit(choose(mandated));
    await visit.submit({ do: 'code', code: await visit.newestCode() });
    expect(await outcome(visit.subject)).toMatchObject({ state: 'done', owner: principal.customerNumber });
  });

  test('has a mandate that covers no payment: the account is not offered', async () => {
    const principal = await app.customer();
    const proxy = await app.customer();
    const own = [await account(proxy.customerNumber), await account(proxy.customerNumber)];
    const covered = await account(principal.customerNumber);
    await app.grantMandate(principal.customerNumber, proxy.customerNumber, { scope: ['document'] });
    const visit = await visitPage(app, { customer: proxy, subject: await app.open('one') });
    await visit.signIn();
    expect(offeredIn(await visit.view())).toEqual([`${own[0]} chosen`, own[1]]);
    await visit.submit(choose(covered));
    expect(errorIn(await visit.view())).toBe('account-refused');
  });

  test('is one customer: accounts of two are not shared together', async () => {
    const principal = await app.customer();
    const proxy = await app.customer();
    const own = await account(proxy.customerNumber);
    const mandated = await account(principal.customerNumber);
    await app.grantMandate(principal.customerNumber, proxy.customerNumber);
    const visit = await visitPage(app, { customer: proxy, subject: await app.open('several') });
    await visit.signIn();
    expect(offeredIn(await visit.view())).toEqual([`${own} chosen`, mandated]);
    await visit.submit(choose(own, mandated));
    expect(errorIn(await visit.view())).toBe('account-owners');
    expect((await outcome(visit.subject)).owner).toBeUndefined();
  });
});

describe('where the bank has no page', () => {
  test('a request without accounts cannot be approved', async () => {
    app.choose({ approaches: ['EMBEDDED', 'DECOUPLED'] });
    const response = await app.send({ method: 'POST', path: pathOf(await app.open('one')) });
    expect(shortly(response)).toBe('400 SERVICE_INVALID');
  });

  test('preferred, the page is used nevertheless', async () => {
    app.choose({ approaches: ['EMBEDDED', 'REDIRECT'] });
    const path = pathOf(await app.open('one'));
    const headers = { 'tpp-redirect-preferred': 'false', 'tpp-redirect-uri': back };
    const response = await app.send({ method: 'POST', path, headers });
    expect([response.status, response.headers['aspsp-sca-approach']]).toEqual([201, 'REDIRECT']);
    expect(shortly(await app.send({ method: 'POST', path }))).toBe('400 FORMAT_ERROR');
  });
});
