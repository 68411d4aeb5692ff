import { type BankCheck, runBankChecks } from '../harness/bank-check.ts';
import type { Outcome, RunOptions } from '../harness/outcome.ts';
import { openPaymentBank, type PaymentBank } from '../payment/payment-bank.ts';
import { everyPageIn, keyboardOnly, scriptOff } from './appearance.ts';
import { detailedConsent, embeddedConsent, givenUp, twoSigners } from './approaches.ts';
import { withdrawnAndGivenAgain } from './dashboard.ts';
import { accessKeyboardOnly, accessScriptOff, everyAccessPageIn } from './dashboard-appearance.ts';
import { cancelledAtExample, connectedAtExample, disconnectedAtExample } from './example.ts';
import { everyMessagePageIn, messagesRead } from './messages.ts';
import { everyOrganizationPageIn, organizationMessages } from './organization-messages.ts';

/** A check of consents with the running product. */
export type ConsentCheck = BankCheck<PaymentBank>;

const gateChecks: readonly ConsentCheck[] = [
  connectedAtExample,
  cancelledAtExample,
  disconnectedAtExample,
  withdrawnAndGivenAgain,
  detailedConsent,
  embeddedConsent,
  givenUp,
  twoSigners,
  messagesRead,
  organizationMessages,
];

const languages = ['en', 'de', 'nl', 'fr', 'ar'];

const allChecks: readonly ConsentCheck[] = [
  ...gateChecks,
  scriptOff,
  keyboardOnly,
  accessScriptOff,
  accessKeyboardOnly,
  ...languages.flatMap((language) => [
    everyPageIn(language),
    everyAccessPageIn(language),
    everyMessagePageIn(language),
    everyOrganizationPageIn(language),
  ]),
];

/** No scanner runs beside the checks, and messages have files. */
const withFiles = { PORTICO_MALWARE_SCANNER: 'off' };

/**
 * Runs the checks of consents: the product with its ledger, the third party that shows balances, its site and the browser
 * are processes.
 */
export function runConsent({ only, report, scale }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = (scale === 'full' ? allChecks : gateChecks).filter(({ name }) => name.includes(only));
  return runBankChecks(wanted, (options) => openPaymentBank(options, withFiles), report);
}
