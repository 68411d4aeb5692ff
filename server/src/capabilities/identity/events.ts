import type { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { defineEvent, eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';

const source = '/v1/identity';

const defineUserEvent = eventFamily({
  source,
  aggregateKind: 'user',
  data: Type.Object({
    'user-id': Type.String(),
    /** Reason code or detail. */
    reason: Type.Optional(Type.String()),
    until: Type.Optional(Type.String()),
    'is-last-warning': Type.Optional(Type.Boolean()),
    /** When the row that the event is about was written. */
    at: Type.Optional(Type.String({ format: 'date-time' })),
  }),
});

export const events = {
  registered: defineUserEvent('user-registered', 'User account registered.'),
  activated: defineUserEvent('user-activated', 'User account activated: the user may sign in.'),
  locked: defineUserEvent('user-locked', 'User locked after too many wrong passwords.'),
  unlocked: defineUserEvent('user-unlocked', 'User unlocked before the lock expired.'),
  suspended: defineUserEvent('user-suspended', 'User account suspended by the bank.'),
  closed: defineUserEvent('user-closed', 'User account closed.'),
  signedIn: defineUserEvent('user-signed-in', 'User signed in from a new browser.'),
  passwordChanged: defineUserEvent('password-changed', 'Password changed.'),
  resetRequested: defineUserEvent('password-reset-requested', 'Temporary password requested.'),
  resetCompleted: defineUserEvent(
    'password-reset-completed',
    'Password reset completed with a temporary password.',
  ),
  usernameChanged: defineUserEvent('username-changed', 'Username changed.'),
  usernameRecovery: defineUserEvent('username-recovery-requested', 'Username recovery requested.'),
  emailStarted: defineUserEvent(
    'email-verification-started',
    'Verification of a new e-mail address started.',
  ),
  emailVerified: defineUserEvent('email-verified', 'E-mail address verified.'),
  phoneStarted: defineUserEvent(
    'phone-number-verification-started',
    'Verification of a new phone number started.',
  ),
  phoneVerified: defineUserEvent('phone-number-verified', 'Phone number verified.'),
  emailRemoved: defineUserEvent('unverified-email-removed', 'Unverified e-mail address removed.'),
  phoneRemoved: defineUserEvent('unverified-phone-number-removed', 'Unverified phone number removed.'),
  answersSet: defineUserEvent('security-answers-set', 'Security answers set.'),
  answersValidated: defineUserEvent('security-answers-validated', 'Security answers validated.'),
  answersRefused: defineUserEvent('security-answers-refused', 'Security answers rejected.'),
  loginLinked: defineUserEvent('linked-login-registered', 'Login at another provider linked.'),
  loginUnlinked: defineUserEvent('linked-login-removed', 'Linked login removed.'),
  profilePictureSet: defineUserEvent('profile-picture-set', 'Profile picture set.'),
  hintPictureSet: defineUserEvent('hint-picture-set', 'Hint picture set.'),
  passkeyAdded: defineUserEvent('passkey-registered', 'Passkey added.'),
  passkeyRemoved: defineUserEvent('passkey-removed', 'Passkey removed.'),
};

interface EventMore {
  readonly reason?: string;
  readonly until?: string;
  readonly isLastWarning?: boolean;
  readonly at?: Temporal.Instant;
}

/** Builds an event about a user. */
export function userEvent(name: keyof typeof events, userId: string, more: EventMore = {}): NewEvent {
  const { at, isLastWarning, reason, until } = more;
  return eventOf(events[name], userId, {
    'user-id': userId,
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until }),
    ...(isLastWarning === undefined ? {} : { 'is-last-warning': isLastWarning }),
    ...(at === undefined ? {} : { at: toWireTimestamp(at) }),
  });
}

export const recoveryKinds = ['password', 'username'] as const;

/**
 * Work item for the worker that processes recoveries. Emitted for known and unknown users: the subject is a user id, or
 * the keyed hash of an unknown username. The requester cannot tell the difference, and the event contains no personal
 * data.
 */
export const recoveryRequested = defineEvent({
  name: 'recovery-requested',
  version: 1,
  source,
  aggregateKind: 'recovery',
  data: Type.Object({
    subject: Type.String(),
    kind: Type.Enum([...recoveryKinds]),
    channel: Type.Optional(Type.Enum(['sms', 'email'])),
  }),
  summary: 'Account recovery requested, for a known or an unknown user.',
});

/** All events of this capability, about users and about work for them. */
export const allEvents = { ...events, recoveryRequested };
