import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { listRecordedAbsences, type RecordedAbsence } from '../../store/signing-absences.store.ts';

const listMax = 1_000;
const beginning = Temporal.Instant.fromEpochMilliseconds(0);

/** Lists absences of an owner: those that are not over, or all. */
export async function listSigningAbsences(
  { bankId, clock, db }: Context,
  { owner, selection }: { readonly owner: string; readonly selection: 'open' | 'all' },
): Promise<readonly RecordedAbsence[]> {
  const since = selection === 'all' ? beginning : clock.now();
  return listRecordedAbsences(db, { bankId, owner, since, listMax });
}
