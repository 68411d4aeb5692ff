import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { BankResponse } from '../../bench/harness/test-third-party.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { signInAtBank } from '../harness/account-sign-in.ts';
import { arrive, enterCode, enterPassword, reached } from '../harness/approval-steps.ts';
import { returnHeaders, shopPage } from '../harness/customer-bank.ts';
import { navigate, send } from '../harness/forms.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import type { Payer } from '../payment/payment-bank.ts';
import { refusal } from './accounts.ts';
import { siteHost, type Xs2aBank, type Xs2aCheck } from './xs2a-bank.ts';

interface Agreement {
  readonly customer: Payer;
  readonly consentId: string;
  readonly path: string;
}

/** Asks a customer to agree to questions about funds, and leads the browser through the approval. */
async function agree(bank: Xs2aBank, page: Page, look: (page: Page) => Promise<void>): Promise<Agreement> {
  const customer = await bank.payer();
  const asked = await bank.send({
    method: 'POST',
    path: '/v2/consents/confirmation-of-funds',
    headers: {
      'psu-id': customer.username,
      'psu-accept-language': 'en',
      'tpp-redirect-preferred': 'true',
      ...returnHeaders(bank.siteUrl),
    },
    body: {
      account: { iban: customer.account.iban },
      cardNumber: '525412******3241',
      cardInformation: 'Shopping Friend debit card',
    },
  });
  const visited = { bank, customer, page };
  await arrive(page, shopPage(bank.siteUrl, String(at(asked, '_links', 'scaRedirect', 'href'))));
  await enterPassword(visited);
  await look(page);
  await enterCode(visited);
  deepEqual(reached(page), { path: `${siteHost}/back`, query: { order: '7', state: 's-1' } });
  const consentId = String(at(asked, 'consentId'));
  return { customer, consentId, path: `/v2/consents/confirmation-of-funds/${consentId}` };
}

/** Goes from the account to the page about who may ask for funds. */
async function openFundsPage(bank: Xs2aBank, page: Page, { customer }: Agreement): Promise<void> {
  const home = await signInAtBank({ bank, customer, page, codesBefore: 1 });
  await page.goto(`${home}/access`);
  await navigate(page, () => page.getByRole('link', { name: 'Test TPP A B.V.' }).click());
}

export const fundsConfirmed: Xs2aCheck = {
  name: 'a customer agrees to questions about funds: A gets yes and no, B nothing; withdrawn at the bank, A gets nothing',
  customers: 1,
  async run(bank) {
    await using user = await bank.openUser();
    const { page } = user;
    const agreement = await agree(bank, page, async () => {
      const shown = await page.locator('main').innerText();
      for (const part of ['Test TPP A B.V.', '3241']) ok(shown.includes(part), `${part} in ${shown}`);
    });
    const { consentId, customer, path } = agreement;
    const ask = (third: Pick<typeof bank.b, 'send'>, amount: string): Promise<BankResponse> =>
      third.send({
        method: 'POST',
        path: '/v1/funds-confirmations',
        headers: { 'consent-id': consentId },
        body: {
          account: { iban: customer.account.iban },
          instructedAmount: { currency: 'EUR', amount },
        },
      });
    const a = { send: bank.attempt };
    deepEqual(await ask(a, '1000.00'), { status: 200, body: { fundsAvailable: true } });
    deepEqual(await ask(a, '1000.01'), { status: 200, body: { fundsAvailable: false } });
    equal(refusal(await ask(bank.b, '1000.00')), '400 CONSENT_UNKNOWN');
    await openFundsPage(bank, page, agreement);
    await send(page, 'withdraw');
    await send(page, 'confirm-withdraw');
    equal(refusal(await ask(a, '1000.00')), '401 CONSENT_INVALID');
    const status = await bank.send({ method: 'GET', path: `${path}/status` });
    equal(at(status, 'consentStatus'), 'revokedByPsu');
    return undefined;
  },
};

export const fundsLooks: Xs2aCheck = {
  name: 'every page about questions of funds, light and dark, 320 px: no accessibility error',
  customers: 1,
  async run(bank) {
    await using user = await bank.openUser();
    const { page } = user;
    const found: string[] = [];
    const look = async (name: string): Promise<void> =>
      void found.push(...(await inspectPage(page, `funds ${name}`)));
    const agreement = await agree(bank, page, () => look('1 review'));
    await openFundsPage(bank, page, agreement);
    await look('2 detail');
    await send(page, 'withdraw');
    await look('3 withdraw');
    await send(page, 'confirm-withdraw');
    await look('4 withdrawn');
    deepEqual(found, []);
    return '4 pages, 2 sizes, 2 schemes';
  },
};
