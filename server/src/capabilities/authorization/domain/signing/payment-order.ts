import { ibanSpelling, isIban } from '#platform/kernel/iban.ts';
import type { Money } from '#platform/kernel/money.ts';
import { payeeText } from '#platform/kernel/payee.ts';

/** Reference to an account in a payload: its scheme and its text. */
export interface AccountReference {
  readonly scheme: AccountScheme;
  readonly id: string;
}

/** The schemes of the Berlin Group's account reference. */
export const accountSchemes = ['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other'] as const;
export type AccountScheme = (typeof accountSchemes)[number];

/** One credit transfer of a payload, in whichever syntax; or several that rules see alike. */
export interface PaymentOrder {
  readonly debtorAccount: AccountReference;
  readonly creditorAccount: AccountReference;
  /** BIC of the creditor's bank. */
  readonly creditorAgent?: string;
  /** Of several transfers the sum. */
  readonly instructedAmount: Money;
  /** Of several transfers the largest amount of one. */
  readonly largestAmount?: Money;
  /** What rules count in its place: of a standing order all that it pays, or a year of it. */
  readonly countedAmount?: Money | 'unknown';
}

/** Returns the normalized spelling of an account id: rules and queries may write an IBAN in lower case or in groups. */
export function accountIdSpelling(accountId: string): string {
  const iban = ibanSpelling(accountId);
  return isIban(iban) ? iban : accountId;
}

/** Returns the payee of an order as it is displayed. */
export function payeeTextOf({ creditorAccount, creditorAgent }: PaymentOrder): string {
  return payeeText({ account: creditorAccount, agent: creditorAgent });
}

/** Returns the key of an account reference: the same text under another scheme is another reference. */
export function accountKey({ id, scheme }: AccountReference): string {
  return scheme === 'iban' ? id : `${scheme}:${id}`;
}
