import type { Temporal } from 'temporal-polyfill';

/** One use of a proof. */
export interface ProofUse {
  readonly bankId: string;
  /** Thumbprint of the key that signed it (RFC 7638). */
  readonly thumbprint: string;
  /** The `jti` of the proof; 1 to 128 printable ASCII characters. */
  readonly proofId: string;
  /** From this time the proof is too old on every instance, and the record of its use may be deleted. */
  readonly validUntil: Temporal.Instant;
}

/** Port: stores which proofs were used. Of several equal uses, concurrent or not, exactly one is the first. */
export interface ProofReplays {
  recordFirstUse(use: ProofUse): Promise<boolean>;
}

/** For processes without a replay store: every proof is refused. */
export const everyProofReplayed: ProofReplays = { recordFirstUse: async () => false };
