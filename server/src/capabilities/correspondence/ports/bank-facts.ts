/** Facts about a bank that correspondence needs. */
export interface BankFact {
  /** Time zone for dates and quiet hours. */
  readonly timeZone: string;
  /** BCP 47; used for recipients without a known language. */
  readonly language: string;
  /** The only location of attachments given by link. */
  readonly contentUrlPrefix: string;
  /** The only hosts that links in messages may point to. */
  readonly linkHosts: readonly string[];
}

/** Port: facts about banks, from configuration. */
export interface BankFacts {
  of(bankId: string): BankFact;
}
