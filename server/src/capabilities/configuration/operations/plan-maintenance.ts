import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import { callerId } from '#platform/auth/caller.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { runGrouped } from '#platform/work/command.ts';
import type { CommandGroups } from '#platform/work/command-groups.ts';
import type { Context } from '#platform/work/context.ts';
import { isPlannable, isWindowId, type MaintenanceWindow } from '../domain/maintenance-window.ts';
import { maintenanceEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { insertWindow } from '../store/maintenance-windows.store.ts';

export interface PlanMaintenance {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant | undefined;
  readonly messages: Readonly<Record<string, string>>;
}

/** Plans a maintenance window with its times and messages. It has no effect until a second employee approves it. */
export async function planMaintenance(
  ctx: Context & { readonly commandGroups: CommandGroups | undefined },
  plan: PlanMaintenance,
): Promise<MaintenanceWindow> {
  const window = newWindow(ctx, plan);
  // A new window decides about nothing that exists.
  return runGrouped(ctx, { groups: ctx.commandGroups, key: window.id }, async (work) => {
    const now = ctx.clock.now();
    // Checked inside the command, so that a repeated request gets its first response even when its time has passed.
    if (!isPlannable(plan.startsAt, plan.endsAt, now)) throw problems['window-order']();
    insertWindow(work, window, now);
    work.emit(maintenanceEvent('planned', window));
    work.audit({
      aggregateKind: 'maintenance-window',
      aggregateId: window.id,
      changes: [
        { field: 'state', after: window.state },
        { field: 'startsAt', after: toWireTimestamp(window.startsAt) },
        { field: 'endsAt', after: window.endsAt === undefined ? null : toWireTimestamp(window.endsAt) },
      ],
    });
    return window;
  });
}

function newWindow(ctx: Context, { startsAt, endsAt, messages }: PlanMaintenance): MaintenanceWindow {
  const id = ctx.ids.uuid(virtualShard(ctx.bankId, 'maintenance'));
  assert(isWindowId(id));
  return {
    id,
    bankId: ctx.bankId,
    state: 'planned',
    startsAt,
    endsAt,
    messages,
    plannedBy: callerId(ctx.caller),
    approvedBy: undefined,
    startedAt: undefined,
    endedAt: undefined,
    version: 1n,
  };
}
