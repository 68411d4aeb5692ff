import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isReservedUsername, normalizeUsername } from '../../domain/username.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { checkHuman } from '../../steps/person.ts';
import { enforceNameQuota } from '../../steps/quotas.ts';
import { isNameReserved } from '../../store/username-reservations.store.ts';
import { findUserByName } from '../../store/users.store.ts';

export interface UsernameAvailability {
  readonly username: string;
  readonly humanCheck: string | undefined;
  /** The IP address of the person, as passed on by an application. */
  readonly personAddress?: string | undefined;
}

/**
 * Returns whether a username is available. The response reveals existing usernames, so it is rate-limited and needs a
 * bot check.
 */
export async function isUsernameAvailable(
  ctx: Context & IdentityPorts,
  { humanCheck, personAddress, username: submitted }: UsernameAvailability,
): Promise<void> {
  const { bankId, clock, db, identityFacts } = ctx;
  const username = normalizeUsername(submitted);
  if (username === undefined) return rejectFieldErrors([fieldErrorAt(['username'], 'pattern', 'path')]);
  await checkHuman(ctx, { token: humanCheck, personAddress });
  await warnOnScans(ctx, async (work) => {
    await enforceNameQuota(ctx, work, { personAddress });
    work.audit({ aggregateKind: 'username', aggregateId: 'availability', changes: [] });
  });
  const [user, isReserved] = await Promise.all([
    findUserByName(db, ctx, username),
    isNameReserved(db, ctx, { username, now: clock.now(), userId: undefined }),
  ]);
  const isTaken = user !== undefined || isReserved;
  if (isTaken || isReservedUsername(username, identityFacts.of(bankId).bankName))
    throw standardProblems.gone();
}

/** Logs a warning for a caller that exceeds the quota, which may be scanning usernames. */
async function warnOnScans(ctx: Context, check: (work: Work) => Promise<void>): Promise<void> {
  try {
    await runCommand(ctx, check);
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'too-many')
      ctx.log.warn({ bankId: ctx.bankId }, 'availability quota exceeded');
    throw error;
  }
}
