import { type AccessModel, type DataKind, dataKinds } from './access.ts';
import type { KeptAccess, KeptAccount } from './kept-access.ts';

/** What a request reads: the list of accounts, or one kind of data of an account. */
export type AccessNeed = 'list' | DataKind;

/** Accounts and cards are read apart. */
export type AccountGroup = 'accounts' | 'cards';

const kindsByModel: Readonly<
  Record<Exclude<AccessModel, 'detailed' | 'bank-offered'>, readonly AccessNeed[]>
> = {
  availableAccounts: ['list'],
  availableAccountsWithBalance: ['list'],
  allPsd2: ['list', ...dataKinds],
};

/** Returns whether an access lets a third party make a request at all, whichever account it is about. */
export function isNeedCovered(access: KeptAccess, group: AccountGroup, need: AccessNeed): boolean {
  const { lists, model } = access;
  if (model !== 'detailed' && model !== 'bank-offered')
    return group === 'cards' ? model === 'allPsd2' : kindsByModel[model].includes(need);
  const ofGroup = (accounts: readonly KeptAccount[] = []): boolean =>
    accounts.some(({ maskedPan }) => (maskedPan !== undefined) === (group === 'cards'));
  // Balances and transactions include the account that they are of.
  const wanted = need === 'list' || need === 'accounts' ? dataKinds : [need];
  return wanted.some((kind) => ofGroup(lists[kind]));
}

/** An account in one of its currencies; without a currency, the account as a whole. */
export interface CoveredAccount {
  readonly accountId: string;
  readonly currency: string | undefined;
}

/** Returns which data of an account an access covers; none if it does not cover the account. */
export function coveredKinds(
  { lists, model }: KeptAccess,
  { accountId, currency }: CoveredAccount,
): ReadonlySet<DataKind> {
  switch (model) {
    case 'availableAccounts':
      return new Set(['accounts']);
    case 'availableAccountsWithBalance':
      return new Set(['accounts', 'balances']);
    case 'allPsd2':
      return new Set(dataKinds);
    case 'detailed':
    case 'bank-offered': {
      const named = dataKinds.filter((kind) =>
        (lists[kind] ?? []).some(
          (one) => one.accountId === accountId && (one.currency === undefined || one.currency === currency),
        ),
      );
      return new Set(named.length === 0 ? [] : ['accounts', ...named]);
    }
  }
}
