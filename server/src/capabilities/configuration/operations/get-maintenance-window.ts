import type { Context } from '#platform/work/context.ts';
import type { MaintenanceWindow, WindowId } from '../domain/maintenance-window.ts';
import { problems } from '../problems.ts';
import { findWindow } from '../store/maintenance-windows.store.ts';

export async function getMaintenanceWindow(ctx: Context, id: WindowId): Promise<MaintenanceWindow> {
  const window = await findWindow(ctx.db, ctx.bankId, id);
  if (window === undefined) throw problems['window-not-found']();
  return window;
}
