/** Facts about a bank that identity needs. */
export interface IdentityBank {
  readonly bankName: string;
  readonly timeZone: string;
  readonly defaultLanguage: string;
}

/** Port: the configured banks. */
export interface IdentityFacts {
  /** Base URL of this installation; links in messages start with it. */
  readonly baseUrl: string;
  of(bankId: string): IdentityBank;
}
