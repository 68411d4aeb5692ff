import type { RefusalCause } from '#platform/kernel/refusal-cause.ts';
import type { IdempotencyDuty, SignIn } from './caller.ts';

/** To what a token is tied: to nothing, to a certificate (RFC 8705) or to a key that must be proved (RFC 9449). */
export type TokenBinding =
  | { readonly kind: 'none' }
  | { readonly kind: 'certificate'; readonly fingerprint256: string }
  | { readonly kind: 'proof'; readonly thumbprint: string };

/** What an access token says, once its signature, issuer, audience and dates have been found good. */
export interface TokenFacts {
  /** The token itself, by its `jti`. */
  readonly tokenId: string;
  /** The grant it was issued under; tokens of foreign issuers need not say so. */
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
  readonly binding: TokenBinding;
  readonly idempotency: IdempotencyDuty;
}

/** Why a token was refused, for the log. */
export type TokenRefusal = Extract<RefusalCause, `token-${string}`>;

/** What a verifier makes of a token. */
export type TokenVerdict =
  | { readonly kind: 'accepted'; readonly facts: TokenFacts }
  | { readonly kind: 'refused'; readonly cause: TokenRefusal };

/** Port: turns an access token into facts, or says why it is refused. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenVerdict>;
  /** A name for a token that this verifier has accepted before; nothing for any other. Costs next to nothing. */
  knownAs(token: string): string | undefined;
}

/** Returns the facts of an accepted token; nothing of a refused one. */
export function acceptedFacts(verdict: TokenVerdict): TokenFacts | undefined {
  return verdict.kind === 'accepted' ? verdict.facts : undefined;
}

/** For places that take no tokens. */
export const noTokensAccepted: TokenVerifier = {
  verify: async () => refusedToken('token-issuer-unknown'),
  knownAs: () => undefined,
};

/** Returns the verdict on a refused token. */
export function refusedToken(cause: TokenRefusal): TokenVerdict {
  return { kind: 'refused', cause };
}
