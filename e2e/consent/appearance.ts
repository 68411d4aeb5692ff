import { deepEqual, equal } from 'node:assert/strict';
import { enterCode, enterPassword, press } from '../harness/approval-steps.ts';
import { navigate } from '../harness/forms.ts';
import { focusOn } from '../harness/keyboard.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import { chooseAccounts, connectAtExample, newestConsent, sharer } from './example.ts';
import { bookHistory } from './ledger-history.ts';
import type { ConsentCheck } from './run.ts';

/** A consent from the page of the example to the balances, each page inspected, in one language. */
export function everyPageIn(language: string): ConsentCheck {
  return {
    name: `every page of a consent and the balances, light and dark, 320 px, in ${language}: no accessibility error`,
    customers: 1,
    async run(bank) {
      const who = await sharer(bank, language);
      const { customer } = who;
      await bookHistory(bank, customer.account);
      await using user = await bank.openUser({ locale: language });
      const { page } = user;
      const visited = { bank, customer, page };
      const found: string[] = [];
      const look = async (name: string): Promise<void> =>
        void found.push(...(await inspectPage(page, `${language} ${name}`)));
      await page.goto(`${bank.shop.url}/accounts`);
      await look('1 connect');
      await connectAtExample(bank, page);
      equal(await page.locator('html').getAttribute('lang'), language, 'language of the page');
      await press(page, 'identify', { name: customer.username });
      await enterPassword(visited);
      await look('2 accounts');
      await chooseAccounts(page, who);
      await look('3 review');
      await enterCode(visited);
      equal(await page.locator('svg.curve').count(), 1, 'a curve for the account with a history');
      await look('4 balances');
      await bank.send({ method: 'DELETE', path: (await newestConsent(bank)).path });
      await page.reload();
      await look('5 disconnected');
      deepEqual(found, []);
      return '5 pages, 2 sizes, 2 schemes';
    },
  };
}

export const scriptOff: ConsentCheck = {
  name: 'accounts are chosen and shared without script',
  customers: 1,
  async run(bank) {
    const who = await sharer(bank);
    const { customer } = who;
    await using user = await bank.openUser({ javaScriptEnabled: false });
    const { page } = user;
    await connectAtExample(bank, page);
    await press(page, 'identify', { name: customer.username });
    await enterPassword({ bank, customer, page });
    await chooseAccounts(page, who);
    await enterCode({ bank, customer, page });
    equal(await page.locator('h1').innerText(), 'Your balances');
    equal(await page.locator('.account').count(), who.shared.length);
    return undefined;
  },
};

export const keyboardOnly: ConsentCheck = {
  name: 'accounts are chosen and shared with the keyboard only',
  customers: 1,
  async run(bank) {
    const { customer, other, shared } = await sharer(bank);
    await using user = await bank.openUser();
    const { page } = user;
    const type = async (field: string, text: string): Promise<void> => {
      await focusOn(page, `input[name="${field}"]`);
      await page.keyboard.type(text);
      await navigate(page, () => page.keyboard.press('Enter'));
    };
    await page.goto(`${bank.shop.url}/accounts`);
    await focusOn(page, 'button');
    await navigate(page, () => page.keyboard.press('Enter'));
    await type('name', customer.username);
    await type('password', customer.password);
    for (const { accountId } of [...shared, other]) {
      await focusOn(page, `input[value="${accountId}"]`);
      const isChosen = await page.locator(`input[value="${accountId}"]`).isChecked();
      if (isChosen !== (accountId !== other.accountId)) await page.keyboard.press('Space');
    }
    await focusOn(page, 'button[value="accounts"]');
    await navigate(page, () => page.keyboard.press('Enter'));
    await type('code', await bank.code(customer.phone));
    equal(await page.locator('.account').count(), shared.length);
    return undefined;
  },
};
