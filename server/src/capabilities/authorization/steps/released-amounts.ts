import { lockName } from '#platform/db/named-lock.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SigningRule } from '../domain/signing/rule.ts';
import type { ReleasedWithin } from '../domain/signing/rule-match.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { CollectionKey } from '../store/collections.store.ts';
import type { CountedAmount } from '../store/decision-document.ts';
import {
  deleteReleasedAmounts,
  listReleasedSums,
  upsertReleasedAmount,
} from '../store/released-amounts.store.ts';

type Ctx = Context & Pick<AuthorizationPorts, 'authorizationVault'>;

/** Returns the windows of rules, in days; none for most owners. */
export function windowsIn(rules: readonly SigningRule[]): readonly number[] {
  return [...new Set(rules.flatMap(({ withinDays }) => withinDays ?? []))];
}

/** Whose releases are summed, and for which windows. */
export interface ReleasedQuery {
  readonly accounts: readonly string[];
  readonly days: readonly number[];
  /** What is signed now counts by its own amount. */
  readonly except: readonly Pick<CollectionKey, 'resourceId' | 'resourceKind'>[];
}

/** Reads what was released from accounts within each window. */
export async function readReleased(
  { authorizationVault: vault, bankId, clock }: Ctx,
  db: Reader,
  { accounts, days, except }: ReleasedQuery,
): Promise<ReleasedWithin> {
  const sums =
    days.length === 0 || accounts.length === 0
      ? []
      : await listReleasedSums(db, vault, {
          bankId,
          accounts,
          days,
          now: clock.now(),
          resourceKinds: except.map(({ resourceKind }) => resourceKind),
          resourceIds: except.map(({ resourceId }) => resourceId),
        });
  return (account, within): readonly Money[] =>
    sums
      .filter((sum) => sum.account === account && sum.days === within)
      .map(({ currency, minor }) => ({ currency, minor }));
}

/**
 * Locks accounts whose releases count for rules with a window: of two orders that are signed at the same time, the
 * second counts the first.
 */
export function lockReleases(
  work: Work,
  bankId: string,
  accounts: readonly string[],
): readonly Promise<void>[] {
  return [...new Set(accounts)]
    .toSorted()
    .map((account) => lockName(work, 'released amounts', bankId, account));
}

/** Records what a resource releases, as soon as its signatures suffice. */
export function recordReleased(
  { authorizationVault: vault, bankId, clock }: Ctx,
  work: Work,
  {
    counted,
    resourceId,
    resourceKind,
  }: Pick<CollectionKey, 'resourceId' | 'resourceKind'> & { readonly counted: readonly CountedAmount[] },
): void {
  for (const { account, amount } of counted)
    upsertReleasedAmount(work, {
      bankId,
      resourceKind,
      resourceId,
      accountIndex: vault.accountIndex(bankId, account),
      currency: amount.currency,
      minor: amount.minor,
      now: clock.now(),
    });
}

/** Forgets what was recorded for a resource whose signatures no longer suffice. */
export function forgetReleased(
  work: Work,
  { bankId, resourceId, resourceKind }: Pick<CollectionKey, 'bankId' | 'resourceId' | 'resourceKind'>,
): void {
  deleteReleasedAmounts(work, { bankId, resourceKind, resourceId });
}
