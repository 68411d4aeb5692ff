import type { Temporal } from 'temporal-polyfill';
import type { PasswordError } from '../passwords/password-policy.ts';
import type { ShownLimit } from './limit.ts';

/** The second factors of a sign-in. */
export const secondFactors = ['passkey', 'totp', 'sms'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** A second factor of the customer, with the details that a page may show. */
export interface FactorChoice {
  readonly factor: SecondFactor;
  /** The last digits of the phone number. */
  readonly ending?: string;
}

/** Why a login at another provider did not sign the customer in. */
export type LoginError =
  /** The provider does not respond. */
  | 'login-unavailable'
  /** The customer cancelled there, or the response is not valid. */
  | 'login-failed'
  /** No user who may sign in has this login; does not say whether there is a user. */
  | 'login-unknown';

/** An error in the submitted form; never reveals which of two factors failed. */
export type SignInError =
  | 'required'
  | 'wrong'
  | 'code-wrong'
  | 'code-over'
  | 'passkey-failed'
  | 'passwords-differ'
  | LoginError;

/** A provider at which customers may sign in. */
export interface OfferedProvider {
  readonly provider: string;
  readonly name: string;
}

/** A message that is not an error. */
export type SignInNotice = 'code-sent-again' | 'password-changed' | 'username-sent' | 'signed-out-for-safety';

/** The data that a page shows at one point of a sign-in. Pages and tests use the same data. */
export type SignInView =
  | {
      readonly kind: 'identify';
      readonly username: string | undefined;
      readonly error: SignInError | undefined;
      readonly notice: SignInNotice | undefined;
      /** WebAuthn request options in JSON; the browser offers a passkey by itself where it can. */
      readonly passkeyOptions: string;
      /** Other providers at which the customer may sign in. */
      readonly providers: readonly OfferedProvider[];
    }
  /** The customer continues at another provider. */
  | { readonly kind: 'linked-login'; readonly providerName: string; readonly address: string }
  | {
      readonly kind: 'password';
      readonly username: string;
      readonly hintPictureUrl: string | undefined;
      readonly error: SignInError | undefined;
      /** Present only when few attempts are left. */
      readonly attemptsLeft: number | undefined;
    }
  | { readonly kind: 'method'; readonly choices: readonly FactorChoice[]; readonly chosen: SecondFactor }
  | {
      readonly kind: 'code';
      readonly factor: 'sms' | 'totp';
      readonly ending: string | undefined;
      readonly error: SignInError | undefined;
      readonly notice: SignInNotice | undefined;
      /** The other factors. */
      readonly choices: readonly FactorChoice[];
      readonly canResend: boolean;
      /** Why no new code was sent. */
      readonly limit?: ShownLimit | undefined;
    }
  | {
      readonly kind: 'passkey';
      readonly options: string;
      readonly error: SignInError | undefined;
      readonly choices: readonly FactorChoice[];
    }
  | {
      readonly kind: 'consent';
      readonly scopes: readonly string[];
      readonly username: string;
      /** Name of the organization for which the customer acts. */
      readonly organization: string | undefined;
    }
  | {
      readonly kind: 'locked';
      readonly until: Temporal.Instant | undefined;
      /** Of the user or the bank; without it the page shows the time in UTC. */
      readonly timeZone?: string | undefined;
    }
  /** A second factor is required, and the user has none. */
  | { readonly kind: 'no-factor' }
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'throttled';
      readonly limit: ShownLimit;
      /** The last digits of the number that gets no code for now. */
      readonly ending?: string | undefined;
    }
  | {
      readonly kind: 'forgot-password';
      readonly username: string | undefined;
      readonly error: SignInError | undefined;
    }
  | { readonly kind: 'forgot-username'; readonly error: SignInError | undefined }
  | {
      readonly kind: 'temporary-password';
      readonly error: SignInError | undefined;
      /** The customer followed the link of a message and has not entered a username yet. */
      readonly asksName?: boolean;
    }
  | {
      readonly kind: 'new-password';
      readonly errors: readonly (PasswordError | 'passwords-differ' | 'same-as-existing')[];
      readonly lengthMin: number;
      /** For password managers, which need the username. */
      readonly username: string;
    };

/** The data that every page of a sign-in shows. */
export interface SignInFrame {
  /** BCP 47, one of the languages there are texts in. */
  readonly language: string;
  readonly bankId: string;
  readonly bankName: string;
  /** The client for which the customer signs in; absent on the bank's own pages. */
  readonly clientName: string | undefined;
  /** CSRF token, sent back with every form. */
  readonly csrf: string;
  /** The path to which the forms of this page are submitted. */
  readonly action: string;
  /** The origins to which a form may redirect. */
  readonly formOrigins: readonly string[];
  readonly requestId: string;
  /** Whole seconds until this page expires without activity. */
  readonly secondsLeft: number;
}
