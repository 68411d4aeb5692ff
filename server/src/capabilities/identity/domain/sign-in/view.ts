import type { Temporal } from 'temporal-polyfill';
import type { PasswordError } from '../passwords/password-policy.ts';
import type { ShownLimit } from './limit.ts';

/** How somebody proves a second time who they are. */
export const secondFactors = ['passkey', 'totp', 'sms'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** A second factor the customer has, with as much of it as a page may show. */
export interface FactorChoice {
  readonly factor: SecondFactor;
  /** The last digits of a number. */
  readonly ending?: string;
}

/** Something that was wrong with what was sent; never which of two factors it was. */
export type SignInError =
  | 'required'
  | 'wrong'
  | 'code-wrong'
  | 'code-over'
  | 'passkey-failed'
  | 'passwords-differ';

/** Something worth saying that is no fault. */
export type SignInNotice = 'code-sent-again' | 'password-changed' | 'username-sent' | 'signed-out-for-safety';

/** What a customer is to be shown at one point of a sign-in. Pages are made of it, and so are tests. */
export type SignInView =
  | {
      readonly kind: 'identify';
      readonly username: string | undefined;
      readonly fault: SignInError | undefined;
      readonly notice: SignInNotice | undefined;
      /** WebAuthn request options in JSON; the browser offers a passkey by itself where it can. */
      readonly passkeyOptions: string;
    }
  | {
      readonly kind: 'password';
      readonly username: string;
      /** Somebody who stepped up is not asked who they are. */
      readonly isKnown: boolean;
      readonly hintPictureUrl: string | undefined;
      readonly fault: SignInError | undefined;
      /** Said only when few are left. */
      readonly attemptsLeft: number | undefined;
    }
  | { readonly kind: 'method'; readonly choices: readonly FactorChoice[]; readonly chosen: SecondFactor }
  | {
      readonly kind: 'code';
      readonly factor: 'sms' | 'totp';
      readonly ending: string | undefined;
      readonly fault: SignInError | undefined;
      readonly notice: SignInNotice | undefined;
      /** Others than this one. */
      readonly choices: readonly FactorChoice[];
      readonly canResend: boolean;
      /** Why no new code was sent. */
      readonly limit?: ShownLimit | undefined;
    }
  | {
      readonly kind: 'passkey';
      readonly options: string;
      readonly fault: SignInError | undefined;
      readonly choices: readonly FactorChoice[];
    }
  | {
      readonly kind: 'consent';
      readonly scopes: readonly string[];
      readonly username: string;
    }
  | {
      readonly kind: 'locked';
      readonly until: Temporal.Instant | undefined;
      /** Of the person or the bank; a page without it says the time in UTC. */
      readonly timeZone?: string | undefined;
    }
  /** No second factor is known, and one is needed. */
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
      readonly fault: SignInError | undefined;
    }
  | { readonly kind: 'forgot-username'; readonly fault: SignInError | undefined }
  | {
      readonly kind: 'temporary-password';
      readonly fault: SignInError | undefined;
      /** Whoever comes by the link of a message has not said yet who they are. */
      readonly asksName?: boolean;
    }
  | {
      readonly kind: 'new-password';
      readonly faults: readonly (PasswordError | 'passwords-differ' | 'same-as-existing')[];
      readonly lengthMin: number;
      /** For password managers, which must know whose password it is. */
      readonly username: string;
    };

/** What every page of a sign-in says beside its own matter. */
export interface SignInFrame {
  /** BCP 47, one of the languages there are texts in. */
  readonly language: string;
  readonly bankId: string;
  readonly bankName: string;
  /** Whom the customer signs in for; absent on pages of the bank itself. */
  readonly clientName: string | undefined;
  /** Goes back with every form. */
  readonly csrf: string;
  /** Where forms of this page go: a path of ours. */
  readonly action: string;
  /** Where a form may lead in the end. */
  readonly formOrigins: readonly string[];
  readonly requestId: string;
  /** Whole seconds until this page is over for want of activity. */
  readonly secondsLeft: number;
}
