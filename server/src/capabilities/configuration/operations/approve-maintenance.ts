import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import { approve, type MaintenanceWindow, type WindowId } from '../domain/maintenance-window.ts';
import { changeWindowState } from '../steps/change-window-state.ts';

/** Approves a window as the second employee. From then on it starts automatically at its start time. */
export async function approveMaintenance(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  return changeWindowState(ctx, id, 'approved', (window) => approve(window, callerId(ctx.caller)));
}
