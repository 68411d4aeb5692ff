import { equal } from 'node:assert/strict';
import type { BankResponse } from '../../bench/harness/test-third-party.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import { returnHeaders, shopPage } from '../harness/customer-bank.ts';
import type { Payer, PaymentBank } from '../payment/payment-bank.ts';

/** A consent at the bank, as its third party sees it. */
export interface ConsentAtBank {
  readonly path: string;
  status(): Promise<string>;
  /** Returns the IBANs of the accounts that the third party reads; fails unless it may. */
  readIbans(): Promise<readonly string[]>;
  /** Reads the accounts, as the third party does when the customer asks for it. */
  read(): Promise<BankResponse>;
  /** Fails unless the bank refuses to show accounts, and says why with this code. */
  expectRefused(code: string): Promise<void>;
  /** Starts an approval of a customer, and returns the page of the shop that leads to it. */
  startApproval(customer: Payer): Promise<string>;
}

/** A consent that the third party has asked for. */
export interface Consent extends ConsentAtBank {
  /** The response to the request. */
  readonly asked: unknown;
  /** Page of the shop that leads to the bank; throws if the approval did not start with the request. */
  readonly shop: string;
}

export interface Wanted {
  readonly access?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const redirect = { 'tpp-redirect-preferred': 'true' } as const;
const present = { 'psu-ip-address': '192.0.2.7' } as const;
const validDays = 90;

/** Names the accounts of which everything may be read. */
function detailed(...ibans: readonly string[]): unknown {
  const accounts = ibans.map((iban) => ({ iban }));
  return { accounts, balances: accounts, transactions: accounts };
}

/** Asks for a recurring consent to the account of a customer, or to what is wanted instead. */
export async function askConsent(
  bank: PaymentBank,
  customer: Payer,
  { access = detailed(customer.account.iban), headers = {} }: Wanted = {},
): Promise<Consent> {
  const asked = await bank.send({
    method: 'POST',
    path: '/v1/consents',
    headers: {
      ...present,
      'psu-id': customer.username,
      'psu-accept-language': 'en',
      ...redirect,
      ...returnHeaders(bank.shopUrl),
      ...headers,
    },
    body: {
      access,
      recurringIndicator: true,
      validUntil: systemClock
        .now()
        .toZonedDateTimeISO('Europe/Berlin')
        .toPlainDate()
        .add({ days: validDays })
        .toString(),
      frequencyPerDay: 4,
    },
  });
  return {
    ...consentAt(bank, String(at(asked, 'consentId'))),
    asked,
    get shop() {
      return shopPage(bank.shopUrl, linkIn(asked));
    },
  };
}

/** Returns a consent by its id. */
export function consentAt(bank: PaymentBank, consentId: string): ConsentAtBank {
  const path = `/v1/consents/${consentId}`;
  const read = (): Promise<BankResponse> =>
    bank.attempt({
      method: 'GET',
      path: '/v1/accounts?withBalance=true',
      headers: { ...present, 'consent-id': consentId },
    });
  return {
    path,
    status: async () =>
      String(at(await bank.send({ method: 'GET', path: `${path}/status` }), 'consentStatus')),
    read,
    async readIbans() {
      const { body, status } = await read();
      equal(status, 200, JSON.stringify(body));
      return listAt(body, 'accounts')
        .map((account) => String(at(account, 'iban')))
        .toSorted();
    },
    async expectRefused(code) {
      const { body, status } = await read();
      equal(status, 401, JSON.stringify(body));
      equal(at(body, 'tppMessages', 0, 'code'), code);
    },
    async startApproval(customer) {
      const started = await bank.send({
        method: 'POST',
        path: `${path}/authorisations`,
        headers: { 'psu-id': customer.username, ...redirect, ...returnHeaders(bank.shopUrl) },
      });
      return shopPage(bank.shopUrl, linkIn(started));
    },
  };
}

/** Returns the link to the page of the bank. */
function linkIn(response: unknown): string {
  const link = at(response, '_links', 'scaRedirect', 'href');
  if (typeof link !== 'string') throw new Error(`no link to the bank: ${JSON.stringify(response)}`);
  return link;
}
