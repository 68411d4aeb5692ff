import type { Context } from '#platform/work/context.ts';
import type { MaintenanceWindow, WindowState } from '../domain/maintenance-window.ts';
import { listWindows } from '../store/maintenance-windows.store.ts';

export async function listMaintenance(
  ctx: Context,
  states: readonly WindowState[],
): Promise<readonly MaintenanceWindow[]> {
  return listWindows(ctx.db, ctx.bankId, states);
}
