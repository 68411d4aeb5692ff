import type { Context } from '#platform/work/context.ts';
import { type MaintenanceWindow, start, type WindowId } from '../domain/maintenance-window.ts';
import { moveWindow } from '../steps/move-window.ts';

/** By hand before its time, or by the clock at its time. */
export async function startMaintenance(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  return moveWindow(ctx, id, 'started', (window) => start(window, ctx.clock.now()));
}
