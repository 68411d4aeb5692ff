/** Settings of a bank that party rules need. */
export interface BankFact {
  /** ISO 3166-1. */
  readonly country: string;
  /** BCP 47; texts for callers who prefer no language. */
  readonly language: string;
  /** Determines the current day. */
  readonly timeZone: string;
  /** Links to documents must start with this prefix. */
  readonly contentUrlPrefix: string;
}

/** Port: settings of banks, owned by configuration. */
export interface BankFacts {
  of(bankId: string): BankFact;
}
