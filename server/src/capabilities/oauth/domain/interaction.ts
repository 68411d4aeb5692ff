import type { ClientKind } from './client.ts';

/** Somebody is on the way to sign in, or to agree to something; a browser waits. */
export interface PendingInteraction {
  readonly uid: string;
  /** What the server wants to know: who it is, or whether they agree. */
  readonly asks: 'login' | 'consent';
  readonly clientId: string;
  readonly clientKind: ClientKind;
  readonly accountId: string | undefined;
  readonly scopes: readonly string[];
  readonly acrValues: readonly string[];
  readonly maxAgeSeconds: number | undefined;
  /** A session is not enough: the client wants to see a fresh sign-in. */
  readonly mustSignInAnew: boolean;
  readonly languages: string | undefined;
  readonly clientName: string;
  /** Where the browser goes in the end, as far as a page must allow it. */
  readonly returnOrigin: string | undefined;
  readonly loginHint: string | undefined;
  /** Somebody is signed in, and only not strongly enough: who it is need not be asked. */
  readonly isStepUp: boolean;
  /** It was answered a moment ago, and the browser has gone on: the same answer may be repeated, and nothing else. */
  readonly isEnded: boolean;
}
