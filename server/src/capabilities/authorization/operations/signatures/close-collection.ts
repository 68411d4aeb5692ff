import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { nextCollectionState } from '../../domain/signing/collection-state.ts';
import { collectionEvent } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { forgetReleased } from '../../steps/released-amounts.ts';
import { areEnough } from '../../steps/void-signatures-in.ts';
import { lockCollections, type StoredCollection, updateState } from '../../store/collections.store.ts';
import { listSignatures } from '../../store/signatures.store.ts';

type Ctx = Context & Pick<AuthorizationPorts, 'authorizationVault' | 'users'>;

/** A resource that is executed or withdrawn. */
export interface CloseCollection {
  readonly owner: string;
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly closing: { readonly as: 'used'; readonly digest: string } | { readonly as: 'cancelled' };
}

/**
 * Closes a collection in the command that executes or withdraws its resource. For execution the collection must still
 * be fulfilled, now and for exactly the executed payload: `refused` means that the resource must not be executed.
 */
export async function closeCollection(
  ctx: Ctx,
  work: Work,
  { closing, ...key }: CloseCollection,
): Promise<'closed' | 'refused'> {
  const { bankId, clock } = ctx;
  const [collection] = await lockCollections(work, ctx.authorizationVault, { bankId, keys: [key] });
  if (collection === undefined) return closing.as === 'cancelled' ? 'closed' : 'refused';
  const isAllowed =
    closing.as === 'cancelled' || (await isSigned(ctx, work, { collection, digest: closing.digest }));
  const state = nextCollectionState(
    collection.state,
    closing.as === 'used' ? 'was-executed' : 'was-cancelled',
  );
  if (!isAllowed || state === undefined) return 'refused';
  if (state === collection.state) return 'closed';
  updateState(work, { bankId, collectionId: collection.collectionId, state, now: clock.now() });
  if (closing.as === 'cancelled') {
    if (collection.decision.counted !== undefined) forgetReleased(work, collection);
    work.emit(collectionEvent('collectionCancelled', collection, {}));
  }
  return 'closed';
}

async function isSigned(
  ctx: Ctx,
  work: Work,
  { collection, digest }: { readonly collection: StoredCollection; readonly digest: string },
): Promise<boolean> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  if (collection.digest !== digest) return false;
  const signatures = await listSignatures(work, vault, { bankId, collectionId: collection.collectionId });
  return areEnough(ctx, work, { collection, signatures, now: clock.now() });
}
