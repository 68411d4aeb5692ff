import type { Context } from '#platform/work/context.ts';
import { endInBatches } from '#platform/work/end-in-batches.ts';
import { purgeOld } from '../../store/clean-up.store.ts';
import { deleteAllTemporaryPasswords, endAllSessions } from '../../store/restoring.store.ts';

const rowsMax = 5_000;
/** Later than any expiry of sign-ins in progress. */
const longAfterHours = 24 * 365;

/** The number of ended rows of each kind. */
export interface EndedSignIns {
  readonly sessions: number;
  readonly signIns: number;
  readonly passkeyProofs: number;
  readonly verifications: number;
  readonly temporaryPasswords: number;
}

/**
 * Ends every session of the bank's users and everything in progress: sign-ins, passkey proofs, contact changes,
 * temporary passwords of recoveries. Used after a restore, when it is unknown which of them had ended or were used.
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
    passkeyProofs: await endInBatches(ctx, { field: 'passkey-proofs', rowsMax }, (work) =>
      purgeOld(work, 'passkeyProofs', all),
    ),
    verifications: await endInBatches(ctx, { field: 'verifications', rowsMax }, (work) =>
      purgeOld(work, 'verifications', all),
    ),
    temporaryPasswords: await endInBatches(ctx, { field: 'temporary', rowsMax }, (work) =>
      deleteAllTemporaryPasswords(work, scope),
    ),
  };
}
