/** The result of a sign-in at another provider. The application ran the code flow with PKCE itself. */
export interface LoginCode {
  readonly code: string;
  /** RFC 7636: redeems the code; the provider has seen only its hash before. */
  readonly codeVerifier: string;
  /** The nonce that the application sent; the ID token must contain it. */
  readonly nonce: string;
  /** The redirect URI that the provider used; absent, the first configured one. */
  readonly redirectUri: string | undefined;
}

export type LoginProof =
  | {
      readonly kind: 'proven';
      /** Issuer and subject together are the key: two providers may use the same subject. */
      readonly issuer: string;
      /** At most 255 printable ASCII characters. */
      readonly subject: string;
      /** For display only, at most 254 characters: users choose it at the provider and may change it. */
      readonly login: string;
    }
  /** The code is wrong, used, forged, or was issued for another application. */
  | { readonly kind: 'not-proven' }
  /** The provider does not respond or reports an error. */
  | { readonly kind: 'away' };

/** Port: one provider at which customers of one bank may have a login. */
export interface LoginProvider {
  /** The code of the specification, from the classification `identity-providers`. */
  readonly provider: string;
  /** Redeems the code and verifies the ID token. */
  redeem(given: LoginCode): Promise<LoginProof>;
}

/** Port: the providers of all banks. */
export interface LoginProviders {
  of(bankId: string, provider: string): LoginProvider | undefined;
}

/** Used where no bank has a provider. */
export const noLoginProviders: LoginProviders = { of: () => undefined };
