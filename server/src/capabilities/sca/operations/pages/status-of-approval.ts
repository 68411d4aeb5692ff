import type { Context } from '#platform/work/context.ts';
import { statusAt } from '../../domain/deadlines.ts';
import { openDeviceRequest } from '../../domain/device-request.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { findPage, isSameBrowser, type PageVisit } from '../../steps/page/find-page.ts';

/**
 * Returns `waiting` while the page waits for a device, and `changed` as soon as it would show something else; so does a
 * link that is unknown, or belongs to another browser. Reading it is no activity of the customer.
 */
export async function statusOfApproval(
  ctx: Context & ScaPorts,
  visit: PageVisit,
): Promise<'waiting' | 'changed'> {
  const found = await findPage(ctx, visit);
  if (found === undefined || !isSameBrowser(found, visit.browserSecret)) return 'changed';
  const now = ctx.clock.now();
  const isWaiting = statusAt(found, now) === 'started' && openDeviceRequest(found, now) !== undefined;
  return isWaiting ? 'waiting' : 'changed';
}
