import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables } from './tables.ts';

/** A requested correction that employees must sign, or an appeal that another employee must grant. */
export interface PendingCorrection {
  readonly correctionId: string;
  readonly requestedBy: string;
}

/** A correction of a party by the keyed hash of its body. */
export interface CorrectionKey {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly payloadHash: Buffer;
}

const list = statement<CorrectionKey & { readonly now: Temporal.Instant }>()((row) =>
  tables
    .selectFrom('pending_correction')
    .select(['correction_id', 'requested_by'])
    .where('bank_id', '=', row.bankId)
    .where('party_number', '=', row.partyNumber)
    .where('payload_hash', '=', row.payloadHash)
    .where('expires_at', '>', row.now)
    .orderBy('requested_at')
    .limit(1),
);

/** Lists the pending requests for exactly this correction. */
export async function listPendingCorrections(
  db: Reader,
  key: CorrectionKey,
  now: Temporal.Instant,
): Promise<readonly PendingCorrection[]> {
  const rows = await db.rows(list({ ...key, now }));
  return rows.map((row) => ({ correctionId: row.correction_id, requestedBy: row.requested_by }));
}

interface NewRow extends CorrectionKey {
  readonly correctionId: string;
  readonly requestedBy: string;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

const insert = statement<NewRow>('write')((row) =>
  tables
    .insertInto('pending_correction')
    .values({
      bank_id: row.bankId,
      correction_id: row.correctionId,
      party_number: row.partyNumber,
      payload_hash: row.payloadHash,
      requested_by: row.requestedBy,
      requested_at: row.now,
      expires_at: row.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

export function insertPendingCorrection(work: Writer, row: NewRow): void {
  work.write(insert(row));
}

const remove = statement<CorrectionKey>('write')((row) =>
  tables
    .deleteFrom('pending_correction')
    .where('bank_id', '=', row.bankId)
    .where('party_number', '=', row.partyNumber)
    .where('payload_hash', '=', row.payloadHash),
);

/** Deletes requests that were applied or have expired. */
export function deletePendingCorrections(work: Writer, key: CorrectionKey): void {
  work.write(remove({ bankId: key.bankId, partyNumber: key.partyNumber, payloadHash: key.payloadHash }));
}

const removeAll = statement<Pick<CorrectionKey, 'bankId' | 'partyNumber'>>('write')(
  ({ bankId, partyNumber }) =>
    tables
      .deleteFrom('pending_correction')
      .where('bank_id', '=', bankId)
      .where('party_number', '=', partyNumber),
);

/** Deletes all requests for a party that was corrected or erased. */
export function deletePendingCorrectionsOf(work: Writer, bankId: string, partyNumber: string): void {
  work.write(removeAll({ bankId, partyNumber }));
}

const removeExpired = statement<{ readonly bankId: string; readonly now: Temporal.Instant }>('write')(
  ({ bankId, now }) =>
    tables.deleteFrom('pending_correction').where('bank_id', '=', bankId).where('expires_at', '<=', now),
);

/** Deletes expired requests, which have no effect any more. */
export function deleteExpiredCorrections(work: Writer, bankId: string, now: Temporal.Instant): void {
  work.write(removeExpired({ bankId, now }));
}
