import { runBankChecks } from '../harness/bank-check.ts';
import type { Outcome, RunOptions } from '../harness/outcome.ts';
import { bulks } from './bulk.ts';
import { approvedAfterChange, changedAfterDisplay } from './changed-result.ts';
import { closeMatches, looks } from './close-match.ts';
import { openPayeeBank, type PayeeBankCheck } from './payee-bank.ts';
import { atShop } from './shop.ts';

/** One language: tests render the page in all of them. */
const gateChecks: readonly PayeeBankCheck[] = [
  ...closeMatches.slice(0, 1),
  ...bulks.slice(0, 1),
  changedAfterDisplay,
];
const allChecks: readonly PayeeBankCheck[] = [
  ...closeMatches,
  ...bulks,
  atShop,
  changedAfterDisplay,
  approvedAfterChange,
  ...looks,
];

/** Runs the checks of payees: the product, its ledger, another bank, the third party and the browser are processes. */
export function runPayee({ only, report, scale }: RunOptions): Promise<readonly Outcome[]> {
  const wanted = (scale === 'full' ? allChecks : gateChecks).filter(({ name }) => name.includes(only));
  return runBankChecks(wanted, (options) => openPayeeBank(options), report);
}
