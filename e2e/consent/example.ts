import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { LedgerAccount } from '../../bench/harness/ledger-accounts.ts';
import { enterCode, enterPassword, press } from '../harness/approval-steps.ts';
import { navigate } from '../harness/forms.ts';
import type { Payer, PaymentBank } from '../payment/payment-bank.ts';
import { type ConsentAtBank, consentAt } from './consent.ts';
import { expectNotice } from './notices.ts';
import type { ConsentCheck } from './run.ts';

/** A customer with three accounts, of whom only the first two are shared. */
export interface Sharer {
  readonly customer: Payer;
  readonly shared: readonly LedgerAccount[];
  readonly other: LedgerAccount;
}

/** Returns a customer with 1,000 euros, 250 euros and a third account. */
export async function sharer(bank: PaymentBank, language = 'en'): Promise<Sharer> {
  const customer = await bank.payer({ language });
  const owner = customer.party.customerNumber;
  return {
    customer,
    shared: [customer.account, await bank.ledger.open(owner, 25_000n, 'Household')],
    other: await bank.ledger.open(owner, 7_700n, 'Holidays'),
  };
}

/** Goes from the page of the example to the page of the bank, as a customer does. */
export async function connectAtExample({ shop }: PaymentBank, page: Page): Promise<void> {
  await page.goto(`${shop.url}/accounts`);
  await navigate(page, () => page.getByRole('button', { name: 'Connect your bank' }).click());
}

/** Chooses the accounts to share, and no other one. */
export async function chooseAccounts(page: Page, { other, shared }: Sharer): Promise<void> {
  for (const { accountId } of shared) await choice(page, accountId).check();
  await choice(page, other.accountId).uncheck();
  await press(page, 'accounts');
}

function choice(page: Page, accountId: string): ReturnType<Page['locator']> {
  return page.locator(`[name="account"][value="${accountId}"]`);
}

/** Returns the newest consent that a customer was asked for. */
export async function newestConsent(bank: PaymentBank): Promise<ConsentAtBank> {
  const [row] = await bank.product.instance.database.query<{ consent_id: string }>(
    'select consent_id from consents.consent order by created_at desc limit 1',
  );
  if (row === undefined) throw new Error('no consent');
  return consentAt(bank, row.consent_id);
}

/** Connects the bank, and returns the consent: the page of the example then shows the balances. */
export async function connect(bank: PaymentBank, who: Sharer, page: Page): Promise<ConsentAtBank> {
  const visited = { bank, customer: who.customer, page };
  await connectAtExample(bank, page);
  await press(page, 'identify', { name: who.customer.username });
  await enterPassword(visited);
  await chooseAccounts(page, who);
  await enterCode(visited);
  equal(page.url(), `${bank.shop.url}/accounts`);
  return newestConsent(bank);
}

export const connectedAtExample: ConsentCheck = {
  name: 'a customer shares two of three accounts: the third party shows their balances, and no other',
  customers: 1,
  async run(bank) {
    const who = await sharer(bank);
    const { customer, other, shared } = who;
    await using user = await bank.openUser();
    const { page } = user;
    await connectAtExample(bank, page);
    await press(page, 'identify', { name: customer.username });
    await enterPassword({ bank, customer, page });
    await chooseAccounts(page, who);
    const review = await page.locator('main').innerText();
    for (const { iban } of shared) ok(review.includes(grouped(iban)), `the page shows ${iban}`);
    ok(!review.includes(grouped(other.iban)), 'the page does not show the account that is not shared');
    const consent = await newestConsent(bank);
    await consent.expectRefused('CONSENT_INVALID');
    await enterCode({ bank, customer, page });
    equal(await page.locator('h1').innerText(), 'Your balances');
    const balances = await page.locator('main').innerText();
    for (const part of ['€1,000.00', '€250.00', ...shared.map(({ iban }) => grouped(iban))])
      ok(balances.includes(part), `the third party shows ${part}`);
    ok(!balances.includes('€77.00'), 'the third party does not show the account that is not shared');
    equal(await page.locator('.account svg').count(), shared.length, 'charts');
    deepEqual(await consent.readIbans(), shared.map(({ iban }) => iban).toSorted());
    await expectOnlyHere(bank, page);
    await expectNotice(bank, customer, {
      count: 1,
      sentence: 'Test TPP A B.V. was given access to account data, until ',
    });
    return undefined;
  },
};

/** The address of the balances shows them in no other browser. */
async function expectOnlyHere(bank: PaymentBank, page: Page): Promise<void> {
  await using otherUser = await bank.openUser();
  await otherUser.page.goto(page.url());
  ok(!(await otherUser.page.locator('main').innerText()).includes('€'), 'no balance in another browser');
}

export const cancelledAtExample: ConsentCheck = {
  name: 'a customer cancels at the bank: the third party says so and reads nothing; another attempt succeeds',
  customers: 1,
  async run(bank) {
    const who = await sharer(bank);
    const { customer } = who;
    await using user = await bank.openUser();
    const { page } = user;
    await connectAtExample(bank, page);
    await press(page, 'identify', { name: customer.username });
    await enterPassword({ bank, customer, page });
    await press(page, 'cancel');
    equal(await page.locator('h1').innerText(), 'Not approved');
    match(new URL(page.url()).pathname, /^\/connections\/.*\/not-approved$/);
    const cancelled = await newestConsent(bank);
    equal(await cancelled.status(), 'received');
    await cancelled.expectRefused('CONSENT_INVALID');
    deepEqual(await bank.desk.messagesOf(customer.party), []);
    await navigate(page, () => page.getByRole('link', { name: 'Try again' }).click());
    const consent = await connect(bank, who, page);
    equal(await consent.status(), 'valid');
    return undefined;
  },
};

export const disconnectedAtExample: ConsentCheck = {
  name: 'a customer disconnects the bank at the third party: the consent ends, and the bank shows it no account',
  customers: 1,
  async run(bank) {
    await using user = await bank.openUser();
    const { page } = user;
    const who = await sharer(bank);
    const consent = await connect(bank, who, page);
    await navigate(page, () => page.getByRole('button', { name: 'Disconnect your bank' }).click());
    ok(await page.getByRole('button', { name: 'Connect your bank' }).isVisible());
    equal(await consent.status(), 'terminatedByTpp');
    await consent.expectRefused('CONSENT_EXPIRED');
    await expectNotice(bank, who.customer, {
      count: 2,
      sentence: 'Test TPP A B.V. ended its access to account data',
    });
    return undefined;
  },
};

/** Returns an IBAN in groups of four, as pages show it. */
export function grouped(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
