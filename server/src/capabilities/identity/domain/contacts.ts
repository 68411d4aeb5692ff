import { Temporal } from 'temporal-polyfill';
import {
  coolingHours,
  emailConfirmValidityMinutes,
  phoneConfirmValidityMinutes,
  unverifiedRemovalDays,
} from './policy.ts';
import { type ContactKind, stateAfterProof, type User } from './user.ts';

/** How long a code that proves a contact can be typed in. */
export function confirmValidity(kind: ContactKind): { readonly minutes: number } {
  return { minutes: kind === 'email' ? emailConfirmValidityMinutes : phoneConfirmValidityMinutes };
}

/** By what a code comes to a contact. */
export function channelFor(kind: ContactKind): 'email' | 'sms' {
  return kind === 'email' ? 'email' : 'sms';
}

export function provenContact({ profile }: User, kind: ContactKind): string | undefined {
  return kind === 'email' ? profile.email : profile.phone;
}

export function openContact({ profile }: User, kind: ContactKind): string | undefined {
  return kind === 'email' ? profile.openEmail : profile.openPhone;
}

/** A user who says to be reached there from now on, and has to prove it. What is proven stays in force. */
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

/** Nothing of this kind waits to be proven any more. */
export function withoutOpenContact(user: User, kind: ContactKind): User {
  return kind === 'email'
    ? { ...user, profile: { ...user.profile, openEmail: undefined }, openEmailAt: undefined }
    : { ...user, profile: { ...user.profile, openPhone: undefined }, openPhoneAt: undefined };
}

/**
 * The contact that waited is proven and takes the place of the one before. Codes by SMS do not count for a while at a
 * number that came in the place of another; the first number has nothing to take over.
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
  const phoneCoolsUntil = isCooling ? now.add({ hours: coolingHours }) : rest.phoneCoolsUntil;
  const proven = { ...rest, profile, phoneCoolsUntil };
  return { ...proven, state: stateAfterProof(proven) };
}

/** Contacts given before this moment, and never proven, are removed. */
export function forgottenBefore(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: unverifiedRemovalDays * 24 });
}

/** While one start makes its code no other may begin: the code that comes last must be the one that counts. */
const startTakesSeconds = 10;

/** In how many seconds the next start may come, while another one is under way; nothing when none is. */
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
