import { Temporal } from 'temporal-polyfill';
import {
  coolingHours,
  emailConfirmValidityMinutes,
  phoneConfirmValidityMinutes,
  unverifiedRemovalDays,
} from './policy.ts';
import { type ContactKind, stateAfterProof, type User } from './user.ts';

/** Returns how long a code that verifies a contact is valid. */
export function confirmValidity(kind: ContactKind): { readonly minutes: number } {
  return { minutes: kind === 'email' ? emailConfirmValidityMinutes : phoneConfirmValidityMinutes };
}

/** Returns the medium that delivers codes to a contact. */
export function channelFor(kind: ContactKind): 'email' | 'sms' {
  return kind === 'email' ? 'email' : 'sms';
}

export function provenContact({ profile }: User, kind: ContactKind): string | undefined {
  return kind === 'email' ? profile.email : profile.phone;
}

export function openContact({ profile }: User, kind: ContactKind): string | undefined {
  return kind === 'email' ? profile.openEmail : profile.openPhone;
}

/** Returns a user with a new contact that still has to be verified. The verified contact stays in use. */
export function withOpenContact(
  user: User,
  {
    kind,
    now,
    value,
  }: { readonly kind: ContactKind; readonly value: string; readonly now: Temporal.Instant },
): User {
  return kind === 'email'
    ? { ...user, profile: { ...user.profile, openEmail: value }, openEmailAt: now }
    : { ...user, profile: { ...user.profile, openPhone: value }, openPhoneAt: now };
}

/** Returns a user without a pending contact of this kind. */
export function withoutOpenContact(user: User, kind: ContactKind): User {
  return kind === 'email'
    ? { ...user, profile: { ...user.profile, openEmail: undefined }, openEmailAt: undefined }
    : { ...user, profile: { ...user.profile, openPhone: undefined }, openPhoneAt: undefined };
}

/**
 * Returns a user whose pending contact is verified and replaces the previous one. When a number replaces another one,
 * SMS codes to it do not count during the cooling-off period; a first number replaces nothing.
 */
export function withProvenContact(
  user: User,
  {
    kind,
    now,
    value,
  }: { readonly kind: ContactKind; readonly value: string; readonly now: Temporal.Instant },
): User {
  const before = provenContact(user, kind);
  const rest = withoutOpenContact(user, kind);
  const profile = { ...rest.profile, [kind]: value };
  const isCooling = kind === 'phone' && before !== undefined && before !== value;
  const phoneCoolingOffUntil = isCooling ? now.add({ hours: coolingHours }) : rest.phoneCoolingOffUntil;
  const proven = { ...rest, profile, phoneCoolingOffUntil };
  return { ...proven, state: stateAfterProof(proven) };
}

/** Returns the time before which contacts that were never verified are removed. */
export function expiredBefore(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: unverifiedRemovalDays * 24 });
}

/** No other verification may start while one creates its code: the code that is sent last must be the valid one. */
const startTakesSeconds = 10;

/** Returns the seconds until another verification may start; undefined when none is in progress. */
export function waitForStart(
  started: readonly { readonly verificationId: string; readonly startedAt: Temporal.Instant }[],
  now: Temporal.Instant,
): number | undefined {
  const free = started
    .filter(({ verificationId }) => verificationId === '')
    .map(({ startedAt }) => startedAt.add({ seconds: startTakesSeconds }).since(now).total('seconds'));
  const longest = Math.max(0, ...free);
  return longest > 0 ? Math.ceil(longest) : undefined;
}

export function isOver(expiresAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(expiresAt, now) <= 0;
}
