import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables } from './tables.ts';

interface KeyRow {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly sealedKey: Buffer;
  readonly now: Temporal.Instant;
}

const insert = statement<KeyRow>('write')((row) =>
  tables.insertInto('party_key').values({
    bank_id: row.bankId,
    party_number: row.partyNumber,
    sealed_key: row.sealedKey,
    created_at: row.now,
  }),
);

export function insertPartyKey(work: Writer, row: KeyRow): void {
  work.write(insert(row));
}

const remove = statement<Pick<KeyRow, 'bankId' | 'partyNumber'>>('write')(({ bankId, partyNumber }) =>
  tables.deleteFrom('party_key').where('bank_id', '=', bankId).where('party_number', '=', partyNumber),
);

/** Deletes the key of a party. From then on its encrypted data cannot be read. */
export function deletePartyKey(work: Writer, bankId: string, partyNumber: string): void {
  work.write(remove({ bankId, partyNumber }));
}
