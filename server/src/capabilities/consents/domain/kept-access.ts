import { type AccessModel, type DataKind, dataKinds, type NamedAccount } from './access.ts';

/** An account of a consent, with its id in the core: later reads do not look it up again. */
export interface KeptAccount extends NamedAccount {
  readonly accountId: string;
}

/** What a consent lets the third party read. */
export interface KeptAccess {
  readonly model: AccessModel;
  /** The lists that the request had: without accounts while the customer has still to choose them. */
  readonly lists: Readonly<Partial<Record<DataKind, readonly KeptAccount[]>>>;
  /** Makes the ids of accounts under this consent: under another one the same account has another id. */
  readonly salt: string;
  readonly withOwnerName: boolean;
  /** Accounts, by their ids in the core, whose owners are named; absent for all. */
  readonly ownerNamesOf?: readonly string[];
  /** Why the third party wants to read, as it states it to the customer. */
  readonly purpose?: string;
}

/** Returns the access with the accounts that the customer chose, in every list that the request had. */
export function withChosenAccounts(access: KeptAccess, accounts: readonly KeptAccount[]): KeptAccess {
  const asked = dataKinds.filter((kind) => access.lists[kind] !== undefined);
  return { ...access, lists: Object.fromEntries(asked.map((kind) => [kind, accounts])) };
}

/** Returns the accounts of an access, each once. */
export function accountsIn({ lists }: KeptAccess): readonly KeptAccount[] {
  const all = dataKinds.flatMap((kind) => lists[kind] ?? []);
  return [
    ...new Map(all.map((account) => [`${account.accountId} ${account.currency ?? ''}`, account])).values(),
  ];
}

/** Returns the accounts of an access with the kinds of data that are read of each: the account itself is always among them. */
export function accountsWithKinds(
  access: KeptAccess,
): readonly { readonly account: KeptAccount; readonly kinds: readonly DataKind[] }[] {
  return accountsIn(access).map((account) => ({
    account,
    kinds: dataKinds.filter(
      (kind) =>
        kind === 'accounts' ||
        (access.lists[kind] ?? []).some(
          ({ accountId, currency }) => accountId === account.accountId && currency === account.currency,
        ),
    ),
  }));
}

/** Returns whether the owners of an account are named. */
export function isOwnerNamed({ ownerNamesOf, withOwnerName }: KeptAccess, accountId: string): boolean {
  return withOwnerName && (ownerNamesOf === undefined || ownerNamesOf.includes(accountId));
}
