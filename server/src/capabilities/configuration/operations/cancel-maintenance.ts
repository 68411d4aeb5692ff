import type { Context } from '#platform/work/context.ts';
import { cancel, type MaintenanceWindow, type WindowId } from '../domain/maintenance-window.ts';
import { changeWindowState } from '../steps/change-window-state.ts';

export async function cancelMaintenance(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  return changeWindowState(ctx, id, 'cancelled', (window) => cancel(window, ctx.clock.now()));
}
