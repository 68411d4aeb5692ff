import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { findPolicy } from '#platform/policy/find-policy.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { reservedAfterChange, usernameChanges } from '../../domain/name-reservation.ts';
import { availablePerDay, availablePerMinute, usernameChangesMax } from '../../domain/policy.ts';
import type { User } from '../../domain/user.ts';
import { isForeignContact, isReservedUsername } from '../../domain/username.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { problems } from '../../problems.ts';
import { lockOwnUser } from '../../steps/own-user.ts';
import { enforceQuota } from '../../steps/quotas.ts';
import { insertQuotaUse, isQuotaUsedUp, type QuotaUse } from '../../store/quotas.store.ts';
import {
  deleteReservation,
  isNameReserved,
  upsertReservation,
} from '../../store/username-reservations.store.ts';
import { findUserByName, updateUser } from '../../store/users.store.ts';

/** The new username, normalized, and the user version that the caller requires. */
export interface ChangeUsername {
  readonly username: string;
  readonly ifMatch: bigint | undefined;
}

const yearSeconds = 365 * 86_400;

/**
 * Changes the username of the signed-in user. The old username stays reserved for a while, so that no other user
 * receives their messages.
 */
export async function changeUsername(
  ctx: Context & IdentityPorts,
  { ifMatch, username }: ChangeUsername,
): Promise<void> {
  await runCommand(ctx, async (work) => {
    const user = await lockOwnUser(ctx, work);
    if (ifMatch !== undefined && ifMatch !== user.rowVersion) throw standardProblems['precondition-failed']();
    const aggregate = { aggregateKind: 'user', aggregateId: user.userId };
    if (username === user.username) return work.audit({ ...aggregate, changes: [] });
    const changes = changesOf(ctx, user, await findPolicy(work, ctx, usernameChangesMax));
    if (await isQuotaUsedUp(work, changes))
      throw standardProblems['too-many-requests']({
        retryAfterSeconds: yearSeconds,
        reason: 'username-changes',
      });
    // A refusal reveals that a username is in use, so it is counted like an availability check.
    await enforceQuota(ctx, work, [
      {
        scope: 'username-attempts',
        key: user.userId,
        limits: [
          { count: availablePerMinute, seconds: 60 },
          { count: availablePerDay, seconds: 86_400 },
        ],
      },
    ]);
    if (await isNameTaken(ctx, work, { user, username })) {
      work.audit({ ...aggregate, changes: [], problem: 'username-already-used' });
      return work.rejectAfterCommit(problems['username-already-used']());
    }
    insertQuotaUse(work, changes);
    rename(ctx, work, { user, username });
  });
}

/** Counted while the user is locked, so that checking first and recording later is atomic. */
function changesOf(
  { bankId, clock, identityVault }: Context & IdentityPorts,
  { userId }: User,
  count: number,
): QuotaUse {
  return {
    bankId,
    scope: usernameChanges,
    key: identityVault.quotaKey(bankId, usernameChanges, userId),
    limits: [{ count, seconds: yearSeconds }],
    now: clock.now(),
  };
}

interface Renaming {
  readonly user: User;
  readonly username: string;
}

async function isNameTaken(
  ctx: Context & IdentityPorts,
  work: Work,
  { user, username }: Renaming,
): Promise<boolean> {
  const { bankId, clock, identityFacts } = ctx;
  if (isReservedUsername(username, identityFacts.of(bankId).bankName)) return true;
  const { customerNumber, profile } = user;
  if (isForeignContact(username, { ...profile, customerNumber })) return true;
  // In this order: a username that is being given up is seen as used or as reserved, never as free.
  const [owner, isReserved] = await Promise.all([
    findUserByName(work, ctx, username),
    isNameReserved(work, ctx, { username, userId: user.userId, now: clock.now() }),
  ]);
  return owner !== undefined || isReserved;
}

function rename(ctx: Context & IdentityPorts, work: Work, { user, username }: Renaming): void {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const { userId } = user;
  const until = reservedAfterChange(now);
  deleteReservation(work, { bankId, username });
  upsertReservation(work, { bankId, username: user.username, userId, reason: 'changed', until, now });
  updateUser(work, { ...ctx, now }, { ...user, username });
  work.emit(userEvent('usernameChanged', userId));
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'username', after: 'changed' }],
  });
}
