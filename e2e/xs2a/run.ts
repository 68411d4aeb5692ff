import { runBankChecks } from '../harness/bank-check.ts';
import type { Outcome, RunOptions } from '../harness/outcome.ts';
import { byDecoupled, byEmbedded } from '../payment/approaches.ts';
import { bySeveral } from '../payment/endings.ts';
import { accountsRead } from './accounts.ts';
import { basketApproved, basketLooks, basketScriptOff } from './baskets.ts';
import { fundsConfirmed, fundsLooks } from './funds.ts';
import { consentByOauth, paymentByOauth } from './oauth.ts';
import { byRedirect, notified } from './payments.ts';
import { openXs2aBank, type Xs2aCheck } from './xs2a-bank.ts';

/** What the runs of payments and consents do not have; the OAuth approach needs a bank of its own, and has tests over HTTP. */
const gateChecks: readonly Xs2aCheck[] = [basketApproved, fundsConfirmed];

const allChecks: readonly Xs2aCheck[] = [
  byRedirect,
  byDecoupled,
  byEmbedded,
  bySeveral,
  basketApproved,
  basketScriptOff,
  basketLooks,
  accountsRead,
  fundsConfirmed,
  fundsLooks,
  notified,
  consentByOauth,
  paymentByOauth,
];

/**
 * Runs one check of each thing that third parties do: the product with its worker and ledger are processes, and two third
 * parties with certificates of their own use it.
 */
export function runXs2a({ only, report, scale }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = (scale === 'full' ? allChecks : gateChecks).filter(({ name }) => name.includes(only));
  return runBankChecks(wanted, openXs2aBank, report);
}
