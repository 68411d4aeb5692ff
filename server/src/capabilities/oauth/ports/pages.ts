/** Something that people are shown. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Why a sign-in ended without success; each has its own words. */
export const signInTroubles = [
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
export type SignInTrouble = (typeof signInTroubles)[number];

/** In which languages somebody would like to be spoken to, the first best. */
interface Spoken {
  readonly languages?: readonly string[];
}

/** Port: the pages of the server. What they look like is decided where all pages are. */
export interface Pages {
  /** Something went wrong and there is no safe address to go back to. */
  failure(
    facts: Spoken & { readonly error: string; readonly description: string; readonly requestId: string },
  ): Page;
  /** Nobody has signed in. */
  trouble(
    facts: Spoken & {
      readonly trouble: SignInTrouble;
      readonly requestId: string;
      /** Where the same sign-in begins anew, while it is still open. */
      readonly tryAgainAt: string | undefined;
    },
  ): Page;
  /** Asks whether to sign out; `form` is the server's own form, with its id. */
  signOut(
    facts: Spoken & {
      readonly form: string;
      readonly formId: string;
      /** The client that the browser is sent on to afterwards; a page must allow that its form leads there. */
      readonly returnOrigin: string | undefined;
    },
  ): Page;
  signedOut(facts?: Spoken): Page;
}
