import type { Context } from '#platform/work/context.ts';
import { end, type MaintenanceWindow, type WindowId } from '../domain/maintenance-window.ts';
import { moveWindow } from '../steps/move-window.ts';

/** The bank is back. */
export async function endMaintenance(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  return moveWindow(ctx, id, 'ended', (window) => end(window, ctx.clock.now()));
}
