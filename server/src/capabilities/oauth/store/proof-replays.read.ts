import type { ProofReplays } from '#platform/auth/proof-replays.ts';
import type { Database } from '#platform/db/database.ts';
import { hashOfName } from './artefact-names.ts';
import { insertReplayMarker } from './replay-markers.store.ts';

/** Proofs that came with requests, remembered beside those the server itself has seen. */
export function createProofReplays(database: Database): ProofReplays {
  return {
    isFirstUse: ({ bankId, proofId, thumbprint, validUntil }) =>
      insertReplayMarker(database.forBank(bankId), {
        bankId,
        marker: hashOfName(JSON.stringify(['proof', thumbprint, proofId])),
        expiresAt: validUntil,
      }),
  };
}
