import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { stateAt } from '../../domain/restrictions/restriction.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { releaseDevices } from '../../steps/restrictions/device-blocks.ts';
import { lockWithClient } from '../../steps/restrictions/lock-client.ts';
import { recordExpiry } from '../../steps/restrictions/put-restriction.ts';
import { listExpiredIds } from '../../store/restriction-ends.store.ts';

const listMax = 200;

/**
 * Records the end of restrictions whose time is over, and unblocks the devices that they blocked. No other decision
 * depends on it: every reader checks the time.
 */
export async function expireRestrictions(ctx: Context & ClientPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'expire-restrictions');
  let [count, last] = [0, listMax];
  while (last >= listMax) {
    const ids = await listExpiredIds(db, { bankId, now: clock.now(), listMax, except: rows.waiting() });
    const done = await rows.forEach({ keys: ids, areAll: ids.length < listMax }, (restrictionId) =>
      expire(ctx, restrictionId),
    );
    count += done;
    last = done === 0 ? 0 : ids.length;
  }
  return count;
}

async function expire(ctx: Context & ClientPorts, restrictionId: string): Promise<void> {
  const { clock } = ctx;
  await runCommand(ctx, async (work) => {
    const locked = await lockWithClient(ctx, work, restrictionId);
    if (locked === undefined) throw new Error(`restriction ${restrictionId} is gone`);
    const { client, restriction } = locked;
    const isOver = restriction.state === 'active' && stateAt(restriction, clock.now()) === 'expired';
    if (isOver) recordExpiry(ctx, work, restriction);
    if (isOver && client !== undefined) await releaseDevices(ctx, work, { client, ended: restriction });
    work.audit({
      aggregateKind: 'client',
      aggregateId: restriction.clientNumber,
      changes: [
        { field: 'restriction', after: restrictionId },
        { field: 'state', before: restriction.state, after: isOver ? 'expired' : restriction.state },
      ],
    });
  });
}
