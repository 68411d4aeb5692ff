import type { Temporal } from 'temporal-polyfill';

/** A passkey as its owner sees it. */
export interface ListedPasskey {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | undefined;
}

/** A browser that somebody has signed in with. */
export interface ListedBrowser {
  readonly browserId: string;
  /** `Firefox on Linux`: names of products, the same in every language. */
  readonly name: string;
  readonly firstSeenAt: Temporal.Instant;
  readonly lastSeenAt: Temporal.Instant;
  readonly isThis: boolean;
}

/** A sign-in that is still good for something. */
export interface ListedSession {
  readonly sessionId: string;
  readonly clientName: string | undefined;
  readonly browserName: string;
  readonly startedAt: Temporal.Instant;
  readonly isThis: boolean;
}

export type AccountNotice =
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-failed'
  | 'browser-forgotten'
  | 'signed-out-elsewhere';

/** What customers see of how they sign in, on the bank's own page. */
export type AccountView =
  | {
      readonly kind: 'overview';
      readonly username: string;
      readonly passkeys: readonly ListedPasskey[];
      readonly browsers: readonly ListedBrowser[];
      readonly sessions: readonly ListedSession[];
      readonly notice: AccountNotice | undefined;
      readonly timeZone: string;
    }
  /** Script asks the browser for a passkey; without script the page says that it cannot be done here. */
  | { readonly kind: 'add-passkey'; readonly options: string }
  | { readonly kind: 'remove-passkey'; readonly passkey: ListedPasskey; readonly timeZone: string }
  | { readonly kind: 'signed-out' };
