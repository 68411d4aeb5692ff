import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { isFinal } from '../domain/status.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { auditChange } from '../steps/apply-event.ts';
import { lockAsOfNow } from '../steps/lock-as-of-now.ts';
import { listOverdueIds } from '../store/authorisations.store.ts';

const listMax = 200;

/** Ends authorisations whose time is over. No decision depends on it, because every reader checks the time as well. */
export async function expireAuthorisations(ctx: Context & ScaPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'expire-authorisations');
  let [count, last] = [0, listMax];
  while (last >= listMax) {
    const ids = await listOverdueIds(db, { bankId, now: clock.now(), listMax, except: rows.waiting() });
    let ended = 0;
    await rows.forEach({ keys: ids, areAll: ids.length < listMax }, async (authorisationId) => {
      const { status } = await runCommand(ctx, async (work) => {
        const { before, authorisation } = await lockAsOfNow(ctx, work, authorisationId);
        auditChange(work, before, authorisation);
        return authorisation;
      });
      if (isFinal(status)) ended += 1;
    });
    count += ended;
    last = ended === 0 ? 0 : ids.length;
  }
  return count;
}
