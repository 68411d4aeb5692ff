/** What must be known of a bank to speak of it and for it. */
export interface AuthorizationFacts {
  /** As customers know it. */
  readonly bankName: string;
  /** Host of the pages on which codes are typed; a phone fills a code in nowhere else. */
  readonly codeDomain: string;
  /** Country whose numbers may be written without it. */
  readonly country: string;
  /** Currency in which rules without a band of their own are judged. */
  readonly referenceCurrency: string;
}

/** Port: facts about banks. */
export interface BankFacts {
  of(bankId: string): AuthorizationFacts;
}
