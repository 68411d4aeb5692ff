import type { SignInTrouble } from '#capabilities/oauth/index.ts';

/** What a page says: what happened, what that means, and what to do now. */
export interface PageText {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** The sentences of one language. */
export interface OauthTexts {
  readonly troubles: Readonly<Record<SignInTrouble, PageText>>;
  /** Refusals that have no address to go back to, by the word of the protocol. */
  readonly failures: Readonly<Record<string, PageText>>;
  readonly otherFailure: PageText;
  readonly signOut: PageText;
  readonly signedOut: PageText;
  readonly words: Readonly<Record<'tryAgain' | 'signOutNow' | 'reference' | 'forDevelopers', string>>;
}
