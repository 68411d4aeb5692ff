import type { AccountReference, Order } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { accountFields, cardEnding, type NamedAccount } from '../domain/named-account.ts';
import type { StoredConsent } from '../store/consents.store.ts';

type FundsOrder = Extract<Order, { readonly kind: 'funds-confirmation-consent' }>;

/** Returns what is approved by approving a consent. */
export function orderIn({ consentId, terms }: Pick<StoredConsent, 'consentId' | 'terms'>): FundsOrder {
  const { account, cardNumber } = terms;
  return {
    kind: 'funds-confirmation-consent',
    id: consentId,
    account: referenceOf(account),
    ...(cardNumber === undefined ? {} : { cardEnding: cardEnding(cardNumber) }),
  };
}

/** Returns the reference by which the core knows an account that a third party names. */
export function referenceOf(account: NamedAccount): AccountReference {
  const scheme = accountFields.find((field) => account[field] !== undefined);
  if (scheme === undefined) throw new Error('account without an identifier');
  return omitUndefined({ scheme, id: account[scheme] ?? '', currency: account.currency });
}
