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

/** A request that begins a sign-in at a provider. */
export interface LoginBeginning {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636: 43 to 128 characters; the provider receives its hash. */
  readonly codeVerifier: string;
}

export type BegunLogin = { readonly kind: 'begun'; readonly address: string } | { readonly kind: 'away' };

/** A provider whose linked logins sign customers in on the bank's pages. */
export interface PageLogin {
  /** The name that the page shows. */
  readonly name: string;
  /** Where the provider sends the browser back; different for each provider. RFC 9700 4.4 */
  readonly redirectUri: string;
  /** Returns the address at the provider that the customer opens. */
  begin(beginning: LoginBeginning): Promise<BegunLogin>;
}

/** Port: one provider at which customers of one bank may have a login. */
export interface LoginProvider {
  /** The code of the specification, from the classification `identity-providers`. */
  readonly provider: string;
  /** Redeems the code and verifies the ID token. */
  redeem(given: LoginCode): Promise<LoginProof>;
  /** Absent where linked logins do not sign in. */
  readonly page?: PageLogin | undefined;
}

/** Port: the providers of all banks. */
export interface LoginProviders {
  of(bankId: string, provider: string): LoginProvider | undefined;
  /** The providers that the sign-in page of a bank offers, in the order of the configuration. */
  offered(bankId: string): readonly (LoginProvider & { readonly page: PageLogin })[];
}

/** Used where no bank has a provider. */
export const noLoginProviders: LoginProviders = { of: () => undefined, offered: () => [] };
