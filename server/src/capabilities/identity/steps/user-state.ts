import type { Temporal } from 'temporal-polyfill';
import { endTokens, withdrawSignatures } from '#capabilities/authorization/index.ts';
import { earlierOf, laterOf } from '#platform/kernel/instants.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { withoutOpenContact } from '../domain/contacts.ts';
import { reservedAfterClosing } from '../domain/name-reservation.ts';
import type { StateChangeReason } from '../domain/state-change-reasons.ts';
import type { User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { deleteAllOf, deleteCredentialsOf } from '../store/clean-up.store.ts';
import { deleteLoginAttempts, findLock } from '../store/login-attempts.store.ts';
import { endSessions, findLatestSignInAt } from '../store/sessions.store.ts';
import { hideReservedNames, upsertReservation } from '../store/username-reservations.store.ts';
import { emptyProfile, updateUser } from '../store/users.store.ts';
import { codeContext } from './code-context.ts';

export interface UserStateChange {
  readonly to: 'suspended' | 'active' | 'closed';
  readonly reason: StateChangeReason;
}

interface LockedUserChange extends UserStateChange {
  /** Locked by this command; the change of state is allowed. */
  readonly user: User;
}

/**
 * Changes the state of a user within a command, with all consequences for sessions, credentials and signatures. The
 * command writes its own audit.
 */
export async function changeLockedUserState(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, to, user }: LockedUserChange,
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

type LockedChange = Pick<LockedUserChange, 'user' | 'reason'>;

async function activate(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, user }: LockedChange,
): Promise<void> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const key = { bankId, subject: user.userId, now };
  const lock = await findLock(work, key);
  updateUser(work, { ...ctx, now }, { ...user, state: 'active' });
  deleteLoginAttempts(work, key);
  if (lock !== undefined) work.emit(userEvent('unlocked', user.userId, { reason }));
  work.emit(userEvent('activated', user.userId, { reason, at: now }));
}

async function suspend(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, user }: LockedChange,
): Promise<void> {
  const now = ctx.clock.now();
  updateUser(work, { ...ctx, now }, { ...user, state: 'suspended' });
  await endRights(ctx, work, { reason, user });
  work.emit(userEvent('suspended', user.userId, { reason, at: now }));
}

async function close(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, user }: LockedChange,
): Promise<void> {
  const { bankId, clock, identityVault } = ctx;
  const now = clock.now();
  const { userId } = user;
  const left = withoutOpenContact(withoutOpenContact(user, 'email'), 'phone');
  const bare = { ...left, hintPictureId: undefined, profilePictureId: undefined };
  updateUser(work, { ...ctx, now }, { ...bare, state: 'closed' });
  await endRights(ctx, work, { reason, user });
  await endTokens(codeContext(ctx), work, { userId });
  deleteCredentialsOf(work, { bankId, userId });
  deleteLoginAttempts(work, { bankId, subject: userId, now });
  const username = reason === 'erasure' ? identityVault.hiddenName(bankId, user.username) : user.username;
  // SPEC 8.3.4: for users who were once active; the username of a pending user becomes available again.
  if (user.state !== 'pending')
    upsertReservation(work, {
      bankId,
      username,
      userId,
      reason: 'closed',
      until: reservedAfterClosing(now),
      now,
    });
  work.emit(userEvent('closed', userId, { reason, at: now }));
}

/**
 * Ends sessions and withdraws signatures. A concurrent signature has either committed and is withdrawn here, or waits
 * and is refused.
 */
async function endRights(
  ctx: Context & IdentityPorts,
  work: Work,
  { reason, user }: LockedChange,
): Promise<void> {
  const { userId } = user;
  await endAllSessions(ctx, work, { userId });
  await withdrawSignatures(codeContext(ctx), work, { userId, reason: withdrawalOf(reason) });
}

function withdrawalOf(reason: StateChangeReason): 'party-deceased' | 'fraud-reported' | 'user-suspended' {
  if (reason === 'death') return 'party-deceased';
  return reason === 'fraud' ? 'fraud-reported' : 'user-suspended';
}

/**
 * Closes a user and deletes the personal data: profile, usernames, contacts, credentials, passkeys, linked logins,
 * pictures, security answers, sessions, login history. What remains shows that a user existed, and reserves the
 * usernames by their keyed hashes.
 */
export async function eraseLockedUser(ctx: Context & IdentityPorts, work: Work, user: User): Promise<void> {
  const { bankId, clock, identityVault } = ctx;
  const { userId, username } = user;
  const now = clock.now();
  await hideReservedNames(work, ctx, userId);
  if (user.state !== 'closed')
    await changeLockedUserState(ctx, work, { user, to: 'closed', reason: 'erasure' });
  deleteAllOf(work, { bankId, userIds: [userId] });
  deleteLoginAttempts(work, { bankId, subject: userId, now });
  updateUser(
    work,
    { ...ctx, now },
    {
      userId,
      username: identityVault.hiddenName(bankId, username),
      kind: user.kind,
      customerNumber: user.customerNumber,
      state: 'closed',
      profile: emptyProfile,
      openEmailAt: undefined,
      openPhoneAt: undefined,
      phoneCoolingOffUntil: undefined,
      termsVersion: undefined,
      lastLoginAt: undefined,
      lastAnswerValidatedAt: undefined,
      lastPasswordResetAt: undefined,
      hintPictureId: undefined,
      profilePictureId: undefined,
      rowVersion: user.rowVersion,
      createdAt: user.createdAt,
    },
  );
}

/** A node whose clock is further ahead issues tokens that other nodes reject. */
const clockAheadMaxSeconds = 60;

export interface EndAllSessions {
  readonly userId: string;
  /** The session that continues, by its id or by the second of its sign-in; absent: none does. */
  readonly exceptId?: string | undefined;
  readonly exceptSignInAt?: Temporal.Instant | undefined;
}

/**
 * Ends all sign-ins of a user, on the bank's pages and by tokens. Sign-ins are compared by time, which may come from a
 * node whose clock is ahead: every recorded sign-in counts as earlier, whatever its time.
 */
export async function endAllSessions(
  ctx: Context & IdentityPorts,
  work: Work,
  { exceptId, exceptSignInAt, userId }: EndAllSessions,
): Promise<void> {
  const { bankId, clock, sessions } = ctx;
  const now = clock.now();
  const latest = await findLatestSignInAt(work, { bankId, userId, now });
  const until = laterOf(now, earlierOf(latest ?? now, now.add({ seconds: clockAheadMaxSeconds })));
  endSessions(work, { bankId, userId, now, exceptId, exceptSignInAt });
  sessions.endAll(ctx, work, { userId, exceptSignInAt, until });
}
