/** What identity must know of a bank. */
export interface IdentityBank {
  readonly bankName: string;
  readonly timeZone: string;
  readonly defaultLanguage: string;
  /** `p.security-questions-enabled` */
  readonly hasSecurityQuestions: boolean;
}

/** Port: the banks, as far as identity asks. */
export interface IdentityFacts {
  /** Where this installation is reached; links in messages begin with it. */
  readonly baseUrl: string;
  of(bankId: string): IdentityBank;
}
