import type { PasswordError } from '../passwords/password-policy.ts';
import type { MetLimit } from './limit.ts';
import type { SecondFactor, SignInError, SignInNotice } from './view.ts';

export const signInSteps = [
  'identify',
  'password',
  'method',
  'code',
  'passkey',
  'forgot-password',
  'forgot-username',
  'temporary-password',
  'new-password',
  'locked',
  'no-factor',
  'throttled',
] as const;
export type SignInStep = (typeof signInSteps)[number];

/** The first factor: the password, a temporary password, or an existing session that needs a second factor only. */
export type FirstProof =
  /** The stored hash that it matched: once that hash changes, the factor is no longer valid. */
  | { readonly kind: 'password'; readonly hash: string }
  | { readonly kind: 'temporary'; readonly hash: string; readonly channel: 'sms' | 'email' | 'activation' }
  | { readonly kind: 'session' };

/** The state of a sign-in. It is stored encrypted between two pages, and no part of it comes from the browser. */
export interface SignInState {
  readonly step: SignInStep;
  /** The assurance level that the sign-in must reach. */
  readonly assurance: '1fa' | 'sca';
  readonly username?: string;
  /** Absent for an unknown username. */
  readonly userId?: string;
  readonly first?: FirstProof;
  readonly factor?: SecondFactor;
  readonly verificationId?: string;
  readonly codesSent: number;
  /** The WebAuthn challenge, and the request options that contain it. */
  readonly challenge?: string;
  readonly options?: string;
  readonly error?: SignInError;
  readonly notice?: SignInNotice;
  readonly attemptsLeft?: number;
  readonly lockedUntil?: string;
  /** The limit that stops the sign-in for a while, or the reason why no code was sent. */
  readonly limit?: MetLimit;
  readonly newPasswordErrors?: readonly (PasswordError | 'passwords-differ' | 'same-as-existing')[];
  /** In a recovery: the second factor has been verified. */
  readonly isFactorPassed?: boolean;
  /** The page whose form led to this state. */
  readonly previousStep?: SignInStep;
  /** Present when the customer is signed in. */
  readonly finished?: FinishedSignIn;
}

/** The signed-in user and the browser: the data needed to send the same response again. */
export interface FinishedSignIn {
  readonly userId: string;
  readonly assurance: '1fa' | 'sca';
  /** RFC 8176 */
  readonly methods: readonly string[];
  /** RFC 3339 */
  readonly at: string;
  readonly browserName: string;
  /** The network of the source address. */
  readonly network: string;
}

/** Returns the next state, without the messages about the last step. */
export function nextState(state: SignInState, next: Partial<SignInState>): SignInState {
  const {
    attemptsLeft: _a,
    error: _f,
    limit: _m,
    lockedUntil: _l,
    newPasswordErrors: _p,
    notice: _n,
    ...rest
  } = state;
  return { ...rest, ...next };
}

/** Returns the initial state, in which no user is known. */
export function firstState(
  { assurance, codesSent }: Pick<SignInState, 'assurance' | 'codesSent'>,
  next: Partial<SignInState> = {},
): SignInState {
  return { step: 'identify', assurance, codesSent, ...next };
}
