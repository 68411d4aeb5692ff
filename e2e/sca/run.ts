import { type BankCheck, runBankChecks } from '../harness/bank-check.ts';
import type { Outcome, RunOptions } from '../harness/outcome.ts';
import { type ApprovalBank, openApprovalBank } from './approval-bank.ts';
import {
  chosenAccount,
  foreignHost,
  keyboardOnly,
  oldLinks,
  scriptOff,
  secondCode,
  smallAndClean,
  threeInteractions,
} from './behaviour.ts';
import { approvedOnDevice, byCardReader, byPasskey, declinedOnDevice } from './methods.ts';
import { everyOrder } from './orders.ts';
import { confirmed, outcomesIn, usualOutcomes } from './outcomes.ts';

/** A check of the approval pages with the running product. */
export type ScaCheck = BankCheck<ApprovalBank>;

const languages = ['en', 'de', 'nl', 'fr', 'ar'];

/**
 * In the gate: the main ways, in the language of most checks and in the one that differs most, and the methods whose page
 * needs script. The card reader and the refusal on a device are forms and texts, which tests cover without a browser.
 */
const gateChecks: readonly ScaCheck[] = [
  keyboardOnly,
  scriptOff,
  foreignHost,
  byPasskey,
  approvedOnDevice,
  outcomesIn('ar', usualOutcomes),
];

const allChecks: readonly ScaCheck[] = [
  threeInteractions,
  keyboardOnly,
  scriptOff,
  foreignHost,
  oldLinks,
  smallAndClean,
  everyOrder,
  byCardReader,
  byPasskey,
  approvedOnDevice,
  declinedOnDevice,
  ...languages.map((language) => outcomesIn(language)),
  secondCode,
  chosenAccount,
  confirmed,
];

/** Runs the checks of approvals in a real browser: the product, the third party and the browser are processes. */
export function runSca({ only, report, scale }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = (scale === 'full' ? allChecks : gateChecks).filter(({ name }) => name.includes(only));
  return runBankChecks(wanted, openApprovalBank, report);
}
