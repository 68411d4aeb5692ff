import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { written } from './tables.ts';

const lock = statement<{ readonly key: string }>()(({ key }) =>
  written(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`),
);

/** Waits for others who hold the same name, until the transaction ends: for what has no row yet that could be held. */
export async function holdName(work: Writer, ...name: readonly string[]): Promise<void> {
  await work.lock(lock({ key: JSON.stringify(name) }));
}
