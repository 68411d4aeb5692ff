import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { dueStep, type MaintenanceWindow } from '../domain/maintenance-window.ts';
import { listWindows } from '../store/maintenance-windows.store.ts';
import { endMaintenance } from './end-maintenance.ts';
import { startMaintenance } from './start-maintenance.ts';

/** Records, and emits events for, windows whose start or end time has passed. */
export async function applyMaintenanceSchedule(ctx: Context): Promise<number> {
  const windows = await listWindows(ctx.db, ctx.bankId, ['approved', 'started']);
  const now = ctx.clock.now();
  // Ends first, so that the next window can start in the same minute.
  const due = (['end', 'start'] as const).flatMap((step) =>
    windows.filter((one) => dueStep(one, now) === step).map(({ id }) => ({ id, step })),
  );
  const byId = new Map<string, (typeof due)[number]>(due.map((one) => [one.id, one]));
  const rows = await openRowWork(ctx, 'apply-maintenance-schedule');
  let steps = 0;
  await rows.forEach({ keys: [...byId.keys()], areAll: true }, async (key) => {
    const one = byId.get(key);
    if (one !== undefined && (await tryStep(ctx, one.step, one.id))) steps += 1;
  });
  return steps;
}

async function tryStep(ctx: Context, step: 'end' | 'start', id: MaintenanceWindow['id']): Promise<boolean> {
  try {
    await (step === 'start' ? startMaintenance(ctx, id) : endMaintenance(ctx, id));
    return true;
    // Another process was faster, or another window is still running: the job retries in the next minute.
  } catch (error) {
    if (!(error instanceof Problem) || error.entry.kind === 'unavailable') throw error;
    return false;
  }
}
