import type { Temporal } from 'temporal-polyfill';
import { resetValidityEmailMinutes, resetValiditySmsMinutes } from './policy.ts';
import { isContactExpired, type User } from './user.ts';

export type RecoveryChannel = 'sms' | 'email';

/** The contact to which a recovery message is sent. */
export interface RecoveryContact {
  readonly channel: RecoveryChannel;
  readonly details: string;
}

/**
 * Returns whether a user may recover the account: not suspended or closed by the bank. A locked user may recover,
 * because the password may be forgotten.
 */
export function mayRecover({ state }: Pick<User, 'state'>): boolean {
  return state === 'active' || state === 'pending';
}

/**
 * Returns a verified contact: by the requested medium if there is one, else by e-mail. A number in its cooling-off
 * period does not count: an attacker may have changed it.
 */
export function recoveryContact(
  { phoneCoolingOffUntil, profile }: Pick<User, 'profile' | 'phoneCoolingOffUntil'>,
  requested: RecoveryChannel | undefined,
  now: Temporal.Instant,
): RecoveryContact | undefined {
  const isCooling =
    phoneCoolingOffUntil !== undefined && phoneCoolingOffUntil.epochMilliseconds > now.epochMilliseconds;
  const email = contactBy('email', profile.email);
  const sms = isCooling ? undefined : contactBy('sms', profile.phone);
  return requested === 'sms' ? (sms ?? email) : (email ?? sms);
}

/**
 * Returns whether right security answers open a code by the medium of the temporary password: given lately, and for no
 * earlier recovery. The answers are known, the phone is owned: together they are two factors, each alone is none.
 */
export function opensCode(
  { lastAnswerValidatedAt, lastPasswordResetAt }: Pick<User, 'lastAnswerValidatedAt' | 'lastPasswordResetAt'>,
  { now, validMinutes }: { readonly now: Temporal.Instant; readonly validMinutes: number },
): boolean {
  if (lastAnswerValidatedAt === undefined) return false;
  const isUsed =
    lastPasswordResetAt !== undefined &&
    lastPasswordResetAt.epochNanoseconds >= lastAnswerValidatedAt.epochNanoseconds;
  return !isUsed && now.since(lastAnswerValidatedAt).total('minutes') < validMinutes;
}

function contactBy(channel: RecoveryChannel, details: string | undefined): RecoveryContact | undefined {
  return details === undefined ? undefined : { channel, details };
}

/** Returns the contact for the activation message of a user whom the bank registered: the e-mail address on file. */
export function activationContact(
  { openEmailAt, profile }: Pick<User, 'profile' | 'openEmailAt'>,
  now: Temporal.Instant,
): RecoveryContact | undefined {
  const open = isContactExpired(openEmailAt, now) ? undefined : profile.openEmail;
  return contactBy('email', profile.email ?? open);
}

/** Returns how many minutes a temporary password is valid. */
export function temporaryMinutes(channel: RecoveryChannel | 'activation'): number {
  return channel === 'sms' ? resetValiditySmsMinutes : resetValidityEmailMinutes;
}

/** Returns whether a recovery request is too old to be processed. */
export function isStale(requestedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.since(requestedAt).total('minutes') >= resetValidityEmailMinutes;
}
