import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables } from './tables.ts';

/** How far the changes of a core have been read. */
export interface FeedState {
  readonly cursor: string | undefined;
  readonly readAt: Temporal.Instant;
}

const find = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables.selectFrom('feed').select(['cursor', 'read_at']).where('bank_id', '=', bankId),
);

export async function findFeed(db: Reader, bankId: string): Promise<FeedState | undefined> {
  const row = await db.first(find({ bankId }));
  return row && { cursor: row.cursor ?? undefined, readAt: row.read_at };
}

interface FeedRow {
  readonly bankId: string;
  readonly cursor: string | null;
  readonly readAt: Temporal.Instant;
}

const upsert = statement<FeedRow>('write')(({ bankId, cursor, readAt }) =>
  tables
    .insertInto('feed')
    .values({ bank_id: bankId, cursor, read_at: readAt })
    .onConflict((conflict) => conflict.column('bank_id').doUpdateSet({ cursor, read_at: readAt })),
);

export function saveFeed(work: Writer, bankId: string, { cursor, readAt }: FeedState): void {
  work.write(upsert({ bankId, cursor: cursor ?? null, readAt }));
}

const touch = statement<Omit<FeedRow, 'cursor'>>('write')(({ bankId, readAt }) =>
  tables
    .insertInto('feed')
    .values({ bank_id: bankId, cursor: null, read_at: readAt })
    .onConflict((conflict) => conflict.column('bank_id').doUpdateSet({ read_at: readAt })),
);

/** Records that the core was read and nothing had changed. */
export async function touchFeed(db: Autocommit, bankId: string, readAt: Temporal.Instant): Promise<void> {
  await db.execute(touch({ bankId, readAt }));
}
