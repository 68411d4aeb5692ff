import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { actionStateAt, isPastDue } from '../../domain/pending-action.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { endAction } from '../../steps/actions.ts';
import { restrictOverdue } from '../../steps/restrictions/overdue-actions.ts';
import { listOverdueActions } from '../../store/pending-action-lists.store.ts';
import { lockAction, markRestricted } from '../../store/pending-actions.store.ts';

type Ctx = Context & ClientPorts;

const listMax = 200;

/** Ends actions that are past due; a mandatory one stays, and the client is restricted until it is done. SPEC 10.12 */
export async function enforceDueActions(ctx: Ctx): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'enforce-due-actions');
  const due = { bankId, now: clock.now(), limit: listMax, except: rows.waiting() };
  const ids = await listOverdueActions(db, due);
  return rows.forEach({ keys: ids, areAll: ids.length < listMax }, (actionId) =>
    runCommand(ctx, async (work) => {
      const effect = await enforce(ctx, work, actionId);
      work.audit({
        aggregateKind: 'pending-action',
        aggregateId: actionId,
        changes: effect === undefined ? [] : [{ field: 'state', after: effect }],
      });
    }),
  );
}

async function enforce(ctx: Ctx, work: Work, actionId: string): Promise<'expired' | 'overdue' | undefined> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const action = await lockAction(work, { bankId, actionId });
  if (action?.state !== 'pending' || !isPastDue(action, now)) return undefined;
  if (actionStateAt(action, now) === 'expired') {
    await endAction(ctx, work, { action, event: 'time-over' });
    return 'expired';
  }
  if (action.restrictedAt !== undefined) return undefined;
  markRestricted(work, { bankId, action, now });
  await restrictOverdue(ctx, work, action);
  return 'overdue';
}
