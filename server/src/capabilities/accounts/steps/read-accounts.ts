import {
  type AccountGroup,
  coveredKinds,
  type DataKind,
  isOwnerNamed,
  type UsableConsent,
} from '#capabilities/consents/index.ts';
import type { CoreAccount, CoreBalance } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import { type AccountPart, balancesOfPart, partsOf } from '../domain/account-view.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { problems } from '../problems.ts';
import { resourceIdOf } from './resource-id.ts';

/** An account as a third party sees it under a consent. */
export interface AccountView extends AccountPart<CoreAccount> {
  readonly resourceId: string;
  /** Which data of it the consent covers. */
  readonly kinds: ReadonlySet<DataKind>;
  /** The consent is for the list alone: nothing of the account can be read by itself. */
  readonly isOnlyListed: boolean;
  /** Names of the holders, where the consent covers them. */
  readonly ownerName?: string;
  /** Read where they are asked for and covered. */
  readonly balances?: readonly CoreBalance[];
}

/** Returns the accounts that a consent covers, as the core has them now: what the owner does not hold any more is gone. */
export async function readAccounts(
  ctx: Context & AccountsPorts,
  consent: UsableConsent,
  group: AccountGroup,
): Promise<readonly AccountView[]> {
  const { accountReads, accountsChoices, bankId, db } = ctx;
  const { access, owner } = consent;
  const held = await (group === 'cards'
    ? accountReads.cardsOf(db, bankId, owner)
    : accountReads.accountsOf(db, bankId, owner));
  const { currencyLevel } = accountsChoices.of(bankId);
  const isOnlyListed =
    access.model === 'availableAccounts' || access.model === 'availableAccountsWithBalance';
  return held
    .flatMap((account) => partsOf(account, currencyLevel))
    .flatMap((part): readonly AccountView[] => {
      const { account, currency } = part;
      const kinds = coveredKinds(access, { accountId: account.accountId, currency });
      return kinds.size === 0
        ? []
        : [{ ...part, resourceId: resourceIdOf(consent, part), kinds, isOnlyListed }];
    });
}

/** Finds an account by its id under a consent. */
export async function findAccount(
  ctx: Context & AccountsPorts,
  consent: UsableConsent,
  { group, resourceId }: { readonly group: AccountGroup; readonly resourceId: string },
): Promise<AccountView> {
  const found = (await readAccounts(ctx, consent, group)).find((view) => view.resourceId === resourceId);
  if (found === undefined) throw problems['account-unknown']();
  return found;
}

const ownerNameMax = 140;

/** Adds the names of the holders, where the consent covers them. SPEC xs2a 3.10 */
export async function withOwners(
  { accountReads, bankId, db }: Context & AccountsPorts,
  { access }: UsableConsent,
  views: readonly AccountView[],
): Promise<readonly AccountView[]> {
  const isNamed = ({ account }: AccountView): boolean => isOwnerNamed(access, account.accountId);
  const holders = [...new Set(views.filter(isNamed).flatMap(({ account }) => account.holders))];
  if (holders.length === 0) return views;
  const names = await accountReads.namesOf(db, bankId, holders);
  return views.map((view) => {
    const ownerName = view.account.holders
      .flatMap((number) => names.get(number) ?? [])
      .join(', ')
      .slice(0, ownerNameMax);
    return ownerName === '' || !isNamed(view) ? view : { ...view, ownerName };
  });
}

/** Adds the balances of accounts, where the consent covers them. The parts of an account share one question to the core. */
export async function withBalances(
  { accountReads, bankId }: Context & AccountsPorts,
  views: readonly AccountView[],
): Promise<readonly AccountView[]> {
  const covered = views.filter(({ kinds }) => kinds.has('balances'));
  const ids = [...new Set(covered.map(({ account }) => account.accountId))];
  const read = await Promise.all(
    ids.map(async (accountId) => [accountId, await accountReads.balancesOf(bankId, accountId)] as const),
  );
  const balancesOf = new Map(read);
  return views.map((view) => {
    const balances = view.kinds.has('balances') ? balancesOf.get(view.account.accountId) : undefined;
    return balances === undefined ? view : { ...view, balances: balancesOfPart(view, balances) };
  });
}
