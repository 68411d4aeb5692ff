import type { Context } from '#platform/work/context.ts';
import { statusAt } from '../../domain/deadlines.ts';
import { openDeviceRequest } from '../../domain/device-request.ts';
import type { ScaStatus } from '../../domain/status.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { findPage, isSameBrowser, type PageVisit } from '../../steps/page/find-page.ts';

/** `waiting` for a device, `approved`, so that the browser can leave, or `changed`: the page shows something else. */
export type PageStatus = 'waiting' | 'approved' | 'changed';

const approvedStatuses: ReadonlySet<ScaStatus> = new Set(['finalised', 'unconfirmed', 'exempted']);

/**
 * Returns whether the page still waits for a device. A link that is unknown, or belongs to another browser, has `changed`.
 * Reading it is no activity of the customer.
 */
export async function statusOfApproval(ctx: Context & ScaPorts, visit: PageVisit): Promise<PageStatus> {
  const found = await findPage(ctx, visit);
  if (found === undefined || !isSameBrowser(found, visit.browserSecret)) return 'changed';
  const now = ctx.clock.now();
  const status = statusAt(found, now);
  if (approvedStatuses.has(status)) return 'approved';
  return status === 'started' && openDeviceRequest(found, now) !== undefined ? 'waiting' : 'changed';
}
