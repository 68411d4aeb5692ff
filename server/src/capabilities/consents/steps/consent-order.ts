import type { AccountReference, Order } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { accountFields, type FlagName, type NamedAccount } from '../domain/access.ts';
import type { StoredConsent } from '../store/consents.store.ts';

export type ConsentOrder = Extract<Order, { readonly kind: 'consent' }>;

const everything = {
  availableAccounts: 'available-accounts',
  availableAccountsWithBalance: 'available-accounts-with-balance',
  allPsd2: 'everything',
} as const satisfies Record<FlagName, string>;

/** Returns what is approved by approving a consent; undefined while the customer has still to choose accounts. */
export function orderIn(consent: StoredConsent): ConsentOrder | undefined {
  const { access, consentId, frequencyPerDay, isRecurring, validUntil } = consent;
  const { lists, model, withOwnerName } = access;
  const [accounts, balances, transactions] = [lists.accounts, lists.balances, lists.transactions].map(
    (list = []) => list.map(referenceOf),
  );
  const isChosen = [accounts, balances, transactions].some((list = []) => list.length > 0);
  if (model === 'bank-offered' && !isChosen) return undefined;
  return {
    kind: 'consent',
    id: consentId,
    access: {
      accounts: accounts ?? [],
      balances: balances ?? [],
      transactions: transactions ?? [],
      ...(model === 'detailed' || model === 'bank-offered' ? {} : { all: everything[model] }),
      withOwnerName,
    },
    isRecurring,
    validUntil: validUntil.toString(),
    frequencyPerDay,
  };
}

/** Returns the reference by which the core knows an account that a third party names. */
export function referenceOf(account: NamedAccount): AccountReference {
  const scheme = accountFields.find((field) => account[field] !== undefined);
  if (scheme === undefined) throw new Error('account without an identifier');
  return omitUndefined({ scheme, id: account[scheme] ?? '', currency: account.currency });
}
