import type { PasswordError } from '../passwords/password-policy.ts';
import type { MetLimit } from './limit.ts';
import type { SignInError, SignInNotice } from './view.ts';

/** A temporary password, and how it was delivered: the second factor must use another medium. */
export interface TemporaryProof {
  readonly kind: 'temporary';
  readonly hash: string;
  readonly channel: 'sms' | 'email' | 'activation';
}

/** A login at another provider. Once it is unlinked, the factor is no longer valid. */
export interface LinkedLoginProof {
  readonly kind: 'linked-login';
  readonly issuer: string;
  readonly subject: string;
}

/**
 * The first factor: the password, a temporary password, a linked login, or an existing session that needs a second
 * factor only.
 */
export type FirstProof =
  /** The stored hash that it matched: once that hash changes, the factor is no longer valid. */
  | { readonly kind: 'password'; readonly hash: string }
  | TemporaryProof
  | LinkedLoginProof
  /** With the methods of the session, where they are known. */
  | { readonly kind: 'session'; readonly methods?: readonly string[] | undefined };

/** A request to another provider at which the customer signs in; the response must match it. */
export interface ProviderRequest {
  readonly provider: string;
  readonly providerName: string;
  /** The address at the provider that the customer opens. */
  readonly address: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A code that a paired device of the user computed, verified before the sign-in began. */
export interface DeviceCode {
  /** Of the app installation. */
  readonly deviceId: string;
  readonly pairingId: string;
  /** A key in hardware, or any other. RFC 8176 */
  readonly keyKind: 'hwk' | 'swk';
  /** When the code was verified; RFC 3339. */
  readonly at: string;
}

/** The code with which the password of the same user completes the sign-in. */
interface WithDeviceCode {
  readonly deviceCode?: DeviceCode | undefined;
}

/** A username, and its user; an unknown username has none. */
export interface Named {
  readonly username: string;
  readonly userId?: string | undefined;
}

/** The same before a username is known. */
export type MaybeNamed = { readonly [Member in keyof Named]?: Named[Member] | undefined };

/** A user who has passed the first factor. */
export interface Proven {
  readonly username: string;
  readonly userId: string;
  readonly first: FirstProof;
  /** The code that was sent last; it stays usable while the customer looks at other factors. */
  readonly verificationId?: string | undefined;
}

/** A WebAuthn challenge, and the request options that contain it. */
export interface Challenge {
  readonly challenge: string;
  readonly options: string;
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

export type NewPasswordError = PasswordError | 'passwords-differ' | 'same-as-existing';

interface Failed {
  readonly error?: SignInError | undefined;
}

/** The members of each state, by the step at which the customer is. */
interface Members {
  readonly identify: Challenge &
    Failed & {
      /** A username that the page fills in. */
      readonly username?: string | undefined;
      readonly notice?: SignInNotice | undefined;
    };
  readonly password: Named & Failed & WithDeviceCode & { readonly attemptsLeft?: number | undefined };
  /** The customer signs in at another provider and comes back. */
  readonly 'linked-login': ProviderRequest;
  readonly method: Proven & WithDeviceCode;
  readonly code: Proven &
    Failed &
    (
      | {
          readonly factor: 'sms';
          readonly verificationId: string;
          readonly notice?: SignInNotice | undefined;
          /** Why no new code was sent. */
          readonly limit?: MetLimit | undefined;
        }
      | { readonly factor: 'totp' }
    );
  readonly passkey: Proven & Challenge & Failed;
  readonly 'forgot-password': MaybeNamed & Failed;
  readonly 'forgot-username': MaybeNamed & Failed;
  /** A customer who followed the link of a message enters the username here. */
  readonly 'temporary-password': MaybeNamed & Failed;
  /** The temporary password and a second factor were verified. */
  readonly 'new-password': Proven & {
    readonly first: TemporaryProof;
    readonly errors: readonly NewPasswordError[];
  };
  readonly locked: MaybeNamed & { readonly lockedUntil: string };
  /** A second factor is required, and the user has none. */
  readonly 'no-factor': Named;
  /** A limit stops the sign-in for a while; `resume` is where it continues. */
  readonly throttled: { readonly limit: MetLimit } & (
    | { readonly resume: 'start' }
    | ({ readonly resume: 'password' } & Named & WithDeviceCode)
    | ({ readonly resume: 'factor' } & Proven)
  );
  /** The customer is signed in. The verified factors are dropped. */
  readonly finished: { readonly username: string; readonly finished: FinishedSignIn };
}

export type SignInStep = keyof Members;

/** The requirements of a sign-in, in every state. */
export interface SignInScope {
  /** The assurance level that the sign-in must reach. */
  readonly assurance: '1fa' | 'sca';
  /** Codes sent so far, also to other users under the same sign-in. */
  readonly codesSent: number;
}

/** A state without the scope of its sign-in. */
export type SignInPage<Step extends SignInStep = SignInStep> = {
  readonly [Each in Step]: { readonly step: Each } & Members[Each];
}[Step];

/** The state of a sign-in. It is stored encrypted between two pages, and no part of it comes from the browser. */
export type SignInState<Step extends SignInStep = SignInStep> = {
  readonly [Each in Step]: SignInScope & { readonly step: Each } & Members[Each];
}[Step];

/**
 * How a sign-in starts: with a username, with the link of a message, with the verified code of a device, or for a
 * signed-in user who steps up.
 */
export type SignInStart =
  | ({ readonly kind: 'usual'; readonly username?: string | undefined } & Challenge)
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'device-code';
      readonly username: string;
      readonly userId: string;
      readonly deviceCode: DeviceCode;
    }
  | {
      readonly kind: 'step-up';
      readonly username: string;
      readonly userId: string;
      /** The methods of the session. */
      readonly methods?: readonly string[] | undefined;
    };

/** Returns the initial state. */
export function startOf(assurance: SignInScope['assurance'], start: SignInStart): SignInState {
  const scope = { assurance, codesSent: 0 };
  switch (start.kind) {
    case 'usual': {
      const { challenge, options, username } = start;
      return { ...scope, step: 'identify', challenge, options, username };
    }
    case 'reset':
      return { ...scope, step: 'temporary-password' };
    case 'device-code': {
      const { deviceCode, userId, username } = start;
      return { ...scope, step: 'password', username, userId, deviceCode };
    }
    case 'step-up': {
      const { methods, userId, username } = start;
      return { ...scope, step: 'method', username, userId, first: { kind: 'session', methods } };
    }
  }
}

/** Returns the username of a state and its user, as far as they are known. */
export function namedIn(state: SignInState): MaybeNamed {
  if (state.step === 'finished') return { username: state.username, userId: state.finished.userId };
  return {
    username: 'username' in state ? state.username : undefined,
    userId: 'userId' in state ? state.userId : undefined,
  };
}

/** Returns the user who has passed the first factor and may choose the second; undefined in any other state. */
export function provenIn(state: SignInState): Proven | undefined {
  if (!('first' in state) || state.step === 'new-password') return undefined;
  const { first, userId, username, verificationId } = state;
  return { username, userId, first, verificationId };
}
