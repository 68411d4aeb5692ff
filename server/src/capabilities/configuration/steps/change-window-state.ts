import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { MaintenanceWindow, Step, WindowId } from '../domain/maintenance-window.ts';
import { maintenanceEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { findWindow, updateWindowState } from '../store/maintenance-windows.store.ts';

/** Changes the state of a window: loads it, lets the domain decide, saves, audits and emits the event. */
export async function changeWindowState(
  ctx: Context,
  id: WindowId,
  event: Parameters<typeof maintenanceEvent>[0],
  decide: (window: MaintenanceWindow) => Step,
): Promise<MaintenanceWindow> {
  return runCommand(ctx, async (work) => {
    const before = await findWindow(work, ctx.bankId, id);
    if (before === undefined) throw problems['window-not-found']();
    const after = requireTransition(decide(before));
    updateWindowState(work, after, ctx.clock.now());
    work.emit(maintenanceEvent(event, after));
    work.audit({
      aggregateKind: 'maintenance-window',
      aggregateId: id,
      changes: [{ field: 'state', before: before.state, after: after.state }],
    });
    return after;
  });
}

function requireTransition(step: Step): MaintenanceWindow {
  switch (step.kind) {
    case 'changed':
      return step.window;
    case 'wrong-state':
      throw problems['window-state']();
    case 'own-approval':
      throw problems['own-approval']();
  }
}
