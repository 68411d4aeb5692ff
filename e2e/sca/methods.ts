import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { pairRemoteDevice, type RemoteDevice } from '../../bench/harness/remote-device.ts';
import { violations } from '../harness/accessibility.ts';
import {
  chooseMethod,
  enterPassword,
  followBack,
  offers,
  press,
  reached,
  wrongOf,
} from '../harness/approval-steps.ts';
import type { BankCustomer } from '../harness/customer-bank.ts';
import { errorOn, navigate, send } from '../harness/forms.ts';
import { bank as bankId } from '../harness/product.ts';
import { openTokenStock } from '../harness/token-stock.ts';
import { addVirtualAuthenticator, withoutAutofill } from '../harness/virtual-authenticator.ts';
import type { ApprovalBank } from './approval-bank.ts';
import type { ScaCheck } from './run.ts';
import { type Visit, visit } from './visit.ts';

/** The payment is approved and moved once, and the browser is back at the shop. */
async function expectApproved({ approval, page }: Visit): Promise<void> {
  deepEqual(reached(page), { path: 'shop.a.tpp.test/back', query: { order: '7', state: 's-1' } });
  equal(await approval.status(), 'finalised');
  equal((await approval.outcome()).moves, 1);
}

/** The page shows what is approved, whatever the method. */
async function expectOrder(page: Page): Promise<void> {
  const text = await page.locator('main').innerText();
  for (const part of ['€1,249.50', 'Acme GmbH', 'DE89 3704 0044 0532 0130 00'])
    ok(text.includes(part), `the page shows ${part}`);
  deepEqual(await violations(page), []);
}

export const byCardReader: ScaCheck = {
  name: 'a payment is approved with a card reader; a wrong answer first',
  customers: 1,
  async run(bank) {
    const customer = bank.customer();
    await using stock = await openTokenStock(bank.product);
    const reader = await stock.assignReader(customer.username);
    await using visited = await visit(bank, { customer });
    const { approval, page } = visited;
    await enterPassword(visited);
    await chooseMethod(page, 'Card reader');
    await expectOrder(page);
    await press(page, 'code', { code: wrongOf(reader.answer(await questionOn(page))) });
    match(await errorOn(page), /That number is not right/);
    equal(await approval.status(), 'started');
    await expectOrder(page);
    await press(page, 'code', { code: reader.answer(await questionOn(page)) });
    await expectApproved(visited);
    return undefined;
  },
};

/** Returns the digits that the customer enters into the reader. */
async function questionOn(page: Page): Promise<string> {
  const question = (await page.locator('.number').innerText()).replaceAll(/\s/g, '');
  match(question, /^[0-9]{8}$/);
  return question;
}

export const byPasskey: ScaCheck = {
  name: 'a payment is approved with a passkey that was created on the account page',
  customers: 1,
  async run(bank) {
    const customer = bank.customer();
    const user = await bank.openUser();
    await createPasskey(bank, customer, user.page);
    await using visited = await visit(bank, { customer, user });
    const { page } = visited;
    await enterPassword(visited);
    await chooseMethod(page, 'Passkey on My phone');
    await expectOrder(page);
    await navigate(page, () => page.locator('[data-passkey] button').click());
    await expectApproved(visited);
    return undefined;
  },
};

/** Signs in at the account page with a text message instead of the token, and creates a passkey on a device of the browser. */
async function createPasskey(
  { code, product }: ApprovalBank,
  { password, phone, username }: BankCustomer,
  page: Page,
): Promise<void> {
  await page.addInitScript(withoutAutofill);
  await addVirtualAuthenticator(page);
  await page.goto(`${product.proxy.bankUrl}/account/${bankId}`);
  await send(page, 'identify', { username });
  await send(page, 'password', { password });
  await send(page, 'method');
  await send(page, 'code', { code: await code(phone) });
  await send(page, 'add-passkey');
  await send(page, 'save-passkey', { name: 'My phone' });
}

/** A page that waits for a device of the customer. */
interface DeviceVisit extends Visit {
  readonly device: RemoteDevice;
  /** What the page shows, and the customer types on the device. */
  readonly number: string;
}

async function visitWithDevice(bank: ApprovalBank): Promise<DeviceVisit> {
  const customer = bank.customer();
  const device = await pairRemoteDevice(bank.product.instance, {
    userId: customer.userId,
    name: 'Pixel 8',
  });
  const visited = await visit(bank, { customer });
  const { page } = visited;
  await enterPassword(visited);
  await chooseMethod(page, 'App on Pixel 8');
  await expectOrder(page);
  await page.locator('[data-live]:visible').waitFor();
  return { ...visited, device, number: await page.locator('.number').innerText() };
}

export const approvedOnDevice: ScaCheck = {
  name: 'a payment is approved on a device, a wrong number first; the page that waits returns by itself',
  customers: 1,
  async run(bank) {
    await using visited = await visitWithDevice(bank);
    const { approval, device, number, page } = visited;
    const { call } = bank.product;
    const approve = async (typed: string): Promise<string> => (await device.sign(call, typed)).send(call);
    equal(await approve(wrongOf(number)), '422 number-wrong');
    equal(await approval.status(), 'started');
    ok((await offers(page)).includes('refresh'), 'the page still waits');
    await navigate(page, async () => equal(await approve(number), '204'));
    await expectApproved(visited);
    return undefined;
  },
};

export const declinedOnDevice: ScaCheck = {
  name: 'a payment is declined on a device; the page that waits says so',
  customers: 1,
  async run(bank) {
    await using visited = await visitWithDevice(bank);
    const { approval, device, page } = visited;
    await navigate(page, async () => equal(await device.decline(bank.product.call), '204'));
    equal(await page.locator('h1').innerText(), 'You said no');
    ok((await page.locator('main').innerText()).includes('Nothing has been paid.'));
    deepEqual(await violations(page), []);
    await followBack(page);
    deepEqual(reached(page), {
      path: 'shop.a.tpp.test/nok',
      query: { error: 'access_denied', state: 's-1' },
    });
    equal(await approval.status(), 'failed');
    equal((await approval.outcome()).moves, 0);
    return undefined;
  },
};
