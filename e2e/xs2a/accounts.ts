import { deepEqual, equal, ok } from 'node:assert/strict';
import type { BankResponse } from '../../bench/harness/test-third-party.ts';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import { askConsent } from '../consent/consent.ts';
import { bookHistory } from '../consent/ledger-history.ts';
import { signInAtBank } from '../harness/account-sign-in.ts';
import { send } from '../harness/forms.ts';
import { approveOnPage } from '../payment/approve.ts';
import { expectUnknownToB } from './foreign.ts';
import type { Xs2aCheck } from './xs2a-bank.ts';

export const accountsRead: Xs2aCheck = {
  name: 'a consent lets A read accounts, balances and transactions, and not B, until the customer withdraws it',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    await bookHistory(bank, customer.account);
    const consent = await askConsent(bank, customer);
    await approveOnPage(bank, customer, consent.shop);
    deepEqual(await consent.readIbans(), [customer.account.iban]);
    const consentId = consent.path.split('/').at(-1) ?? '';
    const request = (path: string): Parameters<typeof bank.send>[0] => ({
      method: 'GET',
      path,
      headers: { 'psu-ip-address': '192.0.2.7', 'consent-id': consentId },
    });
    const account = String(at(await bank.send(request('/v1/accounts')), 'accounts', 0, 'resourceId'));
    const balances = await bank.send(request(`/v1/accounts/${account}/balances`));
    const { booked } = await bank.ledger.balanceOf(customer.account);
    const shown = listAt(balances, 'balances').map((one) => String(at(one, 'balanceAmount', 'amount')));
    ok(shown.includes(`${booked / 100n}.${String(booked % 100n).padStart(2, '0')}`), shown.join(', '));
    const history = `/v1/accounts/${account}/transactions?bookingStatus=booked&dateFrom=2020-01-01`;
    const transactions = listAt(await bank.send(request(history)), 'transactions', 'booked');
    ok(transactions.length > 0, 'transactions');
    await expectUnknownToB(bank, consent.path);
    equal(refusal(await bank.b.send(request('/v1/accounts'))), '400 CONSENT_UNKNOWN');

    await using user = await bank.openUser();
    const { page } = user;
    const home = await signInAtBank({ bank, customer, page, codesBefore: 1 });
    await page.goto(`${home}/access/${consentId}`);
    await send(page, 'withdraw');
    await send(page, 'confirm-withdraw');
    for (const path of ['/v1/accounts', `/v1/accounts/${account}/balances`, history])
      equal(refusal(await bank.attempt(request(path))), '401 CONSENT_INVALID', path);
    equal(await consent.status(), 'revokedByPsu');
    return `${transactions.length} transactions`;
  },
};

/** Returns status and first message code of a response. */
export function refusal({ body, status }: BankResponse): string {
  return `${status} ${String(at(body, 'tppMessages', 0, 'code'))}`;
}
