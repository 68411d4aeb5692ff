import type { MetLimit } from './limit.ts';
import type {
  Challenge,
  FinishedSignIn,
  FirstProof,
  LinkedLoginProof,
  MaybeNamed,
  Named,
  NewPasswordError,
  ProviderRequest,
} from './state.ts';
import type { LoginError, SignInNotice } from './view.ts';

/** The data of each event. An event is a fact: what the customer chose, and what a check has found. */
interface Details {
  /** The customer starts with another username. */
  readonly 'started-over': Challenge;
  readonly 'password-forgotten': object;
  readonly 'username-forgotten': object;
  /** A required field of the form is empty. */
  readonly 'field-missing': object;
  readonly 'username-entered': Named;
  readonly 'password-right': {
    readonly username: string;
    readonly userId: string;
    readonly first: Exclude<FirstProof, { readonly kind: 'session' | 'linked-login' }>;
  };
  /** The customer chose to sign in at another provider. */
  readonly 'provider-chosen': ProviderRequest;
  /** The provider has confirmed a login that is linked to this user. */
  readonly 'login-confirmed': {
    readonly username: string;
    readonly userId: string;
    readonly first: LinkedLoginProof;
  };
  readonly 'login-refused': Challenge & { readonly error: LoginError };
  readonly 'password-wrong': { readonly attemptsLeft: number };
  /** Too many failures, of the password or of all second factors. */
  readonly locked: { readonly until: string };
  /** A limit was reached before anything was compared or sent; with the username of the form, if it has one. */
  readonly 'limit-met': { readonly limit: MetLimit } & MaybeNamed;
  /** The user has no second factor that this sign-in accepts. */
  readonly 'factor-missing': object;
  /** The customer chooses one of several second factors. */
  readonly 'factors-offered': object;
  readonly 'passkey-requested': Challenge;
  readonly 'token-requested': object;
  readonly 'code-sent': { readonly verificationId: string; readonly notice?: SignInNotice | undefined };
  readonly 'code-not-sent': { readonly limit: MetLimit };
  readonly 'code-refused': { readonly error: 'code-wrong' | 'code-over' };
  /** With the challenge of the next attempt. */
  readonly 'passkey-refused': Challenge;
  /** The last factor was verified and is consumed by this sign-in. */
  readonly 'proof-accepted': {
    /**
     * `password`, `linked-login`: it alone is sufficient; `device-code`: the password, with the code verified before
     * the sign-in.
     */
    readonly proof: 'password' | 'linked-login' | 'sms' | 'token' | 'passkey' | 'device-code';
  } & Pick<FinishedSignIn, 'userId' | 'at' | 'browserName' | 'network'>;
  /** A factor was verified, and one of them is no longer valid. */
  readonly 'proof-expired': object;
  readonly 'reset-requested': Named;
  readonly 'username-sent': Challenge;
  readonly 'new-password-refused': { readonly errors: readonly NewPasswordError[] };
  /** The temporary password was replaced or used in the meantime. */
  readonly 'temporary-password-expired': Challenge;
  readonly 'password-replaced': Challenge;
}

export type SignInEventKind = keyof Details;

/** An event of a sign-in. */
export type SignInEvent<Kind extends SignInEventKind = SignInEventKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & Details[Each];
}[Kind];
