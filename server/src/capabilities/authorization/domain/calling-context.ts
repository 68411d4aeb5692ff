import type { ProofKind } from './literals.ts';
import type { AuthorizationType, ResourceKind, TransactionType } from './signing/rule.ts';

/** Proof that a user passed a second factor, as a request names it. */
export interface FactorProof {
  readonly kind: ProofKind;
  readonly id: string | undefined;
  readonly signature: string | undefined;
}

/**
 * Proof over exactly what is signed, which another capability has verified and consumed. Only Portico itself presents
 * it; a request cannot express it.
 */
export interface VerifiedProof {
  readonly kind: 'verified';
  readonly by: 'passkey' | 'device' | 'sms-otp' | 'ocra';
  /** Identifies the proof where it was verified. */
  readonly reference: string;
}

/** Reasons for which a bank may accept a payment without a second factor. RTS art. 13 to 16 */
export type ExemptionReason = 'low-value' | 'recurring' | 'own-accounts' | 'trusted-beneficiary';

/**
 * States that no second factor was passed, and why none is needed. Only Portico itself presents it, for one payment that
 * one signature releases.
 */
export interface ExemptionProof {
  readonly kind: 'exemption';
  readonly reason: ExemptionReason;
}

/** Proof of a signature. */
export type SigningProof = FactorProof | VerifiedProof | ExemptionProof;

/** Call-specific data beside a payload. It may make a rule stricter and never overrides the signed payload. */
export interface CallingContext {
  readonly customerNumber: string | undefined;
  readonly actingFor: string | undefined;
  readonly account: string | undefined;
  readonly transactionType: TransactionType | undefined;
  readonly authorizationType: AuthorizationType | undefined;
  readonly bankId: string | undefined;
  readonly channel: string | undefined;
  readonly initiator: string | undefined;
  readonly proof: FactorProof | undefined;
}

export const emptyContext: CallingContext = {
  customerNumber: undefined,
  actingFor: undefined,
  account: undefined,
  transactionType: undefined,
  authorizationType: undefined,
  bankId: undefined,
  channel: undefined,
  initiator: undefined,
  proof: undefined,
};

/** Request to sign a resource, or to read its signing state. */
export interface EvaluateCommand {
  readonly resourceId: string;
  readonly resourceKind: ResourceKind | undefined;
  readonly payload: string | undefined;
  readonly context: CallingContext;
}
