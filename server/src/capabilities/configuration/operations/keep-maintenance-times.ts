import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { dueStep, type MaintenanceWindow } from '../domain/maintenance-window.ts';
import { listWindows } from '../store/maintenance-windows.store.ts';
import { endMaintenance } from './end-maintenance.ts';
import { startMaintenance } from './start-maintenance.ts';

/** Writes down, and tells, what the clock has already decided: windows whose time has come or is over. */
export async function keepMaintenanceTimes(ctx: Context): Promise<number> {
  const windows = await listWindows(ctx.db, ctx.bankId, ['approved', 'started']);
  const now = ctx.clock.now();
  let steps = 0;
  // What ends makes room for what starts in the same minute.
  for (const step of ['end', 'start'] as const) {
    for (const window of windows.filter((one) => dueStep(one, now) === step)) {
      steps += (await isTaken(ctx, step, window)) ? 1 : 0;
    }
  }
  return steps;
}

async function isTaken(ctx: Context, step: 'end' | 'start', { id }: MaintenanceWindow): Promise<boolean> {
  try {
    await (step === 'start' ? startMaintenance(ctx, id) : endMaintenance(ctx, id));
    return true;
    // Somebody was faster, or another window is still running: the next minute will tell.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}
