import { equal } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerAccount } from '../../bench/harness/ledger-accounts.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { returnHeaders, shopPage } from '../harness/customer-bank.ts';
import { timeoutMs } from '../harness/forms.ts';
import type { Payer, PaymentBank } from './payment-bank.ts';

/** A payment at the bank, as its third party sees it. */
export interface PaymentAtBank {
  readonly path: string;
  status(): Promise<string>;
  /** What the bank tells the third party beside the status. */
  message(): Promise<unknown>;
  /** Waits for a status, and fails if the payment ends with another one. */
  become(wanted: string): Promise<void>;
  /** Lets this many minutes pass for the payment and its authorisations. */
  age(minutes: number): Promise<void>;
}

/** A payment that the third party has initiated. */
export interface Payment extends PaymentAtBank {
  readonly payer: Payer;
  /** The response to the initiation. */
  readonly initiated: unknown;
  readonly payee: LedgerAccount;
  /** Returns the number that the third party shows; the bank names it as soon as the device is asked. */
  number(): Promise<string>;
  /** Page of the shop that leads to the bank; throws if the approval did not start with the payment. */
  readonly shop: string;
  /** Fails unless this sum, and nothing else, left the payer and reached the payee. */
  expectMoved(cents: bigint): Promise<void>;
}

/** What a third party orders. */
export interface Ordered {
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: a SEPA credit transfer. */
  readonly path?: string;
  /** Replaced members of the order. */
  readonly order?: Readonly<Record<string, unknown>>;
}

/** A payment costs 12.50 euros, if its check does not say otherwise. */
export const usualCents = 1_250n;
const pollMs = 50;
const ends: ReadonlySet<string> = new Set(['ACSC', 'ACCC', 'RJCT', 'CANC']);
/** After the cut-off, on days when TARGET is closed, and to other banks the ledger executes or settles later. */
const waitsForCore: ReadonlySet<string> = new Set(['ACCP', 'ACSP']);
/** By then the bank has opened, whatever holidays are next. */
const bankOpenDays = 10;

const redirect = { 'tpp-redirect-preferred': 'true' } as const;
export const embedded = { 'tpp-redirect-preferred': 'false', 'tpp-decoupled-preferred': 'false' } as const;
export const decoupled = { 'tpp-redirect-preferred': 'false', 'tpp-decoupled-preferred': 'true' } as const;

/** Initiates a payment to another customer of the bank, with the customer named. */
export async function initiate(
  bank: PaymentBank,
  payer: Payer,
  { headers = {}, order = {}, path = '/v1/payments/sepa-credit-transfers' }: Ordered = {},
): Promise<Payment> {
  const { ledger, shopUrl } = bank;
  const payee = await ledger.open('1000000000', 0n);
  const expectMoved = await watchMoney(bank, payer.account, payee);
  const initiated = await bank.send({
    method: 'POST',
    path,
    headers: {
      'psu-ip-address': '192.0.2.7',
      'psu-id': payer.username,
      'psu-accept-language': 'en',
      ...redirect,
      ...returnHeaders(shopUrl),
      ...headers,
    },
    body: {
      debtorAccount: { iban: payer.account.iban },
      instructedAmount: { currency: 'EUR', amount: '12.50' },
      creditorAccount: { iban: payee.iban },
      creditorName: 'Acme GmbH',
      remittanceInformationUnstructured: 'INV 2231',
      ...order,
    },
  });
  return {
    ...paymentAt(bank, String(at(initiated, '_links', 'self', 'href'))),
    payer,
    initiated,
    payee,
    number: () => numberIn(bank, String(at(initiated, '_links', 'scaStatus', 'href'))),
    get shop() {
      return shopPage(shopUrl, linkIn(initiated));
    },
    expectMoved,
  };
}

/** Polls an authorisation as a third party does, until its message for the customer has a number. */
async function numberIn(bank: PaymentBank, path: string): Promise<string> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const message = String(at(await bank.send({ method: 'GET', path }), 'psuMessage'));
    const [number] = /\d\d/.exec(message) ?? [];
    if (number !== undefined) return number;
    if (performance.now() > deadline) throw new Error(`no number: ${message}`);
    await wait(pollMs);
  }
}

/** Returns a payment by its path at the bank. */
export function paymentAt(bank: PaymentBank, path: string): PaymentAtBank {
  const read = (): Promise<unknown> => bank.send({ method: 'GET', path: `${path}/status` });
  const status = async (): Promise<string> => String(at(await read(), 'transactionStatus'));
  const message = async (): Promise<unknown> => at(await read(), 'tppMessages', 0, 'text');
  return {
    path,
    status,
    message,
    async become(wanted) {
      const deadline = performance.now() + timeoutMs;
      let seen = await status();
      while (seen !== wanted && !ends.has(seen) && performance.now() < deadline) {
        if (waitsForCore.has(seen))
          await bank.ledger.runDueAt(systemClock.now().add({ hours: 24 * bankOpenDays }));
        await wait(pollMs);
        seen = await status();
      }
      equal(seen, wanted, `status of ${path}: ${String(await message())}`);
    },
    async age(minutes) {
      const { database } = bank.product.instance;
      const paymentId = path.split('/').at(-1);
      await database.query(
        `update payments.payment set created_at = created_at - make_interval(mins => $2),
           expires_at = expires_at - make_interval(mins => $2) where payment_id = $1`,
        [paymentId, minutes],
      );
      await database.query(
        `update sca.authorisation set arrived_at = arrived_at - make_interval(mins => $2),
           active_at = active_at - make_interval(mins => $2), ends_at = ends_at - make_interval(mins => $2)
          where subject_id = $1`,
        [paymentId, minutes],
      );
    },
  };
}

/** Returns a check that this sum, and nothing else, has left one account and reached the other since now. */
export async function watchMoney(
  { ledger }: PaymentBank,
  from: LedgerAccount,
  to: LedgerAccount,
): Promise<(cents: bigint) => Promise<void>> {
  const [before, beforeTo] = [await ledger.balanceOf(from), await ledger.balanceOf(to)];
  return async (cents) => {
    equal((await ledger.balanceOf(from)).booked, before.booked - cents, 'balance of the payer');
    equal((await ledger.balanceOf(to)).booked, beforeTo.booked + cents, 'balance of the payee');
  };
}

/** Starts an authorisation of a payment for a customer, and returns the page of the shop that leads to it. */
export async function startApproval(
  bank: PaymentBank,
  { path }: Payment,
  customer: Payer,
): Promise<{ readonly path: string; readonly shop: string }> {
  const started = await bank.send({
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { 'psu-id': customer.username, ...redirect, ...returnHeaders(bank.shopUrl) },
  });
  const id = String(at(started, 'authorisationId'));
  return { path: `${path}/authorisations/${id}`, shop: shopPage(bank.shopUrl, linkIn(started)) };
}

/** Returns the link to the page of the bank. */
function linkIn(response: unknown): string {
  const link = at(response, '_links', 'scaRedirect', 'href');
  if (typeof link !== 'string') throw new Error(`no link to the bank: ${JSON.stringify(response)}`);
  return link;
}
