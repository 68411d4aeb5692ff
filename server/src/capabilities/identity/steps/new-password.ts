import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type PasswordError, validatePassword } from '../domain/passwords/password-policy.ts';
import { personalWordsOf } from '../domain/passwords/personal-words.ts';
import { passwordLengthMax, passwordLengthMin } from '../domain/policy.ts';
import { type StepResult, unchanged } from '../domain/sign-in/step-result.ts';
import { isActive, type User, type UserProfile } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import {
  consumeTemporaryPassword,
  deleteTemporaryPassword,
  findCredentials,
  upsertPassword,
} from '../store/credentials.store.ts';
import { deleteLoginAttempts } from '../store/login-attempts.store.ts';
import { findUser, lockUser, updateUser } from '../store/users.store.ts';
import type { SignInTransition } from './sign-in/live-sign-in.ts';
import { endAllSessions } from './user-state.ts';

/** The owner of a new password, whose personal data it must not contain. */
export interface PasswordOwner {
  readonly username: string;
  readonly profile: UserProfile;
}

/** Returns everything that is wrong with a new password. */
export function validateNewPassword(
  { bankId, identityFacts, passwordBlocklist }: Context & IdentityPorts,
  { profile, username }: PasswordOwner,
  password: string,
): readonly PasswordError[] {
  const { email, firstName, lastName, openEmail, openPhone, phone } = profile;
  const [address, number] = [email ?? openEmail, phone ?? openPhone];
  return validatePassword({
    password,
    personalWords: personalWordsOf({
      names: [firstName, lastName].filter((name) => name !== undefined),
      username,
      bankName: identityFacts.of(bankId).bankName,
      productName: 'Portico',
      ...(address === undefined ? {} : { email: address }),
      ...(number === undefined ? {} : { phoneNumber: number }),
    }),
    lengthMin: passwordLengthMin,
    lengthMax: passwordLengthMax,
    isBlocklisted: (word) => passwordBlocklist.has(word),
  });
}

/** Returns whether a secret equals the user's current password; called only after the user was authenticated. */
export async function isOwnPassword(
  { bankId, clock, db, passwordHasher }: Context & IdentityPorts,
  { userId }: User,
  secret: string,
): Promise<boolean> {
  const { passwordHash } = await findCredentials(db, { bankId, userId, now: clock.now() });
  return (await passwordHasher.verify(bankId, passwordHash, secret)).isRight;
}

/** A new password that replaces the old one. */
export interface ReplacePassword {
  /** Locked by this command. */
  readonly user: User;
  readonly hash: string;
  /** The user entered a temporary password. */
  readonly isReset: boolean;
  /** The sign-in that continues; all others end. */
  readonly exceptSignInAt: Temporal.Instant | undefined;
  /** The session on the bank's own page that continues. */
  readonly exceptId?: string | undefined;
}

/** Saves a new password and ends all sessions that were started with the old one. Devices stay paired. */
export async function replacePassword(
  ctx: Context & IdentityPorts,
  work: Work,
  { exceptId, hash, isReset, exceptSignInAt, user }: ReplacePassword,
): Promise<void> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const { userId } = user;
  upsertPassword(work, { bankId, userId, hash, now });
  deleteTemporaryPassword(work, { bankId, userId });
  deleteLoginAttempts(work, { bankId, subject: userId, now });
  await endAllSessions(ctx, work, { userId, exceptId, exceptSignInAt });
  if (isReset) updateUser(work, { ...ctx, now }, { ...user, lastPasswordResetAt: now });
  work.emit(userEvent(isReset ? 'resetCompleted' : 'passwordChanged', userId, { at: now }));
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'password', after: isReset ? 'reset' : 'changed' }],
  });
}

const secretMax = 1_024;

/** Processes the form of a recovery in which the user chooses a new password; the user then signs in with it. */
export async function submitNewPassword(transition: SignInTransition<'new-password'>): Promise<StepResult> {
  const { ctx, fields, state } = transition;
  const { bankId, clock, db, passkeys, passwordHasher } = ctx;
  const { first, userId } = state;
  const user = await findUser(db, ctx, userId);
  if (user === undefined) return unchanged;
  const newPassword = (fields.get('new-password') ?? '').slice(0, secretMax);
  const errors = [
    ...validateNewPassword(ctx, user, newPassword),
    ...(newPassword === (fields.get('repeat-password') ?? '') ? [] : (['passwords-differ'] as const)),
    ...((await isOwnPassword(ctx, user, newPassword)) ? (['same-as-existing'] as const) : []),
  ];
  if (errors.length > 0) return transition.apply({ kind: 'new-password-refused', errors });
  const hash = await passwordHasher.hash(bankId, newPassword);
  const { challenge, options } = await passkeys.beginUse(undefined);
  return runCommand(ctx, async (work) => {
    const locked = await lockUser(work, ctx, userId);
    const key = { bankId, userId, hash: first.hash, now: clock.now() };
    if (locked === undefined || !isActive(locked) || !(await consumeTemporaryPassword(work, key))) {
      work.audit({
        aggregateKind: 'user',
        aggregateId: userId,
        changes: [{ field: 'password', after: 'refused' }],
      });
      return transition.applyIn(work, { kind: 'temporary-password-expired', challenge, options });
    }
    await replacePassword(ctx, work, { user: locked, hash, isReset: true, exceptSignInAt: undefined });
    return transition.applyIn(work, { kind: 'password-replaced', challenge, options });
  });
}
