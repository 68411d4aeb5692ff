import type { Context } from '#platform/work/context.ts';
import { cancel, type MaintenanceWindow, type WindowId } from '../domain/maintenance-window.ts';
import { moveWindow } from '../steps/move-window.ts';

export async function cancelMaintenance(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  return moveWindow(ctx, id, 'cancelled', (window) => cancel(window, ctx.clock.now()));
}
