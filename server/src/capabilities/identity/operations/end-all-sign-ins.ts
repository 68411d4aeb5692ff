import type { Context } from '#platform/work/context.ts';
import { endInBatches } from '#platform/work/end-in-batches.ts';
import { purgeOld } from '../store/clean-up.store.ts';
import { deleteAllTemporary, endAllSessions } from '../store/restoring.store.ts';

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
    sessions: await endInBatches(ctx, { field: 'sessions', rowsMax }, (work) => endAllSessions(work, scope)),
    signIns: await endInBatches(ctx, { field: 'sign-ins', rowsMax }, (work) =>
      purgeOld(work, 'signIns', all),
    ),
    verifications: await endInBatches(ctx, { field: 'verifications', rowsMax }, (work) =>
      purgeOld(work, 'verifications', all),
    ),
    temporaryPasswords: await endInBatches(ctx, { field: 'temporary', rowsMax }, (work) =>
      deleteAllTemporary(work, scope),
    ),
  };
}
