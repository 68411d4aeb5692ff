import type { Temporal } from 'temporal-polyfill';
import type { PasswordError } from './passwords/password-policy.ts';
import type { ContactKind } from './user.ts';

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
  readonly sessions: readonly ListedSession[];
}

/** A session that has not ended. */
export interface ListedSession {
  readonly sessionId: string;
  readonly clientName: string | undefined;
  readonly browserName: string;
  readonly startedAt: Temporal.Instant;
  readonly isThis: boolean;
}

/** A contact as its owner sees it. */
export interface ListedContact {
  readonly value: string | undefined;
  /** A new value whose code has not been entered yet. */
  readonly open: string | undefined;
}

/** A linked login as its owner sees it. */
export interface ListedLogin {
  /** Names the login in forms, so that addresses contain no login. */
  readonly loginId: string;
  readonly provider: string;
  /** The name on the sign-in page; the code of a provider that has none. */
  readonly providerName: string;
  /** As stored; with the provider it is what the customer unlinks. */
  readonly login: string;
  /** Absent if the provider has given only an identifier, which says nothing to people. */
  readonly name: string | undefined;
  readonly linkedAt: Temporal.Instant;
}

/** A provider of the sign-in page, at which the customer may link a login. */
export interface LinkableProvider {
  readonly provider: string;
  readonly name: string;
}

/** Why a login was not linked. */
export type LoginLinkError = 'login-in-use' | 'login-not-proven' | 'login-provider-away' | 'logins-full';

export type AccountNotice =
  | LoginLinkError
  | 'login-linked'
  | 'login-unlinked'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-failed'
  | 'browser-removed'
  | 'signed-out-elsewhere'
  | 'password-changed'
  | 'email-changed'
  | 'phone-changed'
  | 'picture-changed';

/** What is wrong with the form that changes the password. */
export type OwnPasswordError =
  | 'current-missing'
  | 'current-wrong'
  | PasswordError
  | 'passwords-differ'
  | 'same-as-existing';

/** What is wrong with a new contact. */
export type NewContactError = 'required' | 'invalid' | 'in-use' | 'too-soon';

/** What is wrong with the code that was sent to a new contact. */
export type ContactCodeError = 'wrong' | 'over' | 'too-soon';

/** One of the pictures that a customer may choose. */
export interface OfferedPicture {
  readonly choice: number;
  /** A `data:` address. */
  readonly image: string;
}

/** The sign-in settings that customers see on the bank's own page. */
export type AccountView =
  | {
      readonly kind: 'overview';
      readonly username: string;
      readonly hintPictureUrl: string;
      readonly email: ListedContact;
      readonly phone: ListedContact;
      readonly passkeys: readonly ListedPasskey[];
      readonly logins: readonly ListedLogin[];
      /** Empty when no further login can be linked. */
      readonly linkable: readonly LinkableProvider[];
      readonly browsers: readonly ListedBrowser[];
      /** Sessions whose browser is not in the list. */
      readonly sessions: readonly ListedSession[];
      readonly notice: AccountNotice | undefined;
      readonly timeZone: string;
    }
  /** A script asks the browser for a passkey; without scripts the page says that passkeys cannot be added. */
  | { readonly kind: 'add-passkey'; readonly options: string }
  | { readonly kind: 'remove-passkey'; readonly passkey: ListedPasskey; readonly timeZone: string }
  /** The way to the provider, at which the customer signs in. */
  | {
      readonly kind: 'link-login';
      readonly provider: string;
      readonly providerName: string;
      readonly address: string;
    }
  | { readonly kind: 'unlink-login'; readonly login: ListedLogin; readonly timeZone: string }
  | { readonly kind: 'remove-browser'; readonly browser: ListedBrowser; readonly timeZone: string }
  | {
      readonly kind: 'change-password';
      readonly errors: readonly OwnPasswordError[];
      readonly lengthMin: number;
      /** For password managers, which need the username. */
      readonly username: string;
    }
  | {
      readonly kind: 'change-contact';
      readonly contact: ContactKind;
      readonly value: string | undefined;
      readonly error: NewContactError | undefined;
    }
  | {
      readonly kind: 'confirm-contact';
      readonly contact: ContactKind;
      readonly value: string;
      readonly error: ContactCodeError | undefined;
    }
  | {
      readonly kind: 'choose-picture';
      readonly currentUrl: string;
      readonly pictures: readonly OfferedPicture[];
    }
  /** The sign-in is too old, or too weak, for what the customer wants to change. */
  | { readonly kind: 'sign-in-again' }
  | { readonly kind: 'signed-out' };
