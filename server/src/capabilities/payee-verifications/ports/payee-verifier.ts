import type { Claim, PayeeAnswer } from '../domain/payee.ts';

/** What a bank is asked about one of its accounts. */
export interface PayeeQuestion {
  readonly iban: string;
  readonly claim: Claim;
  readonly bic?: string;
  /** How long the answer may take. */
  readonly timeoutMs: number;
}

/**
 * Port: a bank that answers for its accounts. One try; whatever brings no answer in time is NOAP. A bank outside is a
 * remote system, so never in a transaction.
 */
export interface PayeeVerifier {
  verifyPayee(question: PayeeQuestion): Promise<PayeeAnswer>;
}

/** Port: banks outside that can be asked. */
export interface PayeeBanks {
  /** Returns undefined where the account can only be one of this bank. */
  find(bankId: string, iban: string): PayeeVerifier | undefined;
  /** Ends the connections. */
  close(): Promise<void>;
}
