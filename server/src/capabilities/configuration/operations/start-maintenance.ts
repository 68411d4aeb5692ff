import type { Context } from '#platform/work/context.ts';
import { type MaintenanceWindow, start, type WindowId } from '../domain/maintenance-window.ts';
import { changeWindowState } from '../steps/change-window-state.ts';

/** Starts a window: by request before its start time, or by the job at its start time. */
export async function startMaintenance(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  return changeWindowState(ctx, id, 'started', (window) => start(window, ctx.clock.now()));
}
