import type { Temporal } from 'temporal-polyfill';
import type { Assurance } from './caller.ts';

/** What an access token says, once its signature, issuer, audience and dates have been found good. */
export interface TokenFacts {
  readonly clientId: string;
  readonly subject: string;
  readonly scopes: ReadonlySet<string>;
  readonly banks: readonly string[];
  readonly employee:
    | { readonly id: string; readonly unit: string | undefined; readonly roles: ReadonlySet<string> }
    | undefined;
  readonly customer:
    | {
        readonly customerNumber: string | undefined;
        readonly actingFor: string | undefined;
        readonly assurance: Assurance;
        readonly authenticatedAt: Temporal.Instant;
        readonly deviceId: string | undefined;
      }
    | undefined;
  /** The token may be used only over a connection with this certificate (RFC 8705). */
  readonly certificateFingerprint256: string | undefined;
}

/** Port: turns a bearer token into facts, or into nothing when it is not to be believed, whatever the reason. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenFacts | undefined>;
}
