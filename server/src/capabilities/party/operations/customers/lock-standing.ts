import type { Writer } from '#platform/db/writer.ts';
import { lockRecordShared } from '../../store/survivors.read.ts';

/** The current state of the party behind a customer number. */
export interface CustomerStanding {
  /** The number of the surviving record, if records were merged. */
  readonly partyNumber: string;
  readonly state: 'living' | 'deceased' | 'erased';
}

/**
 * Locks the record behind a customer number and returns its state, so that the caller can follow it: a merge, a death
 * or an erasure is either committed and visible, or waits until the command ends and emits its event afterwards.
 * Returns undefined for an unknown number.
 */
export async function lockStanding(
  work: Writer,
  { bankId, customerNumber }: { readonly bankId: string; readonly customerNumber: string },
): Promise<CustomerStanding | undefined> {
  const row = await lockRecordShared(work, { bankId, partyNumber: customerNumber });
  if (row === undefined) return undefined;
  const survivor = row.survivor_party_number;
  if (survivor !== null) return lockStanding(work, { bankId, customerNumber: survivor });
  const partyNumber = customerNumber;
  if (row.record_state === 'erased') return { partyNumber, state: 'erased' };
  return { partyNumber, state: row.individual_status === 'deceased' ? 'deceased' : 'living' };
}
