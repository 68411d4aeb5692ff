import { faultAt } from '#dialects/channel/field-errors.ts';
import { challenge } from '#platform/auth/challenge.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { problems } from '../problems.ts';
import { isOwnPassword } from '../steps/is-own-password.ts';
import { ownUserId } from '../steps/own-user-id.ts';
import { replacePassword } from '../steps/replace-password.ts';
import { validateNewPassword } from '../steps/validate-new-password.ts';
import { verifyPassword } from '../steps/verify-password.ts';
import { consumeTemporaryPassword, findCredentials } from '../store/credentials.store.ts';
import { findUser, lockUser } from '../store/users.store.ts';

export interface ChangePassword {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the password of whoever is signed in. The current one may be the temporary one that was sent; a wrong one
 * counts like a wrong one at the door.
 */
export async function changePassword(
  ctx: Context & IdentityPorts,
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  const { bankId, caller, clock, db, passwordHasher } = ctx;
  const user = await findUser(db, ctx, ownUserId(ctx));
  if (user === undefined) throw standardProblems.unauthorized();
  const by = await kindOf(ctx, user, currentPassword);
  if (by === 'temporary') requireSecondFactor(ctx);
  const faults = validateNewPassword(ctx, user, newPassword);
  const hash = faults.length === 0 ? await passwordHasher.hash(bankId, newPassword) : undefined;
  const isSame = await isOwnPassword(ctx, user, newPassword);
  const asked = {
    user,
    name: user.username,
    deviceClass: by === 'temporary' ? 'temporary' : 'paired',
    secret: currentPassword,
    by,
  } as const;
  const isChanged = await verifyPassword(ctx, asked, async (work, verdict) => {
    if (verdict.kind !== 'right') return false;
    // Only whoever knows the current one learns what is wrong with the new one.
    if (isSame) return refuse(work, user, problems['password-same-as-existing']());
    if (hash === undefined)
      return refuse(work, user, problems['password-does-not-meet-requirements']({ details: { faults } }));
    const held = await lockUser(work, ctx, user.userId);
    if (held === undefined) throw standardProblems.unauthorized();
    const key = { bankId, userId: user.userId, now: clock.now() };
    // Somebody else may have changed it since it was compared; then it is not the current one any more.
    const isCurrent =
      by === 'temporary'
        ? await consumeTemporaryPassword(work, { ...key, hash: verdict.hash })
        : (await findCredentials(work, key)).passwordHash === verdict.compared;
    if (!isCurrent) return refuse(work, user, mismatch());
    const keptSignInAt = caller.kind === 'customer' ? caller.authenticatedAt : undefined;
    await replacePassword(ctx, work, { user: held, hash, isReset: by === 'temporary', keptSignInAt });
    return true;
  });
  if (!isChanged) throw mismatch();
}

/** What anybody can have sent to somebody opens nothing without a second factor, here as on the pages. */
function requireSecondFactor({ caller }: Context): void {
  if (caller.kind === 'customer' && caller.assurance !== '1fa') return;
  const isBound = 'binding' in caller && caller.binding === 'proof';
  const wanted = { error: 'insufficient_user_authentication', acr_values: 'sca' };
  throw standardProblems['step-up-required'](challenge(isBound ? 'DPoP' : 'Bearer', wanted));
}

function mismatch(): Problem {
  return standardProblems.invalid({ faults: [faultAt(['current-password'], 'mismatch')] });
}

/** The password was right, and that stays so; it is only not changed. */
function refuse(work: Work, { userId }: User, problem: Problem): false {
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'password', after: 'unchanged' }],
  });
  work.rejectAfterCommit(problem);
  return false;
}

/** Temporary passwords look like nothing that people choose; whoever has one means it. */
async function kindOf(
  { bankId, clock, db }: Context,
  { userId }: User,
  secret: string,
): Promise<'password' | 'temporary'> {
  if (!/^[b-z]{20}$/v.test(secret)) return 'password';
  const { temporary } = await findCredentials(db, { bankId, userId, now: clock.now() });
  return temporary === undefined ? 'password' : 'temporary';
}
