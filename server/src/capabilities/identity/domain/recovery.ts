import type { Temporal } from 'temporal-polyfill';
import { resetValidityEmailMinutes, resetValiditySmsMinutes } from './policy.ts';
import { isForgotten, type User } from './user.ts';

export type RecoveryChannel = 'sms' | 'email';

/** By which way somebody is reached. */
export interface RecoveryContact {
  readonly channel: RecoveryChannel;
  readonly details: string;
}

/** Somebody whom the bank has not stopped. One who has to wait after wrong passwords may well have forgotten it. */
export function mayRecover({ state }: Pick<User, 'state'>): boolean {
  return state === 'active' || state === 'pending';
}

/**
 * A proven contact: by the way that was asked for if there is one, else by e-mail. A number that is new does not count
 * yet: whoever changed it may be a thief.
 */
export function recoveryContact(
  { phoneCoolsUntil, profile }: Pick<User, 'profile' | 'phoneCoolsUntil'>,
  wanted: RecoveryChannel | undefined,
  now: Temporal.Instant,
): RecoveryContact | undefined {
  const isCooling =
    phoneCoolsUntil !== undefined && phoneCoolsUntil.epochMilliseconds > now.epochMilliseconds;
  const email = contactBy('email', profile.email);
  const sms = isCooling ? undefined : contactBy('sms', profile.phone);
  return wanted === 'sms' ? (sms ?? email) : (email ?? sms);
}

function contactBy(channel: RecoveryChannel, details: string | undefined): RecoveryContact | undefined {
  return details === undefined ? undefined : { channel, details };
}

/** Where somebody whom the bank registered is told how to begin: the address that the bank was given. */
export function activationContact(
  { openEmailAt, profile }: Pick<User, 'profile' | 'openEmailAt'>,
  now: Temporal.Instant,
): RecoveryContact | undefined {
  const given = isForgotten(openEmailAt, now) ? undefined : profile.openEmail;
  return contactBy('email', profile.email ?? given);
}

/** How long a temporary password is good for. */
export function temporaryMinutes(channel: RecoveryChannel | 'activation'): number {
  return channel === 'sms' ? resetValiditySmsMinutes : resetValidityEmailMinutes;
}

/** Nobody waits any more for what was asked for so long ago. */
export function isStale(askedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.since(askedAt).total('minutes') >= resetValidityEmailMinutes;
}
