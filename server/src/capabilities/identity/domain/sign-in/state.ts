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

/** What was proven first: the password, a temporary one, or a session that is only to be made stronger. */
export type FirstProof =
  /** With the stored secret it was equal to: once that is changed, it proves nothing. */
  | { readonly kind: 'password'; readonly hash: string }
  | { readonly kind: 'temporary'; readonly hash: string; readonly channel: 'sms' | 'email' | 'activation' }
  | { readonly kind: 'session' };

/** Where somebody is on the way in. It is kept sealed between two pages, and nothing of it comes from the browser. */
export interface SignInState {
  readonly step: SignInStep;
  /** How strongly it must end. */
  readonly assurance: '1fa' | 'sca';
  readonly username?: string;
  /** Absent for a name that nobody has. */
  readonly userId?: string;
  readonly first?: FirstProof;
  readonly factor?: SecondFactor;
  readonly verificationId?: string;
  readonly codesSent: number;
  /** What a passkey has to sign, and the options it came with. */
  readonly challenge?: string;
  readonly options?: string;
  readonly fault?: SignInError;
  readonly notice?: SignInNotice;
  readonly attemptsLeft?: number;
  readonly lockedUntil?: string;
  /** What stops it for a while, or why no code was sent. */
  readonly limit?: MetLimit;
  readonly newPasswordFaults?: readonly (PasswordError | 'passwords-differ' | 'same-as-existing')[];
  /** The second factor of somebody who recovers has been passed. */
  readonly isFactorPassed?: boolean;
  /** The page whose form led here. */
  readonly previousStep?: SignInStep;
  /** Present when the customer is signed in. */
  readonly finished?: FinishedSignIn;
}

/** Who is signed in, and from where: what is needed to give the same answer again. */
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

/** The next step of somebody: what was said about the last one is not said again. */
export function nextState(state: SignInState, next: Partial<SignInState>): SignInState {
  const {
    attemptsLeft: _a,
    fault: _f,
    limit: _m,
    lockedUntil: _l,
    newPasswordFaults: _p,
    notice: _n,
    ...kept
  } = state;
  return { ...kept, ...next };
}

/** Back to where nobody is known. */
export function firstState(
  { assurance, codesSent }: Pick<SignInState, 'assurance' | 'codesSent'>,
  next: Partial<SignInState> = {},
): SignInState {
  return { step: 'identify', assurance, codesSent, ...next };
}
