import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { CollectionState } from '../../domain/signing/collection-state.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { type CollectionKey, lockCollections } from '../../store/collections.store.ts';

/** Locks the collection of a resource and returns its state; undefined if it has none. */
export async function lockCollectionState(
  { authorizationVault: vault, bankId }: Context & AuthorizationPorts,
  work: Work,
  key: Omit<CollectionKey, 'bankId'>,
): Promise<CollectionState | undefined> {
  const [collection] = await lockCollections(work, vault, { bankId, keys: [key] });
  return collection?.state;
}
