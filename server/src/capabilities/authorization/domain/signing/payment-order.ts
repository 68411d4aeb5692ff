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

/** An account as one text: two references are the same account only if their texts are the same. */
export function accountText({ id }: AccountReference): string {
  return id;
}
