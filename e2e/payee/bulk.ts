import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { arrive, enterCode, enterPassword } from '../harness/approval-steps.ts';
import { returnHeaders, shopPage } from '../harness/customer-bank.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import { expectBackAtShop } from '../payment/approve.ts';
import { paymentAt, watchMoney } from '../payment/payment.ts';
import type { Payer } from '../payment/payment-bank.ts';
import type { PayeeBank, PayeeBankCheck } from './payee-bank.ts';

/** Each language once: how the page names the payees, what it says about the money, and the way back. */
const languages: Readonly<Record<string, readonly [title: string, money: RegExp, change: RegExp]>> = {
  en: ['Names of the payees', /do not have to refund the money/, /^Change the payees at/],
  de: ['Namen der Empfänger', /müssen das Geld nicht erstatten/, /^Empfänger bei .* ändern/],
  nl: ['Namen van de ontvangers', /hoeven wij het geld niet terug te betalen/, /^Ontvangers wijzigen/],
  fr: ['Noms des bénéficiaires', /n’avons pas à rembourser/, /^Changer les bénéficiaires/],
  ar: ['أسماء المستفيدين', /ولا يلزمنا رد المال/, /^تغيير المستفيدين/],
};

const names = ['Maria Schmidt', 'Maria Schmitt', 'Maria Schmidt', 'Peter Roth'];

/** Initiates a bulk to one payee under several names, and returns its path and the page of the shop. */
async function initiateBulk(
  bank: PayeeBank,
  customer: Payer,
  { iban, language }: { readonly iban: string; readonly language: string },
): Promise<{ readonly path: string; readonly shop: string }> {
  const initiated = await bank.send({
    method: 'POST',
    path: '/v1/bulk-payments/sepa-credit-transfers',
    headers: {
      'psu-ip-address': '192.0.2.7',
      'psu-id': customer.username,
      'psu-accept-language': language,
      'tpp-redirect-preferred': 'true',
      ...returnHeaders(bank.shopUrl),
    },
    body: {
      debtorAccount: { iban: customer.account.iban },
      payments: names.map((creditorName) => ({
        instructedAmount: { currency: 'EUR', amount: '12.50' },
        creditorAccount: { iban },
        creditorName,
      })),
    },
  });
  return {
    path: String(at(initiated, '_links', 'self', 'href')),
    shop: shopPage(bank.shopUrl, String(at(initiated, '_links', 'scaRedirect', 'href'))),
  };
}

/** The counts, the list and the approval of a bulk, in one language. */
function bulkIn(language: string): PayeeBankCheck {
  return {
    name: `a bulk shows its payees by result, the others first, and is approved, in ${language}`,
    customers: 1,
    async run(bank) {
      const [title, money, change] = languages[language] ?? ['', /./, /./];
      const customer = await bank.payer({ language });
      const payee = await bank.payee();
      const expectMoved = await watchMoney(bank, customer.account, payee);
      const bulk = await initiateBulk(bank, customer, { iban: payee.iban, language });
      await using user = await bank.openUser({ locale: language });
      const { page } = user;
      await arrive(page, bulk.shop);
      await enterPassword({ bank, customer, page });
      const notice = page.locator('section.payee');
      equal(await notice.locator('h2').innerText(), title);
      deepEqual(await notice.locator('dd').allInnerTexts(), ['1', '1', '2']);
      ok(money.test(await notice.innerText()), await notice.innerText());
      const items = await page.locator('ol.items li').allInnerTexts();
      equal(items.length, names.length);
      match(items[0] ?? '', /Peter Roth/);
      match(items[1] ?? '', /Maria Schmitt[^]*Maria Schmidt/);
      const buttons = await page.locator('.confirm button.action.wide').allInnerTexts();
      ok(buttons.length === 2 && change.test(buttons[1] ?? ''), buttons.join(', '));
      deepEqual(await inspectPage(page, `${language} bulk payees`), []);
      await expectMoved(0n);
      await enterCode({ bank, customer, page });
      expectBackAtShop(page);
      await paymentAt(bank, bulk.path).become('ACSC');
      await expectMoved(5_000n);
      return undefined;
    },
  };
}

export const bulks: readonly PayeeBankCheck[] = Object.keys(languages).map(bulkIn);
