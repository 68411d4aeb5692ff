import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { insertAbsence } from '../../store/signing-people.store.ts';

/** Absence of a person, and the delegate who may sign meanwhile. */
export interface SaveAbsence {
  readonly owner: string;
  readonly userId: string;
  readonly delegateId: string | undefined;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/** Records the absence of a person. */
export async function saveAbsence(ctx: Context, absence: SaveAbsence): Promise<string> {
  const { bankId, clock, ids } = ctx;
  const absenceId = ids.uuid(virtualShard(bankId, absence.owner));
  return runCommand(ctx, async (work) => {
    insertAbsence(work, { bankId, absenceId, now: clock.now(), ...absence });
    work.audit({
      aggregateKind: 'signing-absence',
      aggregateId: absenceId,
      changes: [{ field: 'user-id', after: absence.userId }],
    });
    return absenceId;
  });
}
