import { fieldErrorAt } from '#dialects/channel/field-errors.ts';
import { challenge } from '#platform/auth/challenge.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { problems } from '../../problems.ts';
import { isOwnPassword, replacePassword, validateNewPassword } from '../../steps/new-password.ts';
import { lockOwnUser, ownUserId } from '../../steps/own-user.ts';
import { verifyPassword } from '../../steps/verify-password.ts';
import { consumeTemporaryPassword, findCredentials } from '../../store/credentials.store.ts';
import { findUser } from '../../store/users.store.ts';

export interface ChangePassword {
  /** The session on the bank's own page in which the password is changed; it continues. */
  readonly sessionId?: string | undefined;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the password of the signed-in user. The current password may be a temporary one; a wrong one counts like a
 * failed sign-in.
 */
export async function changePassword(
  ctx: Context & IdentityPorts,
  { currentPassword, newPassword, sessionId }: ChangePassword,
): Promise<void> {
  const { bankId, caller, clock, db, passwordHasher } = ctx;
  const user = await findUser(db, ctx, ownUserId(ctx));
  if (user === undefined) throw standardProblems.unauthorized();
  const by = await kindOf(ctx, user, currentPassword);
  if (by === 'temporary') requireSecondFactor(ctx);
  const errors = validateNewPassword(ctx, user, newPassword);
  const hash = errors.length === 0 ? await passwordHasher.hash(bankId, newPassword) : undefined;
  const isSame = await isOwnPassword(ctx, user, newPassword);
  const attempt = {
    user,
    name: user.username,
    deviceClass: by === 'temporary' ? 'temporary' : 'paired',
    secret: currentPassword,
    by,
  } as const;
  const isChanged = await verifyPassword(ctx, attempt, async (work, verdict) => {
    if (verdict.kind !== 'right') return false;
    // Errors of the new password are returned only after the current one was verified.
    if (isSame) return refuse(work, user, problems['password-same-as-existing']());
    if (hash === undefined)
      return refuse(
        work,
        user,
        problems['password-does-not-meet-requirements']({ details: errors.join(', ') }),
      );
    const locked = await lockOwnUser(ctx, work);
    const key = { bankId, userId: user.userId, now: clock.now() };
    // Another command may have changed the password since it was compared; then it is no longer the current one.
    const isCurrent =
      by === 'temporary'
        ? await consumeTemporaryPassword(work, { ...key, hash: verdict.hash })
        : (await findCredentials(work, key)).passwordHash === verdict.compared;
    if (!isCurrent) return refuse(work, user, mismatch());
    const exceptSignInAt = caller.kind === 'customer' ? caller.authenticatedAt : undefined;
    await replacePassword(ctx, work, {
      user: locked,
      hash,
      isReset: by === 'temporary',
      exceptSignInAt,
      exceptId: sessionId,
    });
    return true;
  });
  if (!isChanged) throw mismatch();
}

/** A temporary password needs a second factor here as on the pages, because anyone can request one. */
function requireSecondFactor({ caller }: Context): void {
  if (caller.kind === 'customer' && caller.assurance !== '1fa') return;
  const isBound = 'binding' in caller && caller.binding === 'proof';
  const challengeParameters = { error: 'insufficient_user_authentication', acr_values: 'sca' };
  throw standardProblems['step-up-required'](challenge(isBound ? 'DPoP' : 'Bearer', challengeParameters));
}

function mismatch(): Problem {
  return standardProblems.invalid({ fieldErrors: [fieldErrorAt(['current-password'], 'mismatch')] });
}

/** Records that the password was right but was not changed. */
function refuse(work: Work, { userId }: User, problem: Problem): false {
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'password', after: 'unchanged' }],
  });
  work.rejectAfterCommit(problem);
  return false;
}

/** Returns whether the given password is a temporary one: these have a form that users do not choose. */
async function kindOf(
  { bankId, clock, db }: Context,
  { userId }: User,
  secret: string,
): Promise<'password' | 'temporary'> {
  if (!/^[b-z]{20}$/v.test(secret)) return 'password';
  const { temporary } = await findCredentials(db, { bankId, userId, now: clock.now() });
  return temporary === undefined ? 'password' : 'temporary';
}
