import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { stateAt } from '../../domain/change-request.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { applyRequestEvent } from '../../steps/change-requests.ts';
import { listOverdueRequests } from '../../store/change-request-lists.store.ts';
import { lockChangeRequest } from '../../store/change-requests.store.ts';

const listMax = 200;

/** Records the end of requests whose time is over. No decision depends on it: every reader checks the time as well. */
export async function expireChangeRequests(ctx: Context & ClientPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'expire-change-requests');
  const ids = await listOverdueRequests(db, {
    bankId,
    now: clock.now(),
    limit: listMax,
    except: rows.waiting(),
  });
  return rows.forEach({ keys: ids, areAll: ids.length < listMax }, (changeRequestId) =>
    runCommand(ctx, async (work) => {
      const request = await lockChangeRequest(work, { bankId, changeRequestId });
      const isDue =
        request?.closedAt === undefined &&
        request !== undefined &&
        stateAt(request, clock.now()) === 'expired';
      if (isDue) applyRequestEvent(ctx, work, { request, event: 'time-over' });
      work.audit({
        aggregateKind: 'change-request',
        aggregateId: changeRequestId,
        changes: isDue ? [{ field: 'state', after: 'expired' }] : [],
      });
    }),
  );
}
