import type { Context } from '#platform/work/context.ts';
import { endInBatches } from '#platform/work/end-in-batches.ts';
import { deleteOldRequests } from '../store/device-requests.store.ts';
import { deleteOldSeries, deleteOldStrongAuthentications } from '../store/exemptions.store.ts';
import { expireAllAuthorisations } from '../store/restoring.store.ts';

const rowsMax = 5_000;
/** Later than any time of a row. */
const longAfterHours = 24 * 365;

/** The number of ended rows of each kind. */
export interface EndedApprovals {
  readonly approvals: number;
  /** Customers whose next payment needs two factors, and series of payments. */
  readonly exemptions: number;
}

/**
 * Ends every open authorisation of the bank, and deletes what exemptions follow from and who asked devices. Used after a restore: the
 * confirmation of a third party or the answer of a device may have been used since the backup, and payments without a
 * second factor since then are not counted.
 */
export async function endAllApprovals(ctx: Context): Promise<EndedApprovals> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const all = { bankId, before: now.add({ hours: longAfterHours }), max: rowsMax };
  const approvals = await endInBatches(ctx, { field: 'approvals', rowsMax }, (work) =>
    expireAllAuthorisations(work, { bankId, now, listMax: rowsMax }),
  );
  const counts = await endInBatches(ctx, { field: 'strong-authentications', rowsMax }, (work) =>
    deleteOldStrongAuthentications(work, all),
  );
  const series = await endInBatches(ctx, { field: 'payment-series', rowsMax }, (work) =>
    deleteOldSeries(work, all),
  );
  // What was not answered at the backup may have been answered since, so no one waits because of it.
  await endInBatches(ctx, { field: 'device-requests', rowsMax }, (work) => deleteOldRequests(work, all));
  return { approvals, exemptions: counts + series };
}
