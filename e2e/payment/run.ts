import { type BankCheck, runBankChecks } from '../harness/bank-check.ts';
import type { Outcome, RunOptions } from '../harness/outcome.ts';
import { everyPageIn, scriptOff } from './appearance.ts';
import { byDecoupled, byEmbedded, toAnotherBank } from './approaches.ts';
import { bySeveral, timedOut, withoutFunds } from './endings.ts';
import { openPaymentBank, type PaymentBank } from './payment-bank.ts';
import { cancelledAtShop, paidAtShop } from './shop.ts';
import { standingOrder } from './standing-order.ts';

/** A check of payments with the running product. */
export type PaymentCheck = BankCheck<PaymentBank>;

const gateChecks: readonly PaymentCheck[] = [
  paidAtShop,
  cancelledAtShop,
  byEmbedded,
  byDecoupled,
  timedOut,
  withoutFunds,
  bySeveral,
];

const languages = ['en', 'de', 'nl', 'fr', 'ar'];

const allChecks: readonly PaymentCheck[] = [
  ...gateChecks,
  toAnotherBank,
  standingOrder,
  scriptOff,
  ...languages.map((language) => everyPageIn(language)),
];

/**
 * Runs the checks of payments: the product with its ledger, the third party, its site and the browser are processes, and
 * the worker submits what customers approve.
 */
export function runPayment({ only, report, scale }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = (scale === 'full' ? allChecks : gateChecks).filter(({ name }) => name.includes(only));
  return runBankChecks(wanted, (options) => openPaymentBank(options), report);
}
