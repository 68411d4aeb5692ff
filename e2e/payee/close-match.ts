import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { arrive, enterCode, enterPassword } from '../harness/approval-steps.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import { expectBackAtShop } from '../payment/approve.ts';
import { initiate, usualCents, watchMoney } from '../payment/payment.ts';
import type { PayeeBankCheck } from './payee-bank.ts';

/** Each language once: how the page names the two names, and a part of what it says about the money. */
const languages: Readonly<Record<string, readonly [given: string, holder: string, money: RegExp]>> = {
  en: ['Name in the request', 'Name on the account', /do not have to refund the money/],
  de: ['Name in der Anfrage', 'Name zum Konto', /müssen das Geld nicht erstatten/],
  nl: ['Naam in het verzoek', 'Naam bij de rekening', /hoeven wij het geld niet terug te betalen/],
  fr: ['Nom dans la demande', 'Nom lié au compte', /n’avons pas à rembourser/],
  ar: ['الاسم في الطلب', 'الاسم على الحساب', /ولا يلزمنا رد المال/],
};

/** A close match from the bank's page to the money, in one language. */
function closeMatchIn(language: string): PayeeBankCheck {
  return {
    name: `a close match is shown side by side and approved, in ${language}, without script`,
    customers: 1,
    async run(bank) {
      const [given, holder, money] = languages[language] ?? ['', '', /./];
      const customer = await bank.payer({ language });
      const payee = await bank.payee();
      const expectMoved = await watchMoney(bank, customer.account, payee);
      const payment = await initiate(bank, customer, {
        headers: { 'psu-accept-language': language },
        order: { creditorName: 'Maria Schmitt', creditorAccount: { iban: payee.iban } },
      });
      await using user = await bank.openUser({ locale: language, javaScriptEnabled: false });
      const { page } = user;
      await arrive(page, payment.shop);
      await enterPassword({ bank, customer, page });
      equal(await page.locator('html').getAttribute('lang'), language);
      const notice = page.locator('section.payee');
      deepEqual(await notice.locator('dt').allInnerTexts(), [given, holder]);
      deepEqual(await notice.locator('dd').allInnerTexts(), ['Maria Schmitt', 'Maria Schmidt']);
      ok(money.test(await notice.innerText()), await notice.innerText());
      ok(await areSideBySide(page), 'the names stand side by side');
      const buttons = page.locator('.confirm button.action.wide');
      equal(await buttons.count(), 2, 'two buttons that look alike');
      await expectMoved(0n);
      await enterCode({ bank, customer, page });
      expectBackAtShop(page);
      await payment.become('ACSC');
      await expectMoved(usualCents);
      return undefined;
    },
  };
}

async function areSideBySide(page: Page): Promise<boolean> {
  const boxes = await Promise.all(
    (await page.locator('section.payee dd').all()).map((one) => one.boundingBox()),
  );
  const [first, second] = boxes;
  return first !== undefined && first !== null && second?.y === first.y && second.x !== first.x;
}

/** What the page looks like with each result that the payer must know. */
function looksOf(language: string): PayeeBankCheck {
  return {
    name: `payees that do not match, light and dark, 320 px, in ${language}: no accessibility error`,
    customers: 3,
    async run(bank) {
      const found: string[] = [];
      const payee = await bank.payee();
      const names = { close: 'Maria Schmitt', other: 'Peter Roth', unknown: 'Maria Schmidt' };
      for (const [what, creditorName] of Object.entries(names)) {
        const customer = await bank.payer({ language });
        const iban = what === 'unknown' ? 'DE89370400440532013000' : payee.iban;
        const payment = await initiate(bank, customer, {
          headers: { 'psu-accept-language': language },
          order: { creditorName, creditorAccount: { iban } },
        });
        await using user = await bank.openUser({ locale: language });
        const { page } = user;
        await arrive(page, payment.shop);
        await enterPassword({ bank, customer, page });
        equal(await page.locator('section.payee').count(), 1, what);
        found.push(...(await inspectPage(page, `${language} payee ${what}`)));
      }
      deepEqual(found, []);
      return '3 pages, 2 sizes, 2 schemes';
    },
  };
}

export const closeMatches: readonly PayeeBankCheck[] = Object.keys(languages).map(closeMatchIn);
export const looks: readonly PayeeBankCheck[] = Object.keys(languages).map(looksOf);
