import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { keptAfterChange, usernameChanges } from '../domain/name-reservation.ts';
import { availablePerDay, availablePerMinute, usernameChangesPerYear } from '../domain/policy.ts';
import type { User } from '../domain/user.ts';
import { isForeignContact, isReservedUsername } from '../domain/username.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { problems } from '../problems.ts';
import { enforceQuota } from '../steps/enforce-quota.ts';
import { lockOwnUser } from '../steps/lock-own-user.ts';
import { isUsedUp, type QuotaUse, recordQuotaUse } from '../store/quotas.store.ts';
import { isNameReserved, releaseName, reserveName } from '../store/username-reservations.store.ts';
import { findUserByName, saveUser } from '../store/users.store.ts';

/** A name as it is kept, and the version of the user that the caller insists on. */
export interface ChangeUsername {
  readonly username: string;
  readonly ifMatch: bigint | undefined;
}

const yearSeconds = 365 * 86_400;

/** Changes the name of whoever is signed in. Their old name stays theirs for a while: nobody else gets their mail. */
export async function changeUsername(
  ctx: Context & IdentityPorts,
  { ifMatch, username }: ChangeUsername,
): Promise<void> {
  await runCommand(ctx, async (work) => {
    const user = await lockOwnUser(ctx, work);
    if (ifMatch !== undefined && ifMatch !== user.rowVersion) throw standardProblems['precondition-failed']();
    const note = { aggregateKind: 'user', aggregateId: user.userId };
    if (username === user.username) return work.audit({ ...note, changes: [] });
    const changes = changesOf(ctx, user);
    if (await isUsedUp(work, changes))
      throw standardProblems['too-many-requests']({
        retryAfterSeconds: yearSeconds,
        reason: 'username-changes',
      });
    // A refusal tells that somebody has the name, so refusals are as dear as questions.
    await enforceQuota(ctx, work, [
      {
        scope: 'username-wishes',
        key: user.userId,
        limits: [
          { count: availablePerMinute, seconds: 60 },
          { count: availablePerDay, seconds: 86_400 },
        ],
      },
    ]);
    if (await isNameTaken(ctx, work, { user, username })) {
      work.audit({ ...note, changes: [], problem: 'username-already-used' });
      return work.rejectAfterCommit(problems['username-already-used']());
    }
    recordQuotaUse(work, changes);
    rename(ctx, work, { user, username });
  });
}

/** Counted under the hold on the user, so that looking first and entering later is one thing. */
function changesOf({ bankId, clock, identityVault }: Context & IdentityPorts, { userId }: User): QuotaUse {
  return {
    bankId,
    scope: usernameChanges,
    key: identityVault.quotaKey(bankId, usernameChanges, userId),
    limits: [{ count: usernameChangesPerYear, seconds: yearSeconds }],
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
  // In this order: a name that is just given up is seen in use, or reserved, but never free.
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
  const until = keptAfterChange(now);
  releaseName(work, { bankId, username });
  reserveName(work, { bankId, username: user.username, userId, reason: 'changed', until, now });
  saveUser(work, { ...ctx, now }, { ...user, username });
  work.emit(userEvent('usernameChanged', userId));
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'username', after: 'changed' }],
  });
}
