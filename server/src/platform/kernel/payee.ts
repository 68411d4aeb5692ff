import { bicSpelling } from './bic.ts';
import { ibanSpelling, isIban } from './iban.ts';

/** Where money goes: an account under its scheme, and the bank that holds it. */
export interface Payee {
  readonly account: { readonly scheme: string; readonly id: string };
  /** BIC of the bank. */
  readonly agent?: string | undefined;
}

/**
 * Returns what tells a payee from every other one. An IBAN names its bank, so that a BIC beside it adds nothing; every
 * other number means an account only at its bank. ADR-0171
 */
export function payeeParts({ account: { id, scheme }, agent }: Payee): readonly string[] {
  if (scheme === 'iban') return [scheme, ibanSpelling(id)];
  return agent === undefined ? [scheme, id] : [scheme, id, bicSpelling(agent)];
}

/** Returns the key of a payee for comparisons: two payees have one key if their money goes to one account. */
export function payeeKey(payee: Payee): string {
  return JSON.stringify(payeeParts(payee));
}

/**
 * Returns a payee in no language, for a message or a device: the number; without an IBAN also BIC and scheme. The scheme
 * is last, so that the text without a BIC does not stand at the beginning of the one with it.
 */
export function payeeText(payee: Payee): string {
  const [scheme = '', ...numbers] = payeeParts(payee);
  return (scheme === 'iban' ? numbers : [...numbers, scheme.toUpperCase()]).join(' ');
}

/**
 * Returns whether a number that is not said to be an IBAN is one after all, with any signs between its letters and digits:
 * it would be another payee than the IBAN that everybody reads.
 */
export function isDisguisedIban(id: string): boolean {
  return isIban(ibanSpelling(id.replaceAll(/[^A-Za-z0-9]/g, '')));
}
