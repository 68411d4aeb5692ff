import type { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { defineEvent, eventOf, type NewEvent } from '#platform/work/event.ts';

const source = '/v1/identity';

const aboutUser = (
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
  registered: aboutUser('user-registered', 'Somebody has a way in.'),
  activated: aboutUser('user-activated', 'A user may sign in.'),
  locked: aboutUser('user-locked', 'Too many wrong passwords: the user has to wait.'),
  unlocked: aboutUser('user-unlocked', 'A lock was lifted before its time.'),
  suspended: aboutUser('user-suspended', 'A user may not sign in until the bank says so.'),
  closed: aboutUser('user-closed', 'A user has left.'),
  signedIn: aboutUser('user-signed-in', 'A user has signed in from a browser that was not known before.'),
  passwordChanged: aboutUser('password-changed', 'A password was changed.'),
  resetRequested: aboutUser('password-reset-requested', 'A temporary password was asked for.'),
  resetCompleted: aboutUser('password-reset-completed', 'A temporary password led to a new one.'),
  usernameChanged: aboutUser('username-changed', 'A username was changed.'),
  usernameRecovery: aboutUser('username-recovery-requested', 'Somebody forgot the username.'),
  emailStarted: aboutUser('email-verification-started', 'A new e-mail address waits to be proven.'),
  emailVerified: aboutUser('email-verified', 'An e-mail address was proven.'),
  phoneStarted: aboutUser('phone-number-verification-started', 'A new phone number waits to be proven.'),
  phoneVerified: aboutUser('phone-number-verified', 'A phone number was proven.'),
  emailRemoved: aboutUser('unverified-email-removed', 'An e-mail address was never proven.'),
  phoneRemoved: aboutUser('unverified-phone-number-removed', 'A phone number was never proven.'),
  answersSet: aboutUser('security-answers-set', 'Security answers were given.'),
  answersValidated: aboutUser('security-answers-validated', 'Security answers were right.'),
  answersRefused: aboutUser('security-answers-refused', 'Security answers were not right.'),
  loginLinked: aboutUser('linked-login-registered', 'A login at another provider was linked.'),
  loginUnlinked: aboutUser('linked-login-removed', 'A linked login was removed.'),
  profilePictureSet: aboutUser('profile-picture-set', 'A profile picture was set.'),
  hintPictureSet: aboutUser('hint-picture-set', 'A hint picture was set.'),
  passkeyAdded: aboutUser('passkey-registered', 'A passkey was added.'),
  passkeyRemoved: aboutUser('passkey-removed', 'A passkey was removed.'),
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
