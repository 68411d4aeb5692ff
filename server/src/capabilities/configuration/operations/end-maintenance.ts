import type { Context } from '#platform/work/context.ts';
import { end, type MaintenanceWindow, type WindowId } from '../domain/maintenance-window.ts';
import { changeWindowState } from '../steps/change-window-state.ts';

/** Ends a maintenance window and opens the bank. */
export async function endMaintenance(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  return changeWindowState(ctx, id, 'ended', (window) => end(window, ctx.clock.now()));
}
