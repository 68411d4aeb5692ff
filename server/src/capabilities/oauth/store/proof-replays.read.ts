import type { ProofReplays } from '#platform/auth/proof-replays.ts';
import type { Database } from '#platform/db/database.ts';
import { hashOfName } from './artefact-names.ts';
import { insertReplayMarker } from './replay-markers.store.ts';

/** Replay check of DPoP proofs on API requests, with the same markers as the authorization server. */
export function createProofReplays(database: Database): ProofReplays {
  return {
    recordFirstUse: ({ bankId, proofId, thumbprint, validUntil }) =>
      insertReplayMarker(database.forBank(bankId), {
        bankId,
        marker: hashOfName(JSON.stringify(['proof', thumbprint, proofId])),
        expiresAt: validUntil,
      }),
  };
}
