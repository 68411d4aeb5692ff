import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';

/** How many accounts the customer chooses where the request left them open. */
export type AccountChoice = 'one' | 'several';

/** An account that the customer may choose. */
export interface OfferedAccount {
  readonly id: string;
  readonly name: string;
  readonly iban: string;
  readonly currency: string;
  /** Formatted by the page; absent if the bank does not show it. */
  readonly available?: Money;
  /** Why it cannot be chosen. */
  readonly obstacle?: 'other-currency' | 'blocked';
  readonly isPreselected: boolean;
}

/** An account with the customer under whose number it is kept, and under whose signing rules it is used. */
export interface OwnedAccount extends OfferedAccount {
  readonly owner: string;
}

/** A choice of the customer, or why it is none. */
export type EvaluatedChoice =
  | { readonly kind: 'chosen'; readonly accounts: readonly [OwnedAccount, ...OwnedAccount[]] }
  | { readonly kind: 'refused'; readonly error: 'account-missing' | 'account-refused' | 'account-owners' };

/** Returns the accounts that can be chosen. */
export function usableAccounts(offered: readonly OwnedAccount[]): readonly OwnedAccount[] {
  return offered.filter(({ obstacle }) => obstacle === undefined);
}

/**
 * Evaluates a choice against what is offered at this moment. One id that is not offered, or not usable any more, refuses
 * the whole choice. Accounts of two owners are refused: they would be approved under the signing rules of one of them.
 */
export function evaluateChoice(
  offered: readonly OwnedAccount[],
  { accountIds, choice }: { readonly accountIds: readonly string[]; readonly choice: AccountChoice },
): EvaluatedChoice {
  const ids = new Set(accountIds);
  const accounts = usableAccounts(offered).filter(({ id }) => ids.has(id));
  const [first, ...others] = accounts;
  if (ids.size === 0) return { kind: 'refused', error: 'account-missing' };
  if (first === undefined || accounts.length !== ids.size)
    return { kind: 'refused', error: 'account-refused' };
  if (choice === 'one' && others.length > 0) return { kind: 'refused', error: 'account-refused' };
  if (others.some(({ owner }) => owner !== first.owner)) return { kind: 'refused', error: 'account-owners' };
  return { kind: 'chosen', accounts: [first, ...others] };
}

/**
 * Returns the accounts as the page shows them. What was chosen before is chosen again; otherwise the preselection of the
 * request, as far as it can be sent as it is: usable accounts of one owner, and a single one where one is chosen.
 */
export function shownAccounts(
  offered: readonly OwnedAccount[],
  { before, choice }: { readonly before: readonly string[] | undefined; readonly choice: AccountChoice },
): readonly OfferedAccount[] {
  const wanted = usableAccounts(offered).filter(({ id, isPreselected }) =>
    before === undefined ? isPreselected : before.includes(id),
  );
  const ofOneOwner = wanted.filter(({ owner }) => owner === wanted[0]?.owner);
  const preselected = new Set((choice === 'one' ? ofOneOwner.slice(0, 1) : ofOneOwner).map(({ id }) => id));
  return offered.map(({ available, currency, iban, id, name, obstacle }) =>
    omitUndefined({ id, name, iban, currency, available, obstacle, isPreselected: preselected.has(id) }),
  );
}
