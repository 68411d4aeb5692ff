import type { SignInEvent, SignInEventKind } from '../domain/sign-in/event.ts';
import type { DeviceCode, FirstProof, SignInPage, SignInState, SignInStep } from '../domain/sign-in/state.ts';
import { nextState } from '../domain/sign-in/transitions.ts';

/** The user of the samples. */
export interface SampleUser {
  readonly username: string;
  readonly userId: string;
}

export const sampleUser: SampleUser = { username: 'someone', userId: 'usr_1' };
export const otherUser: SampleUser = { username: 'other', userId: 'usr_2' };

const at = '2026-11-16T10:00:00Z';
const challenge = { challenge: 'challenge', options: '{}' };
const limit = { limit: 'number', until: at, reason: 'sample' } as const;
const password = { kind: 'password', hash: 'none' } as const;
const temporary = { kind: 'temporary', hash: 'none', channel: 'email' } as const;
export const sampleCode: DeviceCode = { deviceId: 'device', pairingId: 'pairing', keyKind: 'hwk', at };
const linked = { kind: 'linked-login', issuer: 'https://provider.test', subject: 'one' } as const;
const request = {
  provider: 'google',
  providerName: 'Google',
  address: 'https://provider.test/auth',
  state: 'state',
  nonce: 'nonce',
  codeVerifier: 'verifier',
} as const;
const firsts: readonly FirstProof[] = [password, temporary, linked, { kind: 'session' }];

type Pages = { readonly [Step in SignInStep]: readonly SignInPage<Step>[] };

/** Returns every kind of state, with and without its optional members. A step without a sample does not compile. */
function samplePages(user: SampleUser): Pages {
  const { username } = user;
  const proven = firsts.flatMap((first) => [
    { ...user, first },
    { ...user, first, verificationId: 'sent' },
  ]);
  return {
    identify: [
      { step: 'identify', ...challenge },
      { step: 'identify', ...challenge, username, error: 'passkey-failed' },
    ],
    password: [
      { step: 'password', ...user },
      { step: 'password', username, error: 'wrong', attemptsLeft: 2 },
      { step: 'password', ...user, deviceCode: sampleCode },
    ],
    'linked-login': [{ step: 'linked-login', ...request }],
    method: [
      ...proven.map((each) => ({ step: 'method', ...each }) as const),
      { step: 'method', ...user, first: password, deviceCode: sampleCode },
    ],
    code: [
      ...firsts.map(
        (first) => ({ step: 'code', factor: 'sms', ...user, first, verificationId: 'sent' }) as const,
      ),
      ...proven.map((each) => ({ step: 'code', factor: 'totp', ...each }) as const),
      { step: 'code', factor: 'sms', ...user, first: password, verificationId: 'sent', limit },
    ],
    passkey: proven.map((each) => ({ step: 'passkey', ...each, ...challenge })),
    'forgot-password': [
      { step: 'forgot-password' },
      { step: 'forgot-password', username, error: 'required' },
    ],
    'forgot-username': [
      { step: 'forgot-username' },
      { step: 'forgot-username', username, error: 'required' },
    ],
    'temporary-password': [
      { step: 'temporary-password' },
      { step: 'temporary-password', ...user, error: 'wrong' },
    ],
    'new-password': [{ step: 'new-password', ...user, first: temporary, errors: ['passwords-differ'] }],
    locked: [
      { step: 'locked', lockedUntil: at },
      { step: 'locked', ...user, lockedUntil: at },
    ],
    'no-factor': [{ step: 'no-factor', ...user }],
    throttled: [
      { step: 'throttled', limit, resume: 'start' },
      { step: 'throttled', limit, resume: 'password', ...user },
      { step: 'throttled', limit, resume: 'password', ...user, deviceCode: sampleCode },
      ...firsts.map((first) => ({ step: 'throttled', limit, resume: 'factor', ...user, first }) as const),
    ],
    finished: [
      {
        step: 'finished',
        username,
        finished: {
          userId: user.userId,
          assurance: 'sca',
          methods: ['pwd', 'sms'],
          at,
          browserName: 'Firefox on Linux',
          network: '198.51.100.7',
        },
      },
    ],
  };
}

/** Returns sample states of a user, for both levels of assurance. */
export function sampleStates(user: SampleUser = sampleUser): readonly SignInState[] {
  const pages: readonly SignInPage[] = Object.values(samplePages(user)).flat();
  return (['1fa', 'sca'] as const).flatMap((assurance) =>
    pages.map((page) => ({ assurance, codesSent: 1, ...page })),
  );
}

const ended = { at, browserName: 'Firefox on Linux', network: '198.51.100.7' };
const named = [sampleUser, otherUser, { username: 'unknown' }];
const none = <Kind extends SignInEventKind>(kind: Kind): readonly [{ readonly kind: Kind }] => [{ kind }];

/** Sample events, of two users and one unknown username. An event without a sample does not compile. */
const eventsByKind: { readonly [Kind in SignInEventKind]: readonly SignInEvent<Kind>[] } = {
  'started-over': [{ kind: 'started-over', challenge: 'next', options: '{}' }],
  'password-forgotten': none('password-forgotten'),
  'username-forgotten': none('username-forgotten'),
  'field-missing': none('field-missing'),
  'username-entered': named.map((each) => ({ kind: 'username-entered', ...each })),
  'password-right': [sampleUser, otherUser].flatMap((user) =>
    [password, temporary].map((first) => ({ kind: 'password-right', ...user, first }) as const),
  ),
  'provider-chosen': [{ kind: 'provider-chosen', ...request }],
  'login-confirmed': [sampleUser, otherUser].map((user) => ({
    kind: 'login-confirmed',
    ...user,
    first: linked,
  })),
  'login-refused': (['login-unavailable', 'login-failed', 'login-unknown'] as const).map((error) => ({
    kind: 'login-refused',
    challenge: 'next',
    options: '{}',
    error,
  })),
  'password-wrong': [4, 3].map((attemptsLeft) => ({ kind: 'password-wrong', attemptsLeft })),
  locked: [{ kind: 'locked', until: at }],
  'limit-met': [
    { kind: 'limit-met', limit },
    { kind: 'limit-met', limit, ...sampleUser },
  ],
  'factor-missing': none('factor-missing'),
  'factors-offered': none('factors-offered'),
  'passkey-requested': [{ kind: 'passkey-requested', challenge: 'next', options: '{}' }],
  'token-requested': none('token-requested'),
  'code-sent': [
    { kind: 'code-sent', verificationId: 'sent' },
    { kind: 'code-sent', verificationId: 'next', notice: 'code-sent-again' },
  ],
  'code-not-sent': [{ kind: 'code-not-sent', limit }],
  'code-refused': (['code-wrong', 'code-over'] as const).map((error) => ({ kind: 'code-refused', error })),
  'passkey-refused': [{ kind: 'passkey-refused', challenge: 'next', options: '{}' }],
  'proof-accepted': [sampleUser, otherUser].flatMap(({ userId }) =>
    (['password', 'linked-login', 'sms', 'token', 'passkey', 'device-code'] as const).map(
      (proof) => ({ kind: 'proof-accepted', proof, userId, ...ended }) as const,
    ),
  ),
  'proof-expired': none('proof-expired'),
  'reset-requested': named.map((each) => ({ kind: 'reset-requested', ...each })),
  'username-sent': [{ kind: 'username-sent', challenge: 'next', options: '{}' }],
  'new-password-refused': [{ kind: 'new-password-refused', errors: ['too-short'] }],
  'temporary-password-expired': [{ kind: 'temporary-password-expired', challenge: 'next', options: '{}' }],
  'password-replaced': [{ kind: 'password-replaced', challenge: 'next', options: '{}' }],
};

export const sampleEvents: readonly SignInEvent[] = Object.values(eventsByKind).flat();

/** Where an event leads at a step. */
export interface SampleTransition {
  readonly from: SignInStep;
  readonly event: SignInEventKind;
  readonly to: SignInStep;
}

/** Applies every sample event to every sample state. Returns each transition once, without refused events. */
export function sampleTransitions(): readonly SampleTransition[] {
  const transitions = sampleStates().flatMap((state) =>
    sampleEvents.flatMap((event) => {
      const change = nextState(state, event);
      return change.kind === 'refused'
        ? []
        : [{ from: state.step, event: event.kind, to: change.state.step }];
    }),
  );
  return [...new Map(transitions.map((each) => [Object.values(each).join(), each])).values()];
}
