import type { Temporal } from 'temporal-polyfill';
import type { Autocommit } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { tables } from './tables.ts';

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

const deleteExpired = statement<{ readonly bankId: string; readonly before: Temporal.Instant }>('write')(
  ({ bankId, before }) =>
    tables
      .deleteFrom('replay_marker')
      .where('bank_id', '=', bankId)
      .where('marker', 'in', (from) =>
        from
          .selectFrom('replay_marker')
          .select('marker')
          .where('bank_id', '=', bankId)
          .where('expires_at', '<', before)
          .limit(deletedPerBatchMax),
      )
      .returning('bank_id'),
);

/** Deletes a batch of expired markers and returns its size; there may be more. */
export async function deleteExpiredMarkers(
  db: Autocommit,
  bankId: string,
  before: Temporal.Instant,
): Promise<number> {
  return (await db.executeAll(deleteExpired({ bankId, before }))).length;
}
