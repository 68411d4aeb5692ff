import type { ClientKind } from './client.ts';

/** Interaction that waits for a user to sign in or to consent in a browser. */
export interface PendingInteraction {
  readonly uid: string;
  /** What the server requires: a sign-in or a consent. */
  readonly requires: 'login' | 'consent';
  readonly clientId: string;
  /** A third party asks for the approval of a resource, or for a sign-in before it creates one. */
  readonly clientKind: ClientKind | 'third-party';
  /** The customer approves a resource; a sign-in is not asked for. */
  readonly approvesResource: boolean;
  readonly accountId: string | undefined;
  /** The methods with which the signed-in user signed in. RFC 8176 */
  readonly accountMethods: readonly string[] | undefined;
  /** Without the one that names the organization. */
  readonly scopes: readonly string[];
  /** Customer number of the organization for which the customer asks to act. */
  readonly organization: string | undefined;
  readonly acrValues: readonly string[];
  readonly maxAgeSeconds: number | undefined;
  /** The client requires a new sign-in; a session is not enough. */
  readonly requiresNewSignIn: boolean;
  readonly languages: string | undefined;
  readonly clientName: string;
  /** Origin of the client's redirect URI, which the page's security policy must allow. */
  readonly returnOrigin: string | undefined;
  readonly loginHint: string | undefined;
  /** Token of an offline sign-in; not verified yet. */
  readonly loginHintToken: string | undefined;
  /** The user is signed in with too weak an assurance: the page does not ask for the username. */
  readonly isStepUp: boolean;
  /** The interaction is finished and the browser has continued: only the same response may be repeated. */
  readonly isEnded: boolean;
}
