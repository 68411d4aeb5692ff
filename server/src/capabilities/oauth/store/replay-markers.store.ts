import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { ExpiredBefore } from './expired-rows.ts';
import { rawQuery, tables } from './tables.ts';

/** Marker of a single-use value, such as the id of an assertion or a DPoP proof. */
export interface ReplayMarker {
  readonly bankId: string;
  readonly marker: Buffer;
  readonly expiresAt: Temporal.Instant;
}

const insert = statement<ReplayMarker>('write')((row) =>
  tables
    .insertInto('replay_marker')
    .values({ bank_id: row.bankId, marker: row.marker, expires_at: row.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('bank_id'),
);

/** Inserts a replay marker. Returns true for exactly one of several concurrent calls. */
export async function insertReplayMarker(db: Autocommit, marker: ReplayMarker): Promise<boolean> {
  return (await db.executeAll(insert(marker))).length === 1;
}

const deletedPerBatchMax = 5_000;

/** The time is compared twice: rows of several partitions have one position, and each may have expired or not. */
const deleteExpired = statement<ExpiredBefore>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ bank_id: string }>`
      delete from oauth.replay_marker where bank_id = ${bankId} and expires_at < ${before} and ctid = any(array(
        select ctid from oauth.replay_marker where bank_id = ${bankId} and expires_at < ${before}
         order by expires_at limit ${listMax}))
      returning bank_id`),
);

/** Deletes a batch of expired markers and returns its size; there may be more. */
export async function deleteExpiredMarkers(
  db: Autocommit,
  bankId: string,
  before: Temporal.Instant,
): Promise<number> {
  return (await db.executeAll(deleteExpired({ bankId, before, listMax: deletedPerBatchMax }))).length;
}
