import type { Context } from '#platform/work/context.ts';
import { askersOf, type DeviceAsker, type DeviceViewer } from '../steps/devices/list-askers.ts';

/** Lists who asked a user on a device lately, and whom the customer has muted: these first. */
export async function listDeviceAskers(ctx: Context, viewer: DeviceViewer): Promise<readonly DeviceAsker[]> {
  return askersOf(ctx, viewer);
}
