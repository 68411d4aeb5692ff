import { ibanSpelling, isIban } from '#platform/kernel/iban.ts';
import type { Money } from '#platform/kernel/money.ts';

/** How an account is named in a payload: by which scheme, and the text itself. */
export interface AccountReference {
  readonly scheme: AccountScheme;
  readonly id: string;
}

/** The schemes of the Berlin Group's account reference. */
export const accountSchemes = ['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other'] as const;
export type AccountScheme = (typeof accountSchemes)[number];

/** One credit transfer of a payload, whichever syntax it came in. */
export interface PaymentOrder {
  readonly debtorAccount: AccountReference;
  readonly creditorAccount: AccountReference;
  readonly instructedAmount: Money;
}

/** An account id in its one spelling: rules and questions may write an IBAN in small letters or in groups. */
export function accountIdSpelling(accountId: string): string {
  const iban = ibanSpelling(accountId);
  return isIban(iban) ? iban : accountId;
}

/** An account as a person is shown it. */
export function accountText({ id }: AccountReference): string {
  return id;
}

/** What one account reference is known by: the same text under another scheme is another reference. */
export function accountKey({ id, scheme }: AccountReference): string {
  return scheme === 'iban' ? id : `${scheme}:${id}`;
}
