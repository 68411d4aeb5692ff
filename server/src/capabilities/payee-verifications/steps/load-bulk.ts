import { Temporal } from 'temporal-polyfill';
import { callerId } from '#platform/auth/caller.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { type BulkStatus, bulkStatuses } from '../domain/bulk.ts';
import { problems } from '../problems.ts';
import { findBulk } from '../store/bulks.store.ts';

export interface OwnBulk {
  readonly bulkId: string;
  readonly status: BulkStatus;
  readonly sealedPayees: Buffer | null;
}

/** Returns a list of the calling third party. One of another third party does not exist for it; an old one has expired. */
export async function loadOwnBulk({ bankId, caller, clock, db }: Context, bulkId: string): Promise<OwnBulk> {
  const found = isUuid(bulkId) ? await findBulk(db, { bankId, bulkId }) : undefined;
  if (found === undefined || found.organisation_id !== callerId(caller)) throw problems['bulk-unknown']();
  if (Temporal.Instant.compare(clock.now(), found.expires_at) >= 0) throw problems['bulk-expired']();
  const status = bulkStatuses.find((known) => known === found.status) ?? 'pending';
  return { bulkId, status, sealedPayees: found.sealed_payees };
}
