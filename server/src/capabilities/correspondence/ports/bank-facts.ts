/** What correspondence needs to know about a bank. */
export interface BankFact {
  /** Decides which day it is, and when it is night. */
  readonly timeZone: string;
  /** BCP 47; spoken to those of whom nothing better is known. */
  readonly language: string;
  /** Attachments given by link lie here, and nowhere else. */
  readonly contentUrlPrefix: string;
  /** Links in messages lead to these hosts, and nowhere else. */
  readonly linkHosts: readonly string[];
}

/** Port: facts about banks, kept by configuration. */
export interface BankFacts {
  of(bankId: string): BankFact;
}
