import type { Temporal } from 'temporal-polyfill';

/** One use of a proof. */
export interface ProofUse {
  readonly bankId: string;
  /** Of the key that signed it (RFC 7638). */
  readonly thumbprint: string;
  /** The `jti` its maker gave it; 1 to 128 printable ASCII characters. */
  readonly proofId: string;
  /** From then on the proof is too old everywhere; its use may be forgotten. */
  readonly validUntil: Temporal.Instant;
}

/** Port: remembers which proofs were used. Of several equal uses, at once or in turn, exactly one is the first. */
export interface ProofReplays {
  isFirstUse(use: ProofUse): Promise<boolean>;
}

/** For places without such a memory: no proof is believed there. */
export const everyProofReplayed: ProofReplays = { isFirstUse: async () => false };
