import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { violations } from '../harness/accessibility.ts';
import { enterCode, enterPassword, offers, press, reached } from '../harness/approval-steps.ts';
import { navigate } from '../harness/forms.ts';
import { focusOn } from '../harness/keyboard.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import type { ScaCheck } from './run.ts';
import { visit } from './visit.ts';

export const threeInteractions: ScaCheck = {
  name: 'a known customer with one method needs at most three interactions',
  customers: 1,
  async run(bank) {
    await using visited = await visit(bank);
    const { customer, page } = visited;
    let forms = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') forms += 1;
    });
    await enterPassword(visited);
    const text = await bank.text(customer.phone);
    match(text, /EUR 1249\.50/);
    ok(text.includes('DE89370400440532013000'), 'the message names the whole account');
    await enterCode(visited);
    equal(reached(page).path, 'shop.a.tpp.test/back');
    ok(forms <= 3, `${forms} forms`);
    return `${forms} forms after the arrival`;
  },
};

export const keyboardOnly: ScaCheck = {
  name: 'a payment is approved with the keyboard only',
  customers: 1,
  async run(bank) {
    await using visited = await visit(bank, { isNamed: false });
    const { approval, customer, page } = visited;
    await focusOn(page, 'input[name="name"]');
    await page.keyboard.type(customer.username);
    await navigate(page, () => page.keyboard.press('Enter'));
    await focusOn(page, 'input[name="password"]');
    await page.keyboard.type(customer.password);
    await navigate(page, () => page.keyboard.press('Enter'));
    await focusOn(page, 'input[name="code"]');
    await page.keyboard.type(await bank.code(customer.phone));
    await navigate(page, () => page.keyboard.press('Enter'));
    equal(reached(page).path, 'shop.a.tpp.test/back');
    equal(await approval.status(), 'finalised');
    return undefined;
  },
};

export const scriptOff: ScaCheck = {
  name: 'a payment is approved without script, with another name and more time',
  customers: 1,
  async run(bank) {
    await using visited = await visit(bank, { isNamed: false, browser: { javaScriptEnabled: false } });
    const { customer, page } = visited;
    await press(page, 'identify', { name: 'not.me' });
    await press(page, 'other-name');
    await press(page, 'identify', { name: customer.username });
    await enterPassword(visited);
    await press(page, 'extend');
    await enterCode(visited);
    equal(reached(page).path, 'shop.a.tpp.test/back');
    return undefined;
  },
};

export const foreignHost: ScaCheck = {
  name: 'a host that is not the third party’s is named before the browser goes there, also without script',
  customers: 2,
  async run(bank) {
    const { port } = new URL(bank.shopUrl);
    const headers = { 'tpp-redirect-uri': `https://shop.a.tpp.test.evil.test:${port}/back` };
    for (const javaScriptEnabled of [true, false]) {
      await using visited = await visit(bank, { headers, browser: { javaScriptEnabled } });
      const { approval, page } = visited;
      await enterPassword(visited);
      await enterCode(visited);
      equal(page.url(), approval.url, 'the browser stays at the bank');
      equal(await page.locator('.host .name').innerText(), 'shop.a.tpp.test.evil.test');
      equal(await page.locator('.host .name strong').innerText(), 'evil.test');
      if (javaScriptEnabled) deepEqual(await violations(page), []);
      await navigate(page, () => page.locator('.host a').click());
      equal(reached(page).path, 'shop.a.tpp.test.evil.test/back');
      equal(await approval.status(), 'finalised');
    }
    return undefined;
  },
};

/** The time that the page names, and a second. */
const resendMs = 31_000;

export const secondCode: ScaCheck = {
  name: 'a second code comes when the page says so, and only the newest counts',
  customers: 1,
  async run(bank) {
    await using visited = await visit(bank);
    const { approval, customer, page } = visited;
    await enterPassword(visited);
    const first = await bank.code(customer.phone);
    await page.waitForTimeout(resendMs);
    await press(page, 'resend');
    const second = await bank.code(customer.phone, 1);
    await press(page, 'code', { code: first });
    equal(await approval.status(), 'started');
    await press(page, 'code', { code: second });
    equal(reached(page).path, 'shop.a.tpp.test/back');
    return undefined;
  },
};

export const oldLinks: ScaCheck = {
  name: 'a used link shows how it ended, in its browser only; Back and two tabs do no harm',
  customers: 2,
  async run(bank) {
    await using visited = await visit(bank);
    const { approval, context, customer, page } = visited;
    const second = await context.newPage();
    await second.goto(approval.url);
    await enterPassword(visited);
    await second.reload();
    deepEqual(await offers(second), await offers(page), 'both tabs show the same step');
    await press(second, 'code', { code: await bank.code(customer.phone) });
    equal(reached(second).path, 'shop.a.tpp.test/back');
    await page.reload();
    match(await page.locator('h1').innerText(), /Approved|Done|approved/);
    await page.goBack();
    await page.goForward();
    equal((await approval.outcome()).moves, 1);
    await using stranger = await bank.openUser();
    const response = await stranger.page.goto(approval.url);
    equal(response?.status(), 404);
    equal(await stranger.page.locator('form').count(), 0);
    return undefined;
  },
};

export const smallAndClean: ScaCheck = {
  name: 'every step, light and dark, 320 px and 400 % zoom: no accessibility error, nothing to scroll sideways',
  customers: 1,
  async run(bank) {
    await using visited = await visit(bank, { isNamed: false });
    const { customer, page } = visited;
    const found: string[] = [];
    const look = async (step: string): Promise<void> => void found.push(...(await inspectPage(page, step)));
    await look('identify');
    await press(page, 'identify', { name: customer.username });
    await look('password');
    await press(page, 'password', { password: 'wrong' });
    await look('password-wrong');
    await enterPassword(visited);
    await look('review');
    const code = await bank.code(customer.phone);
    await press(page, 'code', { code: '00000000' });
    await look('code-wrong');
    await press(page, 'code', { code });
    await page.goBack();
    await page.reload();
    await look('done');
    equal(found.join('\n      '), '', 'errors');
    return '6 steps, 2 sizes, 2 schemes';
  },
};

export const chosenAccount: ScaCheck = {
  name: 'a customer chooses an account, takes another one, and pays from it; an account that cannot pay is off',
  customers: 1,
  async run(bank) {
    const customer = bank.customer();
    const account = async (id: string, iban: string, more: object = {}): Promise<void> =>
      bank.addAccount(customer, { id: `${customer.username} ${id}`, iban, ...more });
    await account('a', 'NL91ABNA0417164300', { name: 'Daily account' });
    await account('b', 'BE68539007547034', { name: 'Savings' });
    await account('c', 'FR1420041010050500013M02606', { name: 'Old account', isBlocked: true });
    await using visited = await visit(bank, { customer, leavesOpen: 'one' });
    const { approval, page } = visited;
    await enterPassword(visited);
    equal(await page.getByRole('radio').count(), 3);
    equal(await page.getByRole('radio').nth(2).isDisabled(), true, 'the blocked account is off');
    deepEqual(await violations(page), []);
    await press(page, 'accounts', { account: `${customer.username} a` });
    ok((await page.locator('main').innerText()).includes('NL91 ABNA 0417 1643 00'));
    await press(page, 'other-account');
    await press(page, 'accounts', { account: `${customer.username} b` });
    // A code for the first account was sent a moment ago.
    deepEqual(await offers(page).then((all) => all.includes('method')), true);
    await page.waitForTimeout(resendMs);
    await page.getByRole('radio').first().check();
    await press(page, 'method');
    ok((await page.locator('main').innerText()).includes('BE68 5390 0754 7034'));
    await press(page, 'code', { code: await bank.code(customer.phone, 1) });
    equal(reached(page).path, 'shop.a.tpp.test/back');
    const { executed } = await approval.outcome();
    equal(executed?.kind === 'payment' ? executed.debtorAccount.id : '', 'BE68539007547034');
    return undefined;
  },
};
