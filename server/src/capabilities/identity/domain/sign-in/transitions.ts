import type { SignInEvent, SignInEventKind } from './event.ts';
import type { MetLimit } from './limit.ts';
import {
  type Challenge,
  type DeviceCode,
  type FinishedSignIn,
  type FirstProof,
  type MaybeNamed,
  type Named,
  namedIn,
  type Proven,
  provenIn,
  type SignInPage,
  type SignInState,
  type SignInStep,
} from './state.ts';

/** The result of an event. A refused event leaves the sign-in as it is. */
export type SignInChange =
  | { readonly kind: 'changed'; readonly state: SignInState }
  | { readonly kind: 'refused' };

/** Returns the state after an event. An event that a state does not expect is refused. */
export function nextState(state: SignInState, event: SignInEvent): SignInChange {
  const page = pageAfter(state, event);
  if (page === undefined) return { kind: 'refused' };
  const { assurance } = state;
  return { kind: 'changed', state: { assurance, codesSent: codesSentAfter(state, event), ...page } };
}

function pageAfter<Step extends SignInStep, Kind extends SignInEventKind>(
  state: SignInState<Step>,
  event: SignInEvent<Kind>,
): SignInPage | undefined {
  const expected: RulesOf<Step> = rules[state.step];
  const rule: RulesOf<Step>[Kind] = expected[event.kind];
  return rule?.(state, event);
}

/** The same code again, because a form was processed twice, is not a second one. */
function codesSentAfter(state: SignInState, event: SignInEvent): number {
  const isNewCode = event.kind === 'code-sent' && event.verificationId !== provenIn(state)?.verificationId;
  return isNewCode ? state.codesSent + 1 : state.codesSent;
}

/** Returns the next page; undefined if the state does not expect the event after all. */
type Rule<Step extends SignInStep, Kind extends SignInEventKind> = (
  state: SignInState<Step>,
  event: SignInEvent<Kind>,
) => SignInPage | undefined;

/** The rules of some states, by event. An event without a rule is refused. */
type RulesOf<Step extends SignInStep> = { readonly [Kind in SignInEventKind]?: Rule<Step, Kind> };

/** Leaving a page on which no factor was verified yet, or on which the sign-in has stopped. */
const leaving: RulesOf<SignInStep> = {
  'started-over': (_, event) => identify(event),
  'password-forgotten': (state) => ({ step: 'forgot-password', ...namedIn(state) }),
  'username-forgotten': (state) => ({ step: 'forgot-username', ...namedIn(state) }),
};

/** Choosing a second factor, after the first one was verified. */
const choosing: RulesOf<SignInStep> = {
  'factor-missing': withProven(({ userId, username }) => ({ step: 'no-factor', username, userId })),
  'factors-offered': withProven((proven) => ({ step: 'method', ...proven })),
  'passkey-requested': withProven((proven, { challenge, options }) => ({
    step: 'passkey',
    ...proven,
    challenge,
    options,
  })),
  'token-requested': withProven((proven) => ({ step: 'code', factor: 'totp', ...proven })),
  'code-sent': withProven((proven, { notice, verificationId }) => ({
    step: 'code',
    factor: 'sms',
    ...proven,
    verificationId,
    notice,
  })),
  // A code that was sent before stays usable; without one the customer has to wait.
  'code-not-sent': withProven(({ verificationId, ...proven }, { limit }) =>
    verificationId === undefined
      ? { step: 'throttled', resume: 'factor', limit, ...proven }
      : { step: 'code', factor: 'sms', ...proven, verificationId, limit },
  ),
  locked: withProven(({ userId, username }, { until }) => ({
    step: 'locked',
    username,
    userId,
    lockedUntil: until,
  })),
};

function withProven<Event>(
  rule: (proven: Proven, event: Event) => SignInPage,
): (state: SignInState, event: Event) => SignInPage | undefined {
  return (state, event) => {
    const proven = provenIn(state);
    return proven && rule(proven, event);
  };
}

/** Every state, and the events that it expects. */
const rules: { readonly [Step in SignInStep]: RulesOf<Step> } = {
  identify: {
    ...leaving,
    'field-missing': (state) => identify(state, { username: state.username, error: 'required' }),
    'username-entered': (_, { userId, username }) => ({ step: 'password', username, userId }),
    'provider-chosen': (_, { kind: _kind, ...request }) => ({ step: 'linked-login', ...request }),
    'login-refused': ({ username }, event) => identify(event, { username, error: event.error }),
    'passkey-refused': ({ username }, event) => identify(event, { username, error: 'passkey-failed' }),
    'proof-accepted': ({ username }, event) =>
      event.proof === 'passkey' ? finished({ username }, event) : undefined,
    'proof-expired': (state) => identify(state, { username: state.username, error: 'code-over' }),
  },
  password: {
    ...leaving,
    'field-missing': ({ deviceCode, userId, username }) => ({
      step: 'password',
      username,
      userId,
      deviceCode,
      error: 'required',
    }),
    'password-right': (state, event) =>
      event.first.kind === 'password' ? proven(state, event, state.deviceCode) : undefined,
    'password-wrong': ({ deviceCode, userId, username }, { attemptsLeft }) => ({
      step: 'password',
      username,
      userId,
      deviceCode,
      error: 'wrong',
      attemptsLeft: attemptsLeft <= attemptsShownMax ? attemptsLeft : undefined,
    }),
    locked: (state, { until }) => ({ step: 'locked', ...namedIn(state), lockedUntil: until }),
    'limit-met': (state, { limit }) => throttled(limit, namedIn(state), state.deviceCode),
  },
  'linked-login': {
    'started-over': (_, event) => identify(event),
    'login-confirmed': (_, { first, userId, username }) => ({ step: 'method', username, userId, first }),
    'login-refused': (_, event) => identify(event, { error: event.error }),
    'limit-met': (_, { limit }) => throttled(limit, {}),
  },
  method: {
    ...choosing,
    'proof-accepted': (state, event) =>
      isSufficient(state, event.proof) ? accepted(state, event) : undefined,
    // The code of a device that is not accepted is lost: the customer chooses another factor.
    'proof-expired': ({ first, userId, username, verificationId }) => ({
      step: 'method',
      username,
      userId,
      first,
      verificationId,
    }),
  },
  code: {
    ...choosing,
    'field-missing': (state) => codeAgain(state, 'required'),
    'code-refused': (state, { error }) => codeAgain(state, error),
    'proof-accepted': (state, event) =>
      event.proof === (state.factor === 'sms' ? 'sms' : 'token') ? accepted(state, event) : undefined,
    'proof-expired': (state) => codeAgain(state, 'code-over'),
  },
  passkey: {
    ...choosing,
    'passkey-refused': (state, event) => passkeyAgain(state, event, 'passkey-failed'),
    'proof-accepted': (state, event) => (event.proof === 'passkey' ? accepted(state, event) : undefined),
    'proof-expired': (state) => passkeyAgain(state, state, 'code-over'),
  },
  'forgot-password': {
    ...leaving,
    'field-missing': (state) => ({ step: 'forgot-password', ...namedIn(state), error: 'required' }),
    'reset-requested': (_, { userId, username }) => ({ step: 'temporary-password', username, userId }),
    'limit-met': (state, { limit }) => throttled(limit, namedIn(state)),
  },
  'forgot-username': {
    ...leaving,
    'field-missing': (state) => ({ step: 'forgot-username', ...namedIn(state), error: 'required' }),
    'username-sent': (_, event) => identify(event, { notice: 'username-sent' }),
    'limit-met': (state, { limit }) => throttled(limit, namedIn(state)),
  },
  'temporary-password': {
    ...leaving,
    'field-missing': (state) => ({ step: 'temporary-password', ...namedIn(state), error: 'required' }),
    'password-right': (state, event) => (event.first.kind === 'temporary' ? proven(state, event) : undefined),
    // The username may be wrong as well: a page that asked for it asks again.
    'password-wrong': (state) => ({ step: 'temporary-password', ...namedIn(state), error: 'wrong' }),
    locked: (state, { until }) => ({ step: 'locked', ...namedIn(state), lockedUntil: until }),
    'limit-met': (state, { limit, userId, username }) =>
      throttled(limit, state.username === undefined ? { username, userId } : namedIn(state)),
  },
  'new-password': {
    'new-password-refused': ({ first, userId, username }, { errors }) => ({
      step: 'new-password',
      username,
      userId,
      first,
      errors,
    }),
    'temporary-password-expired': (_, event) => identify(event, { error: 'code-over' }),
    'password-replaced': ({ username }, event) => identify(event, { username, notice: 'password-changed' }),
  },
  locked: leaving,
  'no-factor': leaving,
  throttled: {
    ...leaving,
    ...choosing,
    'username-entered': (state, event) => (state.resume === 'password' ? resumed(state, event) : undefined),
  },
  finished: {},
};

function identify(
  { challenge, options }: Challenge,
  more: Pick<SignInPage<'identify'>, 'username' | 'error' | 'notice'> = {},
): SignInPage {
  return { step: 'identify', challenge, options, ...more };
}

/** The number of attempts left is shown from here on. */
const attemptsShownMax = 3;

function proven(
  state: SignInState,
  { first, userId, username }: SignInEvent<'password-right'>,
  deviceCode?: DeviceCode,
): SignInPage | undefined {
  const named = namedIn(state);
  const isNamed = named.username === undefined || (named.username === username && named.userId === userId);
  return isNamed ? { step: 'method', username, userId, first, deviceCode } : undefined;
}

/**
 * Returns whether the first factor suffices: a password or a linked login alone, or a password with the code of a device
 * that was verified before the sign-in.
 */
function isSufficient(
  { assurance, deviceCode, first }: SignInState<'method'>,
  proof: SignInEvent<'proof-accepted'>['proof'],
): boolean {
  if (first.kind === 'linked-login') return proof === 'linked-login' && assurance === '1fa';
  if (first.kind !== 'password') return false;
  return proof === 'device-code' ? deviceCode !== undefined : proof === 'password' && assurance === '1fa';
}

/** The username may have another user by now, whose code it is not. */
function resumed(
  state: { readonly userId?: string | undefined; readonly deviceCode?: DeviceCode | undefined },
  { userId, username }: Named,
): SignInPage {
  const deviceCode = state.userId === userId ? state.deviceCode : undefined;
  return { step: 'password', username, userId, deviceCode };
}

function codeAgain(
  state: SignInState<'code'>,
  error: 'required' | 'code-wrong' | 'code-over',
): SignInPage<'code'> {
  const { first, userId, username, verificationId } = state;
  const who = { step: 'code', username, userId, first, error } as const;
  return state.factor === 'sms'
    ? { ...who, factor: 'sms', verificationId: state.verificationId }
    : { ...who, factor: 'totp', verificationId };
}

function passkeyAgain(
  { first, userId, username, verificationId }: Proven,
  { challenge, options }: Challenge,
  error: 'passkey-failed' | 'code-over',
): SignInPage {
  return { step: 'passkey', username, userId, first, verificationId, challenge, options, error };
}

function throttled(limit: MetLimit, { userId, username }: MaybeNamed, deviceCode?: DeviceCode): SignInPage {
  return username === undefined
    ? { step: 'throttled', limit, resume: 'start' }
    : { step: 'throttled', limit, resume: 'password', username, userId, deviceCode };
}

/** All factors are verified. A recovery leads to the form for a new password and does not sign the user in. */
function accepted(
  state: Proven & { readonly deviceCode?: DeviceCode | undefined },
  event: SignInEvent<'proof-accepted'>,
): SignInPage | undefined {
  const { first, userId, username } = state;
  if (event.userId !== userId) return undefined;
  return first.kind === 'temporary'
    ? { step: 'new-password', username, userId, first, errors: [] }
    : finished(state, event);
}

function finished(
  {
    deviceCode,
    first,
    username = '',
  }: {
    readonly first?: FirstProof;
    readonly username?: string | undefined;
    readonly deviceCode?: DeviceCode | undefined;
  },
  event: SignInEvent<'proof-accepted'>,
): SignInPage {
  const { at, browserName, network, userId } = event;
  return {
    step: 'finished',
    username,
    finished: { userId, ...strengthOf(event.proof, { first, deviceCode }), at, browserName, network },
  };
}

const secondMethods = {
  sms: ['sms'],
  token: ['otp'],
  passkey: ['hwk', 'user'],
  'device-code': ['otp'],
} as const;

/** Returns the assurance and the methods. A passkey counts as two factors: possession, and biometrics or knowledge. */
function strengthOf(
  proof: SignInEvent<'proof-accepted'>['proof'],
  {
    deviceCode,
    first,
  }: { readonly first: FirstProof | undefined; readonly deviceCode: DeviceCode | undefined },
): Pick<FinishedSignIn, 'assurance' | 'methods'> {
  const methods = firstMethods(first);
  if (proof === 'password' || proof === 'linked-login') return { assurance: '1fa', methods };
  const keyKinds = proof === 'device-code' && deviceCode !== undefined ? [deviceCode.keyKind] : [];
  return { assurance: 'sca', methods: [...methods, ...secondMethods[proof], ...keyKinds] };
}

/** RFC 8176 has no value for a login at another provider; `fed` is in common use. */
function firstMethods(first: FirstProof | undefined): readonly string[] {
  if (first === undefined) return [];
  if (first.kind === 'linked-login') return ['fed'];
  return first.kind === 'session' ? (first.methods ?? ['pwd']) : ['pwd'];
}
