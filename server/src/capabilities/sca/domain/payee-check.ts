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
