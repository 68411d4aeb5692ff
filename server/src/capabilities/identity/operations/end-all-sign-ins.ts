import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { deleteAllTemporary, endAllSessions } from '../store/restoring.store.ts';
import { forgetOld } from '../store/tidying.store.ts';

const rowsMax = 5_000;
/** Beyond the end of whatever is under way. */
const longAfterHours = 24 * 365;

/** How much of each kind ended. */
export interface EndedSignIns {
  readonly sessions: number;
  readonly signIns: number;
  readonly verifications: number;
  readonly temporaryPasswords: number;
}

/**
 * Ends every session of the bank's users and whatever is under way: sign-ins, changes of contacts, temporary
 * passwords of recoveries. For the time after a restore, when nobody can say which of them had ended or was used.
 */
export async function endAllSignIns(ctx: Context): Promise<EndedSignIns> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const scope = { bankId, now, listMax: rowsMax };
  const all = { bankId, before: now.add({ hours: longAfterHours }), listMax: rowsMax };
  return {
    sessions: await inBatches(ctx, 'sessions', (work) => endAllSessions(work, scope)),
    signIns: await inBatches(ctx, 'sign-ins', (work) => forgetOld(work, 'signIns', all)),
    verifications: await inBatches(ctx, 'verifications', (work) => forgetOld(work, 'verifications', all)),
    temporaryPasswords: await inBatches(ctx, 'temporary', (work) => deleteAllTemporary(work, scope)),
  };
}

async function inBatches(
  ctx: Context,
  field: string,
  once: (work: Work) => Promise<number>,
): Promise<number> {
  let count = 0;
  let batch: number;
  do {
    batch = await runCommand(ctx, async (work) => {
      const done = await once(work);
      work.audit({ aggregateKind: 'bank', aggregateId: ctx.bankId, changes: [{ field, after: done }] });
      return done;
    });
    count += batch;
  } while (batch === rowsMax);
  return count;
}
