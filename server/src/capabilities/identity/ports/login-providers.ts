/** What the application brings back from a sign-in at another provider. It ran the code flow with PKCE itself. */
export interface LoginCode {
  readonly code: string;
  /** RFC 7636: redeems the code; only its hash has been at the provider before. */
  readonly codeVerifier: string;
  /** What the application gave along; the ID token must hold it. */
  readonly nonce: string;
  /** Where the provider sent the browser back to; absent, the first that is configured. */
  readonly redirectUri: string | undefined;
}

export type LoginProof =
  | {
      readonly kind: 'proven';
      /** Issuer and subject together are the key: subjects of two providers may be spelled alike. */
      readonly issuer: string;
      /** At most 255 printable characters of ASCII. */
      readonly subject: string;
      /** For display only, at most 254 characters: others may choose it, and may choose it anew. */
      readonly login: string;
    }
  /** What was brought proves nothing: wrong, used, for somebody else, or forged. */
  | { readonly kind: 'not-proven' }
  /** The provider does not answer, or does not work. */
  | { readonly kind: 'away' };

/** Port: one provider at which customers of one bank may have a login. */
export interface LoginProvider {
  /** The word of the specification, one of the classification `identity-providers`. */
  readonly provider: string;
  /** Redeems the code and verifies what comes for it. */
  redeem(given: LoginCode): Promise<LoginProof>;
}

/** Port: the providers of all banks. */
export interface LoginProviders {
  of(bankId: string, provider: string): LoginProvider | undefined;
}

/** No bank has one. */
export const noLoginProviders: LoginProviders = { of: () => undefined };
