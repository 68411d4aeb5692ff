import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { listOpenOfOwner, type OpenCollectionRow } from '../../store/open-collections.store.ts';

const listMax = 200;

/** A collection that waits for signatures. */
export interface ListedCollection {
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly initiator: string | undefined;
  /** Users whose signature was given and not withdrawn, in the order of the signatures. */
  readonly signedBy: readonly string[];
  readonly openedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

/** Lists collections of an owner that wait for signatures, those that expire first at the front. */
export async function listOpenCollections(
  { bankId, clock, db }: Context,
  { owner }: { readonly owner: string },
): Promise<readonly ListedCollection[]> {
  const rows = await listOpenOfOwner(db, { bankId, owner, now: clock.now(), listMax });
  return rows.map(collectionOf);
}

function collectionOf(row: OpenCollectionRow): ListedCollection {
  return {
    resourceKind: row.resource_kind,
    resourceId: row.resource_id,
    initiator: row.initiator ?? undefined,
    signedBy: row.signed_by,
    openedAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
