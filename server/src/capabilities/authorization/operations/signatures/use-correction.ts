import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isOver } from '../../domain/signing/collection-state.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { payloadDigest } from '../../steps/payload-digest.ts';
import { lockCollections } from '../../store/collections.store.ts';
import { closeCollection } from './close-collection.ts';
import type { SignedCorrection } from './open-correction.ts';

/** Whether a correction may be applied: signed by enough employees, waiting for them, or to be opened anew. */
export type CorrectionState = 'approved' | 'waiting' | 'over';

/** Uses up the signatures of a correction in the command that applies it, if they are enough now and for this body. */
export async function useCorrection(
  ctx: Context & Pick<AuthorizationPorts, 'authorizationVault' | 'users'>,
  work: Work,
  { correctionId: resourceId, payload }: SignedCorrection,
): Promise<CorrectionState> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  const resource = { owner: '*', resourceKind: 'party-correction', resourceId } as const;
  const [collection] = await lockCollections(work, vault, { bankId, keys: [resource] });
  const digest = payloadDigest(ctx, { resourceKind: 'party-correction', payload });
  // Another digest of the same body: the key has changed since.
  if (collection?.digest !== digest || collection.state === 'used' || isOver(collection, clock.now()))
    return 'over';
  const closed = await closeCollection(ctx, work, { ...resource, closing: { as: 'used', digest } });
  return closed === 'closed' ? 'approved' : 'waiting';
}
