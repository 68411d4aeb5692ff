/** HTML page with its security policy. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Reasons why a sign-in fails; each has its own page texts. */
export const signInFailureReasons = [
  'sign-in-over',
  'customer-sign-in-absent',
  'staff-provider-absent',
  'staff-provider-away',
  'sign-in-not-proven',
  'employee-unnamed',
  'employee-without-role',
  'employee-mismatch',
  'employee-cut-off',
  'sign-in-too-weak',
  'sign-in-too-old',
  'internal-error',
] as const;
export type SignInFailureReason = (typeof signInFailureReasons)[number];

/** Preferred languages of the user, best first. */
interface PageLanguages {
  readonly languages?: readonly string[];
}

/** Port: the pages of the server. */
export interface Pages {
  /** Shows an error when there is no safe redirect URI. */
  failure(
    facts: PageLanguages & {
      readonly error: string;
      readonly description: string;
      readonly requestId: string;
    },
  ): Page;
  /** Shows why the sign-in failed. */
  signInFailure(
    facts: PageLanguages & {
      readonly reason: SignInFailureReason;
      readonly requestId: string;
      /** Where the sign-in can start again, while it is still open. */
      readonly tryAgainAt: string | undefined;
    },
  ): Page;
  /** Asks the user to confirm signing out; `form` is the server's own form, with its id. */
  signOut(
    facts: PageLanguages & {
      readonly form: string;
      readonly formId: string;
      /**
       * Origin of the client that the browser returns to; the page's security policy must allow it as a form target.
       */
      readonly returnOrigin: string | undefined;
    },
  ): Page;
  signedOut(facts?: PageLanguages): Page;
}
