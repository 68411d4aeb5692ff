/** What party needs to know about a bank. */
export interface BankFact {
  /** ISO 3166-1. */
  readonly country: string;
  /** Decides which day it is. */
  readonly timeZone: string;
  /** Links to documents lead here, and nowhere else. */
  readonly contentUrlPrefix: string;
}

/** Port: facts about banks, kept by configuration. */
export interface BankFacts {
  of(bankId: string): BankFact;
}
