import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { areEnough } from '../../steps/void-signatures-in.ts';
import { lockCollections } from '../../store/collections.store.ts';
import { listSignatures } from '../../store/signatures.store.ts';

/** A resource that acts again and again under the signatures that were given once. */
export interface SignedResource {
  readonly owner: string;
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly digest: string;
}

/**
 * Returns whether the signatures that a resource used are still enough: by people who may sign now, under the rule of
 * then, and for exactly this payload.
 */
export async function isStillSigned(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { digest, ...key }: SignedResource,
): Promise<boolean> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  const [collection] = await lockCollections(work, vault, { bankId, keys: [key] });
  if (collection?.state !== 'used' || collection.digest !== digest) return false;
  const { collectionId } = collection;
  const signatures = await listSignatures(work, vault, { bankId, collectionId });
  return areEnough(ctx, work, { collection, signatures, now: clock.now() });
}
