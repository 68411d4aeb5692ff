import type { AccountReference } from '../domain/order.ts';

/** A payment of a customer, as far as facts about its payee are asked for. */
export interface PayeeQuestion {
  readonly bankId: string;
  /** Customer whose account is debited. */
  readonly owner: string;
  readonly debtorAccount: AccountReference;
  readonly creditorAccount: AccountReference;
  /** BIC of the payee's bank: an account without an IBAN is another payee at another bank. */
  readonly creditorAgent?: string;
}

/** Port: what the bank knows about the payee. `undefined` means that it is not known, and nothing is exempted for it. */
export interface PayeeFacts {
  /** Returns whether this customer alone holds both accounts, at this bank. */
  isBetweenOwnAccounts(question: PayeeQuestion): Promise<boolean | undefined>;
  /** Returns whether the payee is on the list of trusted payees that the customer keeps at the bank. */
  isTrustedBeneficiary(question: PayeeQuestion): Promise<boolean | undefined>;
}

/** Knows nothing. */
export const unknownPayees: PayeeFacts = {
  isBetweenOwnAccounts: async () => undefined,
  isTrustedBeneficiary: async () => undefined,
};
