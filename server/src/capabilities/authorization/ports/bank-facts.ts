/** Facts about a bank that messages and rules need. */
export interface AuthorizationFacts {
  /** Name that customers know. */
  readonly bankName: string;
  /** Host of the pages on which users type codes; phones autofill a code only there. */
  readonly codeDomain: string;
  /** Country whose phone numbers may omit the country code. */
  readonly country: string;
  /** Home currency, for rules without a band in another currency. */
  readonly referenceCurrency: string;
}

/** Port: facts about banks. */
export interface BankFacts {
  of(bankId: string): AuthorizationFacts;
}
