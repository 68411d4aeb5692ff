import type { SignInTrouble as SignInFailureReason } from '#capabilities/oauth/index.ts';

/** Text of a page: what happened, what it means, and what to do. */
export interface PageText {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Texts of one language. */
export interface OauthTexts {
  readonly signInFailures: Readonly<Record<SignInFailureReason, PageText>>;
  /** Errors without a redirect URI, by the error code of the protocol. */
  readonly failures: Readonly<Record<string, PageText>>;
  readonly otherFailure: PageText;
  readonly signOut: PageText;
  readonly signedOut: PageText;
  readonly words: Readonly<Record<'tryAgain' | 'signOutNow' | 'reference' | 'forDevelopers', string>>;
}
