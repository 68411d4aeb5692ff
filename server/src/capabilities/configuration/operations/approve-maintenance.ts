import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import { approve, type MaintenanceWindow, type WindowId } from '../domain/maintenance-window.ts';
import { moveWindow } from '../steps/move-window.ts';

/** The second pair of eyes. From here on the window begins by itself at its time. */
export async function approveMaintenance(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  return moveWindow(ctx, id, 'approved', (window) => approve(window, callerId(ctx.caller)));
}
