import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isReservedUsername, normalizeUsername } from '../domain/username.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { checkHuman } from '../steps/check-human.ts';
import { enforceNameQuota } from '../steps/enforce-name-quota.ts';
import { isNameReserved } from '../store/username-reservations.store.ts';
import { findUserByName } from '../store/users.store.ts';

export interface AskAvailability {
  readonly username: string;
  readonly humanCheck: string | undefined;
  /** The address of the person, as an application passed it on. */
  readonly personAddress?: string | undefined;
}

/** Whether a name could be taken now. The question itself tells who exists, so it is asked rarely and by people. */
export async function isUsernameAvailable(
  ctx: Context & IdentityPorts,
  { humanCheck, personAddress, username: given }: AskAvailability,
): Promise<void> {
  const { bankId, clock, db, identityFacts } = ctx;
  const username = normalizeUsername(given);
  if (username === undefined) return refuseFaults([faultAt(['username'], 'pattern', 'path')]);
  await checkHuman(ctx, { token: humanCheck, personAddress });
  await watchingScans(ctx, async (work) => {
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

/** Whoever asks for more names than anybody could want is shown to those who watch. */
async function watchingScans(ctx: Context, ask: (work: Work) => Promise<void>): Promise<void> {
  try {
    await runCommand(ctx, ask);
  } catch (error) {
    if (error instanceof Problem && error.entry.kind === 'too-many')
      ctx.log.warn({ bankId: ctx.bankId }, 'somebody asks for many usernames');
    throw error;
  }
}
