import type { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { defineEvent, eventOf, type NewEvent } from '#platform/work/event.ts';

const source = '/v1/identity';

const defineUserEvent = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) =>
  defineEvent({
    name,
    version: 1,
    source,
    aggregateKind: 'user',
    data: Type.Object({
      'user-id': Type.String(),
      /** Why, or what exactly, in a word. */
      reason: Type.Optional(Type.String()),
      until: Type.Optional(Type.String()),
      'is-last-warning': Type.Optional(Type.Boolean()),
      /** When the row was written that the event is about. */
      at: Type.Optional(Type.String({ format: 'date-time' })),
    }),
    summary,
  });

export const events = {
  registered: defineUserEvent('user-registered', 'Somebody has a way in.'),
  activated: defineUserEvent('user-activated', 'A user may sign in.'),
  locked: defineUserEvent('user-locked', 'Too many wrong passwords: the user has to wait.'),
  unlocked: defineUserEvent('user-unlocked', 'A lock was lifted before its time.'),
  suspended: defineUserEvent('user-suspended', 'A user may not sign in until the bank says so.'),
  closed: defineUserEvent('user-closed', 'A user has left.'),
  signedIn: defineUserEvent(
    'user-signed-in',
    'A user has signed in from a browser that was not known before.',
  ),
  passwordChanged: defineUserEvent('password-changed', 'A password was changed.'),
  resetRequested: defineUserEvent('password-reset-requested', 'A temporary password was asked for.'),
  resetCompleted: defineUserEvent('password-reset-completed', 'A temporary password led to a new one.'),
  usernameChanged: defineUserEvent('username-changed', 'A username was changed.'),
  usernameRecovery: defineUserEvent('username-recovery-requested', 'Somebody forgot the username.'),
  emailStarted: defineUserEvent('email-verification-started', 'A new e-mail address waits to be proven.'),
  emailVerified: defineUserEvent('email-verified', 'An e-mail address was proven.'),
  phoneStarted: defineUserEvent(
    'phone-number-verification-started',
    'A new phone number waits to be proven.',
  ),
  phoneVerified: defineUserEvent('phone-number-verified', 'A phone number was proven.'),
  emailRemoved: defineUserEvent('unverified-email-removed', 'An e-mail address was never proven.'),
  phoneRemoved: defineUserEvent('unverified-phone-number-removed', 'A phone number was never proven.'),
  answersSet: defineUserEvent('security-answers-set', 'Security answers were given.'),
  answersValidated: defineUserEvent('security-answers-validated', 'Security answers were right.'),
  answersRefused: defineUserEvent('security-answers-refused', 'Security answers were not right.'),
  loginLinked: defineUserEvent('linked-login-registered', 'A login at another provider was linked.'),
  loginUnlinked: defineUserEvent('linked-login-removed', 'A linked login was removed.'),
  profilePictureSet: defineUserEvent('profile-picture-set', 'A profile picture was set.'),
  hintPictureSet: defineUserEvent('hint-picture-set', 'A hint picture was set.'),
  passkeyAdded: defineUserEvent('passkey-registered', 'A passkey was added.'),
  passkeyRemoved: defineUserEvent('passkey-removed', 'A passkey was removed.'),
};

interface EventMore {
  readonly reason?: string;
  readonly until?: string;
  readonly isLastWarning?: boolean;
  readonly at?: Temporal.Instant;
}

/** Says what has happened to a user. */
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

export const recoveryWishes = ['password', 'username'] as const;

/**
 * Work for whoever carries recoveries out, and told of everybody who is asked for: the subject is a user, or the keyed
 * hash of a name that nobody has. Whoever asked cannot see the difference, and nobody is named in it.
 */
export const recoveryEntered = defineEvent({
  name: 'recovery-entered',
  version: 1,
  source,
  aggregateKind: 'recovery',
  data: Type.Object({
    subject: Type.String(),
    wish: Type.Enum([...recoveryWishes]),
    channel: Type.Optional(Type.Enum(['sms', 'email'])),
  }),
  summary: 'Somebody forgot something, or says so; most of them are users.',
});

/** Everything that is told, of users and of work for them. */
export const allEvents = { ...events, recoveryEntered };
