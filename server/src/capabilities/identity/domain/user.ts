import type { Temporal } from 'temporal-polyfill';
import { closedUsernameReservedYears, coolingHours, unverifiedRemovalDays } from './policy.ts';

/** Stored states of a user; the API also shows `locked`, an active user who has to wait. */
export const userStates = ['pending', 'active', 'suspended', 'closed'] as const;
export type UserState = (typeof userStates)[number];

export const contactKinds = ['email', 'phone'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** Personal data of a user; stored encrypted. */
export interface UserProfile {
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** BCP 47 */
  readonly language: string | undefined;
  /** Verified. */
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** Submitted, not verified yet. */
  readonly openEmail: string | undefined;
  readonly openPhone: string | undefined;
}

export interface User {
  readonly userId: string;
  readonly username: string;
  readonly kind: 'customer' | 'agent';
  readonly customerNumber: string | undefined;
  readonly state: UserState;
  readonly profile: UserProfile;
  readonly openEmailAt: Temporal.Instant | undefined;
  readonly openPhoneAt: Temporal.Instant | undefined;
  readonly phoneCoolingOffUntil: Temporal.Instant | undefined;
  readonly termsVersion: string | undefined;
  readonly lastLoginAt: Temporal.Instant | undefined;
  readonly lastAnswerValidatedAt: Temporal.Instant | undefined;
  readonly lastPasswordResetAt: Temporal.Instant | undefined;
  readonly hintPictureId: string | undefined;
  readonly profilePictureId: string | undefined;
  readonly rowVersion: bigint;
  readonly createdAt: Temporal.Instant;
}

/** Returns whether the user may act. A password lock does not stop a user who is already signed in. */
export function isActive({ state }: Pick<User, 'state'>): boolean {
  return state === 'active';
}

/** Returns the state after a proof: a new user becomes active when a contact is verified and the terms are accepted. */
export function stateAfterProof(user: Pick<User, 'state' | 'profile' | 'termsVersion'>): UserState {
  const { profile, state, termsVersion } = user;
  const isProven = profile.email !== undefined || profile.phone !== undefined;
  return state === 'pending' && isProven && termsVersion !== undefined ? 'active' : state;
}

/** Allowed changes of state. */
const stateChanges: Readonly<Record<UserState, readonly UserState[]>> = {
  pending: ['active', 'suspended', 'closed'],
  active: ['suspended', 'closed'],
  suspended: ['active', 'closed'],
  closed: [],
};

export function mayChangeState(from: UserState, to: UserState): boolean {
  return stateChanges[from].includes(to);
}

/** Returns whether an unverified contact has expired; expired contacts are not shown. */
export function isContactExpired(submittedAt: Temporal.Instant | undefined, now: Temporal.Instant): boolean {
  return submittedAt !== undefined && now.since(submittedAt).total('hours') >= unverifiedRemovalDays * 24;
}

/** Returns whether SMS codes to a new number do not count yet. */
export function isCooling(
  { phoneCoolingOffUntil }: Pick<User, 'phoneCoolingOffUntil'>,
  now: Temporal.Instant,
): boolean {
  return phoneCoolingOffUntil !== undefined && now.epochMilliseconds < phoneCoolingOffUntil.epochMilliseconds;
}

/**
 * Returns whether a user was registered too recently to sign: the party is notified of every new user, and has the
 * cooling-off period to object. SPEC 8.3.1
 */
export function isTooNewToSign({ createdAt }: Pick<User, 'createdAt'>, now: Temporal.Instant): boolean {
  return now.since(createdAt).total('hours') < coolingHours;
}

/** Returns the contact to show: the verified one, else the one that is pending. */
export function shownContact(
  user: User,
  kind: ContactKind,
  now: Temporal.Instant,
): { readonly value: string; readonly isVerified: boolean } | undefined {
  const { email, openEmail, openPhone, phone } = user.profile;
  const [proven, open, openAt] =
    kind === 'email' ? [email, openEmail, user.openEmailAt] : [phone, openPhone, user.openPhoneAt];
  if (proven !== undefined) return { value: proven, isVerified: true };
  return open === undefined || isContactExpired(openAt, now) ? undefined : { value: open, isVerified: false };
}

/** How long a username stays reserved after its user is closed. */
export const closedNameReservation = { years: closedUsernameReservedYears } as const;
