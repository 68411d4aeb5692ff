import type { Temporal } from 'temporal-polyfill';

/** A passkey as its owner sees it. */
export interface ListedPasskey {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | undefined;
}

/** A browser with which the user has signed in. */
export interface ListedBrowser {
  readonly browserId: string;
  /** `Firefox on Linux`: product names, the same in every language. */
  readonly name: string;
  readonly firstSeenAt: Temporal.Instant;
  readonly lastSeenAt: Temporal.Instant;
  readonly isThis: boolean;
}

/** A session that has not ended. */
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

/** The sign-in settings that customers see on the bank's own page. */
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
  /** A script asks the browser for a passkey; without scripts the page says that passkeys cannot be added. */
  | { readonly kind: 'add-passkey'; readonly options: string }
  | { readonly kind: 'remove-passkey'; readonly passkey: ListedPasskey; readonly timeZone: string }
  | { readonly kind: 'signed-out' };
