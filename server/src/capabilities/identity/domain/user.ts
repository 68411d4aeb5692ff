import type { Temporal } from 'temporal-polyfill';
import { closedUsernameReservedYears, coolingHours, unverifiedRemovalDays } from './policy.ts';

/** States a user is kept in; `locked` is told of somebody who is active and has to wait. */
export const userStates = ['pending', 'active', 'suspended', 'closed'] as const;
export type UserState = (typeof userStates)[number];

export const contactKinds = ['email', 'phone'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** What is known of a user and nobody else's business. */
export interface UserProfile {
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** BCP 47 */
  readonly language: string | undefined;
  /** Proven. */
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** Given, and not proven yet. */
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
  readonly phoneCoolsUntil: Temporal.Instant | undefined;
  readonly termsVersion: string | undefined;
  readonly lastLoginAt: Temporal.Instant | undefined;
  readonly lastAnswerValidatedAt: Temporal.Instant | undefined;
  readonly lastPasswordResetAt: Temporal.Instant | undefined;
  readonly hintPictureId: string | undefined;
  readonly profilePictureId: string | undefined;
  readonly rowVersion: bigint;
  readonly createdAt: Temporal.Instant;
}

/** Somebody who may do things: a lock of the password does not stop whoever is already in. */
export function isActive({ state }: Pick<User, 'state'>): boolean {
  return state === 'active';
}

/** A new user is active at once when a contact is proven and the terms are accepted. */
export function stateAfterProof(user: Pick<User, 'state' | 'profile' | 'termsVersion'>): UserState {
  const { profile, state, termsVersion } = user;
  const isProven = profile.email !== undefined || profile.phone !== undefined;
  return state === 'pending' && isProven && termsVersion !== undefined ? 'active' : state;
}

/** Moves that the bank, time or a customer's wish may make. */
const moves: Readonly<Record<UserState, readonly UserState[]>> = {
  pending: ['active', 'suspended', 'closed'],
  active: ['suspended', 'closed'],
  suspended: ['active', 'closed'],
  closed: [],
};

export function mayMove(from: UserState, to: UserState): boolean {
  return moves[from].includes(to);
}

/** A contact that nobody proved is forgotten after a while; whoever reads it later does not see it any more. */
export function isForgotten(givenAt: Temporal.Instant | undefined, now: Temporal.Instant): boolean {
  return givenAt !== undefined && now.since(givenAt).total('hours') >= unverifiedRemovalDays * 24;
}

/** Whether codes to a new number do not count yet. */
export function isCooling(
  { phoneCoolsUntil }: Pick<User, 'phoneCoolsUntil'>,
  now: Temporal.Instant,
): boolean {
  return phoneCoolsUntil !== undefined && now.epochMilliseconds < phoneCoolsUntil.epochMilliseconds;
}

/**
 * Whether a user was registered so lately that it may not sign yet: the party is notified of every new user, and has
 * the cooling period to object. SPEC 8.3.1
 */
export function isTooNewToSign({ createdAt }: Pick<User, 'createdAt'>, now: Temporal.Instant): boolean {
  return now.since(createdAt).total('hours') < coolingHours;
}

/** What a user shows of a contact: the proven one, else the one that waits to be proven. */
export function shownContact(
  user: User,
  kind: ContactKind,
  now: Temporal.Instant,
): { readonly value: string; readonly isVerified: boolean } | undefined {
  const { email, openEmail, openPhone, phone } = user.profile;
  const [proven, open, openAt] =
    kind === 'email' ? [email, openEmail, user.openEmailAt] : [phone, openPhone, user.openPhoneAt];
  if (proven !== undefined) return { value: proven, isVerified: true };
  return open === undefined || isForgotten(openAt, now) ? undefined : { value: open, isVerified: false };
}

/** How long a name stays reserved after its owner has left. */
export const closedNameKept = { years: closedUsernameReservedYears } as const;
