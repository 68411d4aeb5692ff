import { endTokens, withdrawSignatures } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { withoutOpenContact } from '../domain/contacts.ts';
import type { MoveReason } from '../domain/move-reasons.ts';
import { keptAfterClosing } from '../domain/name-reservation.ts';
import type { User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { deleteWaysIn } from '../store/clean-up.store.ts';
import { findLock, purgeFailures } from '../store/login-attempts.store.ts';
import { reserveName } from '../store/username-reservations.store.ts';
import { saveUser } from '../store/users.store.ts';
import { codeContext } from './code-context.ts';
import { endAllSessions } from './end-all-sessions.ts';

export interface Move {
  readonly to: 'suspended' | 'active' | 'closed';
  readonly reason: MoveReason;
}

interface HeldMove extends Move {
  /** Held by this command, and free to move there. */
  readonly user: User;
}

/** Moves a user within a command, and ends or opens what goes with it. The command writes its own audit. */
export async function moveHeldUser(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, to, user }: HeldMove,
): Promise<void> {
  switch (to) {
    case 'active':
      return activate(ctx, work, { reason, user });
    case 'suspended':
      return suspend(ctx, work, { reason, user });
    case 'closed':
      return close(ctx, work, { reason, user });
  }
}

type UserStateChange = Pick<HeldMove, 'user' | 'reason'>;

async function activate(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, user }: UserStateChange,
): Promise<void> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const key = { bankId, subject: user.userId, now };
  const lock = await findLock(work, key);
  saveUser(work, { ...ctx, now }, { ...user, state: 'active' });
  purgeFailures(work, key);
  if (lock !== undefined) work.emit(userEvent('unlocked', user.userId, { reason }));
  work.emit(userEvent('activated', user.userId, { reason, at: now }));
}

async function suspend(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, user }: UserStateChange,
): Promise<void> {
  const now = ctx.clock.now();
  saveUser(work, { ...ctx, now }, { ...user, state: 'suspended' });
  await endRights(ctx, work, { reason, user });
  work.emit(userEvent('suspended', user.userId, { reason, at: now }));
}

async function close(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, user }: UserStateChange,
): Promise<void> {
  const { bankId, clock, identityVault } = ctx;
  const now = clock.now();
  const { userId } = user;
  const left = withoutOpenContact(withoutOpenContact(user, 'email'), 'phone');
  const bare = { ...left, hintPictureId: undefined, profilePictureId: undefined };
  saveUser(work, { ...ctx, now }, { ...bare, state: 'closed' });
  await endRights(ctx, work, { reason, user });
  await endTokens(codeContext(ctx), work, { userId });
  deleteWaysIn(work, { bankId, userId });
  purgeFailures(work, { bankId, subject: userId, now });
  const username = reason === 'erasure' ? identityVault.hiddenName(bankId, user.username) : user.username;
  // SPEC 8.3.4: of users who were once active; a name that was only tried is free again.
  if (user.state !== 'pending')
    reserveName(work, { bankId, username, userId, reason: 'closed', until: keptAfterClosing(now), now });
  work.emit(userEvent('closed', userId, { reason, at: now }));
}

/** Whoever signs at this moment has finished and is seen here, or waits and finds the right gone. */
async function endRights(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, user }: UserStateChange,
): Promise<void> {
  const { userId } = user;
  await endAllSessions(ctx, work, { userId });
  await withdrawSignatures(codeContext(ctx), work, { userId, reason: withdrawalOf(reason) });
}

function withdrawalOf(reason: MoveReason): 'party-deceased' | 'fraud-reported' | 'user-suspended' {
  if (reason === 'death') return 'party-deceased';
  return reason === 'fraud' ? 'fraud-reported' : 'user-suspended';
}
