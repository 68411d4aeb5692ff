import { deepEqual, equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { chooseText } from '../harness/account-sign-in.ts';
import { navigate, send } from '../harness/forms.ts';
import { focusOn } from '../harness/keyboard.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import type { PaymentBank } from '../payment/payment-bank.ts';
import { type Dashboard, expectReadDay, openDashboard } from './dashboard.ts';
import type { ConsentCheck } from './run.ts';

/** The pages on which a customer sees, withdraws and gives access, each inspected, in one language. */
export function everyAccessPageIn(language: string): ConsentCheck {
  return {
    name: `every page of who has access, light and dark, 320 px, in ${language}: no accessibility error`,
    customers: 1,
    async run(bank) {
      await using user = await bank.openUser({ locale: language });
      const { page } = user;
      const { consent, detail, list, who } = await openDashboard(bank, page, language);
      const found: string[] = [];
      const look = async (name: string): Promise<void> =>
        void found.push(...(await inspectPage(page, `${language} access ${name}`)));
      await page.goto(list);
      equal(await page.locator('html').getAttribute('lang'), language, 'language of the page');
      await look('1 list');
      await expectReadDay(page, detail);
      await look('2 detail');
      await send(page, 'withdraw');
      await look('3 withdraw');
      await send(page, 'confirm-withdraw');
      await look('4 withdrawn');
      await page.goto(`${list}?show=ended`);
      await look('5 history');
      await page.goto(detail);
      await send(page, 're-establish');
      await look('6 give again');
      await send(page, 'confirm-re-establish');
      await look('7 second factor');
      await chooseText(page);
      await send(page, 'code', { code: await bank.code(who.customer.phone, 2) });
      equal(await consent.status(), 'valid');
      await askedOnDevice(bank, who.customer.userId);
      await page.goto(list);
      await look('8 asked on a device');
      await send(page, 'mute');
      equal(page.url(), `${list}?said=muted`);
      await look('9 muted');
      await send(page, 'unmute');
      equal(page.url(), `${list}?said=unmuted`);
      deepEqual(found, []);
      return '9 pages, 2 sizes, 2 schemes';
    },
  };
}

/** A third party has asked the customer on a device. */
async function askedOnDevice({ product }: PaymentBank, userId: string): Promise<void> {
  await product.instance.database.query(
    `insert into sca.device_request (bank_id, request_id, customer, asker, asker_name, asked_at, ends_at)
     select bank_id, gen_random_uuid(), user_id, 'third-party PSDNL-DNB-B', 'Test TPP B B.V.', now(), now()
       from identity.user_account where user_id = $1`,
    [userId],
  );
}

/** How a customer uses a page. */
interface PageUse {
  follow(address: string): Promise<void>;
  submit(step: string): Promise<void>;
}

async function withdrawAndGiveAgain(
  bank: PaymentBank,
  { consent, detail, list, page, who }: Dashboard,
  { follow, submit }: PageUse,
): Promise<void> {
  await follow(list);
  await follow(detail);
  await submit('withdraw');
  await submit('confirm-withdraw');
  equal(await consent.status(), 'revokedByPsu');
  await follow(list);
  await follow(`${list}?show=ended`);
  await follow(detail);
  await submit('re-establish');
  await submit('confirm-re-establish');
  await chooseText(page);
  await page.locator('input[name="code"]').fill(await bank.code(who.customer.phone, 2));
  await submit('code');
  equal(page.url(), `${detail}?said=re-established`);
  equal(await consent.status(), 'valid');
}

/** Returns the selectors of a link to a page of the bank and of the button of a step. */
const linkTo = (address: string): string => {
  const { pathname, search } = new URL(address);
  return `a[href="${pathname}${search}"]`;
};
const buttonOf = (step: string): string => `form:has(> input[value="${step}"]) > button`;

export const accessScriptOff: ConsentCheck = {
  name: 'access is withdrawn and given again without script',
  customers: 1,
  async run(bank) {
    await using user = await bank.openUser({ javaScriptEnabled: false });
    const { page } = user;
    const click = (selector: string): Promise<void> =>
      navigate(page, () => page.locator(selector).first().click());
    await withdrawAndGiveAgain(bank, await openDashboard(bank, page), {
      follow: (address) => click(linkTo(address)),
      submit: (step) => click(buttonOf(step)),
    });
    return undefined;
  },
};

export const accessKeyboardOnly: ConsentCheck = {
  name: 'access is withdrawn and given again with the keyboard only',
  customers: 1,
  async run(bank) {
    await using user = await bank.openUser();
    const { page } = user;
    await withdrawAndGiveAgain(bank, await openDashboard(bank, page), {
      follow: (address) => enter(page, linkTo(address)),
      submit: (step) => enter(page, buttonOf(step)),
    });
    return undefined;
  },
};

async function enter(page: Page, selector: string): Promise<void> {
  await focusOn(page, selector);
  await navigate(page, () => page.keyboard.press('Enter'));
}
