import type { ProofReplays } from '#platform/auth/proof-replays.ts';

/** Stores used proofs in memory for the duration of a test. */
export function memoryProofReplays(): ProofReplays {
  const used = new Set<string>();
  return {
    async recordFirstUse({ bankId, thumbprint, proofId }) {
      const use = JSON.stringify([bankId, thumbprint, proofId]);
      const isFirst = !used.has(use);
      used.add(use);
      return isFirst;
    },
  };
}
