import {
  type AccountGroup,
  checkConsent,
  consentsProblems,
  countAccess,
  type DataKind,
  endUsedConsent,
  isNeedCovered,
  type LeftAccesses,
  type UsableConsent,
} from '#capabilities/consents/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { type AccountView, findAccount, readAccounts, withBalances, withOwners } from './read-accounts.ts';

/** A request of a third party under a consent. */
export interface Access {
  /** Absent where an access token stands for it. */
  readonly consentId: string | undefined;
  /** Whether the customer asked for it, and so is there. */
  readonly isAttended: boolean;
}

/** What was read, and what is left of the accesses of the day; undefined where nothing is counted. */
export interface Accessed<Read> {
  readonly read: Read;
  readonly left: LeftAccesses | undefined;
}

/** A list of accounts or cards. */
export interface ListAccess extends Access {
  readonly withBalance: boolean;
}

/** Reads the accounts of a consent, and counts it as one access. */
export async function accessList(
  ctx: Context & AccountsPorts,
  group: AccountGroup,
  { consentId, isAttended, withBalance }: ListAccess,
): Promise<Accessed<readonly AccountView[]>> {
  const consent = await checkConsent(ctx, { consentId, group, need: 'list' });
  const listed = await readAccounts(ctx, consent, group);
  const views = await withOwners(ctx, consent, listed);
  const read = withBalance ? await withBalances(ctx, views) : views;
  const counted = { consent, isAttended, target: group, listed: new Map([[group, listed]]) };
  return { read, left: await countOne(ctx, counted) };
}

/** One account or card. */
export interface AccountAccess extends ListAccess {
  readonly resourceId: string;
}

/** Reads one kind of data of an account, and counts it as one access to this kind of data of this account. */
export async function accessAccount(
  ctx: Context & AccountsPorts,
  { group, kind }: { readonly group: AccountGroup; readonly kind: Exclude<DataKind, 'transactions'> },
  { consentId, isAttended, resourceId, withBalance }: AccountAccess,
): Promise<Accessed<AccountView>> {
  const consent = await checkConsent(ctx, { consentId, group, need: kind });
  const found = await coveredAccount(ctx, consent, { group, kind, resourceId });
  const [view = found] = kind === 'accounts' ? await withOwners(ctx, consent, [found]) : [];
  const [read = view] = withBalance ? await withBalances(ctx, [view]) : [];
  return {
    read,
    left: await countOne(ctx, { consent, isAttended, target: targetOf(group, kind, resourceId) }),
  };
}

/** Returns an account under a consent that covers this kind of its data. */
export async function coveredAccount(
  ctx: Context & AccountsPorts,
  consent: UsableConsent,
  { kind, ...named }: { readonly group: AccountGroup; readonly kind: DataKind; readonly resourceId: string },
): Promise<AccountView> {
  const view = await findAccount(ctx, consent, named);
  if (!view.kinds.has(kind)) throw consentsProblems['consent-invalid']();
  return view;
}

/** Returns the name under which accesses to one kind of data of an account are counted. */
export function targetOf(group: AccountGroup, kind: DataKind, resourceId: string): string {
  return `${group} ${kind} ${resourceId}`;
}

/** Returns the name under which it is noted that a list of transactions was read to its end. */
export function listEndOf(group: AccountGroup, resourceId: string): string {
  return `${targetOf(group, 'transactions', resourceId)} end`;
}

/** What was read, and how it is counted. */
interface CountedRead {
  readonly consent: UsableConsent;
  readonly isAttended: boolean;
  readonly target: string;
  /** The list of transactions that was read to its end thereby. */
  readonly finished?: string | undefined;
  /** Accounts that this request has listed, so that the core is not asked for them again. */
  readonly listed?: ReadonlyMap<AccountGroup, readonly AccountView[]>;
}

/** Counts an access as the last thing; a consent for one access ends with the last thing that it allows. */
export async function countOne(
  ctx: Context & AccountsPorts,
  { consent, finished, isAttended, listed, target }: CountedRead,
): Promise<LeftAccesses | undefined> {
  // Before the count: a core that is away then uses nothing up.
  const targets = consent.isRecurring ? undefined : await allTargets(ctx, consent, listed);
  const left = await countAccess(ctx, { consent, isAttended, target });
  if (targets !== undefined) await endUsedConsent(ctx, { consent, targets, ...omitUndefined({ finished }) });
  return left;
}

/** Notes a further page of a list of transactions. It is not counted, but is a read that the customer sees. */
export async function noteFurtherPage(
  ctx: Context & AccountsPorts,
  { consent, finished, isAttended }: Omit<CountedRead, 'target' | 'listed'>,
): Promise<void> {
  const { accessDays, bankId, clock, consentsChoices } = ctx;
  const day = clock.today(consentsChoices.of(bankId).timeZone);
  accessDays.add({ bankId, consentId: consent.consentId, day, isAttended });
  if (consent.isRecurring || finished === undefined) return;
  await endUsedConsent(ctx, { consent, targets: await allTargets(ctx, consent), finished });
}

/** Everything that a consent allows. Single transactions are not among it: a third party need not read each one. */
async function allTargets(
  ctx: Context & AccountsPorts,
  consent: UsableConsent,
  listed?: CountedRead['listed'],
): Promise<readonly string[]> {
  const groups = (['accounts', 'cards'] as const).filter((group) =>
    isNeedCovered(consent.access, group, 'list'),
  );
  const views = await Promise.all(
    groups.map(async (group) => listed?.get(group) ?? readAccounts(ctx, consent, group)),
  );
  return groups.flatMap((group, index) => {
    const ofGroup = views[index] ?? [];
    const kinds = ofGroup
      .filter(({ isOnlyListed }) => !isOnlyListed)
      .flatMap(({ kinds: covered, resourceId }) =>
        [...covered].map((kind) =>
          kind === 'transactions' ? listEndOf(group, resourceId) : targetOf(group, kind, resourceId),
        ),
      );
    return ofGroup.length === 0 ? [] : [group, ...kinds];
  });
}
