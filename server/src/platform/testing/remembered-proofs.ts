import type { ProofReplays } from '#platform/auth/proof-replays.ts';

/** Remembers used proofs for as long as the test runs. */
export function rememberedProofs(): ProofReplays {
  const used = new Set<string>();
  return {
    async isFirstUse({ bankId, thumbprint, proofId }) {
      const use = JSON.stringify([bankId, thumbprint, proofId]);
      const isFirst = !used.has(use);
      used.add(use);
      return isFirst;
    },
  };
}
