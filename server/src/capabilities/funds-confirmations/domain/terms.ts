import type { NamedAccount } from './named-account.ts';

/** What a third party may ask about. */
export interface KeptTerms {
  /** As the third party named it; a card by its masked number. */
  readonly account: NamedAccount;
  /** The sub-account. */
  readonly currency: string;
  /** Whether questions without a currency are about this sub-account. */
  readonly isDefaultCurrency: boolean;
  /** Masked. */
  readonly cardNumber?: string;
  readonly cardExpiryDate?: string;
  readonly cardInformation?: string;
  readonly registrationInformation?: string;
}

/** A valid agreement of a third party about an account. */
export interface Agreement {
  readonly terms: KeptTerms;
}

/** Which account a question is about. */
export interface AskedSubAccount {
  readonly currency: string | undefined;
  /** Masked. */
  readonly cardNumber: string | undefined;
}

/**
 * Chooses the agreement that a question is about, of those about the account: the one of the card, else the one of the
 * currency, else the one of the default sub-account. SPEC xs2a 1.8
 */
export function chooseAgreement<One extends Agreement>(
  agreements: readonly One[],
  { cardNumber, currency }: AskedSubAccount,
): One | 'card-invalid' | 'none' {
  if (agreements.length === 0) return 'none';
  const ofCard = agreements.filter(
    ({ terms }) => cardNumber !== undefined && terms.cardNumber === cardNumber,
  );
  // A card that the bank does not know may be ignored; one that is not the agreed card may not.
  const open = agreements.filter(({ terms }) => cardNumber === undefined || terms.cardNumber === undefined);
  const candidates = ofCard.length > 0 ? ofCard : open;
  if (candidates.length === 0) return 'card-invalid';
  const isRight = ({ terms }: One): boolean =>
    currency === undefined ? terms.isDefaultCurrency || ofCard.length > 0 : terms.currency === currency;
  return candidates.find(isRight) ?? 'none';
}

/** Returns whether an agreement that the third party named covers a question, or why it does not. */
export function coverageOf(
  { terms }: Agreement,
  { cardNumber, currency }: AskedSubAccount,
): 'covered' | 'card-invalid' | 'other-currency' {
  if (currency !== undefined && currency !== terms.currency) return 'other-currency';
  const isOtherCard =
    cardNumber !== undefined && terms.cardNumber !== undefined && terms.cardNumber !== cardNumber;
  return isOtherCard ? 'card-invalid' : 'covered';
}
