import type { CanonicalValue } from '#platform/kernel/canonical-json.ts';

/** Result of the comparison of the creditor's name with the holder of the account. SPEC xs2a-2026 2.2 */
export type PayeeCheck =
  | { readonly outcome: 'match' }
  | { readonly outcome: 'no-match' | 'not-possible' }
  | { readonly outcome: 'close-match'; readonly holderName: string };

/** Returns whether the payer must know a result before approving: money may reach another account than the payee's. */
export function isDoubtful(
  check: PayeeCheck | undefined,
): check is Exclude<PayeeCheck, { readonly outcome: 'match' }> {
  return check !== undefined && check.outcome !== 'match';
}

/** Returns the members of a result that are approved with the order: the result, and the name that was shown. */
export function payeeCheckValue(check: PayeeCheck): Readonly<Record<string, string>> {
  return check.outcome === 'close-match'
    ? { outcome: check.outcome, holderName: check.holderName }
    : { outcome: check.outcome };
}

/** Results for the payees of a bulk. */
export type BulkPayees =
  /** Some payees are not verified yet. */
  | { readonly kind: 'running' }
  | {
      readonly kind: 'checked';
      /** How many payees have each result. */
      readonly counts: Readonly<Record<PayeeCheck['outcome'], number>>;
      /** SHA-256 over all results and the names that are shown with them, in hexadecimal. */
      readonly resultsHash: string;
    };

/** Returns whether the payer must know of payees of a bulk that did not match, or that are not verified yet. */
export function areDoubtful(payees: BulkPayees | undefined): payees is BulkPayees {
  return payees !== undefined && (payees.kind === 'running' || doubtCountOf(payees) > 0);
}

/** Returns how many payees did not match. */
function doubtCountOf({ counts }: Extract<BulkPayees, { readonly kind: 'checked' }>): number {
  return counts['no-match'] + counts['close-match'] + counts['not-possible'];
}

/** Returns the members of the results that are approved with the order. */
export function bulkPayeesValue(payees: BulkPayees): CanonicalValue {
  if (payees.kind === 'running') return { outcome: payees.kind };
  return { outcome: payees.kind, counts: { ...payees.counts }, resultsHash: payees.resultsHash };
}
