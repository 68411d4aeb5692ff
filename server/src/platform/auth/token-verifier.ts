import type { RefusalCause } from '#platform/kernel/refusal-cause.ts';
import type { IdempotencyDuty, SignIn, StandsFor } from './caller.ts';

/** What a token is bound to: nothing, a certificate (RFC 8705) or a key that must be proved (RFC 9449). */
export type TokenBinding =
  | { readonly kind: 'none' }
  | { readonly kind: 'certificate'; readonly fingerprint256: string }
  | { readonly kind: 'proof'; readonly thumbprint: string };

/** The token that a service exchanged for its own; the end of the one is the end of the other. */
export interface ExchangedToken {
  /** The app of the customer. */
  readonly clientId: string | undefined;
  readonly tokenId: string | undefined;
}

/** The content of an access token whose signature, issuer, audience and validity have been verified. */
export interface TokenFacts {
  /** The token itself, by its `jti`. */
  readonly tokenId: string;
  /** The grant it was issued under; tokens of external issuers may omit it. */
  readonly grantId: string | undefined;
  readonly issuedAtSeconds: number;
  readonly clientId: string;
  readonly subject: string;
  readonly scopes: ReadonlySet<string>;
  readonly banks: readonly string[];
  readonly employee:
    | (SignIn & {
        readonly id: string;
        readonly unit: string | undefined;
        readonly roles: ReadonlySet<string>;
      })
    | undefined;
  readonly customer:
    | (SignIn & {
        readonly customerNumber: string | undefined;
        readonly actingFor: string | undefined;
        readonly deviceId: string | undefined;
      })
    | undefined;
  /** Present in the token of a service for a customer: the token of the customer that the service exchanged. */
  readonly exchanged: ExchangedToken | undefined;
  /** Present in tokens of third parties, which no other interface accepts. */
  readonly standsFor: StandsFor | undefined;
  readonly binding: TokenBinding;
  readonly idempotency: IdempotencyDuty;
}

/** Why a token was refused, for the log. */
export type TokenRefusal = Extract<RefusalCause, `token-${string}`>;

/** The result of verifying a token. */
export type TokenVerdict =
  | { readonly kind: 'accepted'; readonly facts: TokenFacts }
  | { readonly kind: 'refused'; readonly cause: TokenRefusal };

/** Port: verifies an access token. Returns its facts or the cause of the refusal. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenVerdict>;
  /** Returns a stable name for a token that this verifier has accepted before; undefined for any other. Very cheap. */
  knownAs(token: string): string | undefined;
}

/** Returns the facts of an accepted token; undefined for a refused one. */
export function acceptedFacts(verdict: TokenVerdict): TokenFacts | undefined {
  return verdict.kind === 'accepted' ? verdict.facts : undefined;
}

/** For processes that accept no tokens. */
export const noTokensAccepted: TokenVerifier = {
  verify: async () => refusedToken('token-issuer-unknown'),
  knownAs: () => undefined,
};

/** Returns the verdict on a refused token. */
export function refusedToken(cause: TokenRefusal): TokenVerdict {
  return { kind: 'refused', cause };
}
