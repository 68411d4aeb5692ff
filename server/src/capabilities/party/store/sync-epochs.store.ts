import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

/** More registrations than happen between two backups. */
const numbersLeftOut = 1_000_000;

const raise = statement<Record<never, never>>('write')(() =>
  rawQuery(sql`select party.raise_sync_epoch(${sql.lit(numbersLeftOut)})`),
);

/** Starts a new epoch: all later positions are greater than all earlier ones, and no party number is assigned twice. */
export function raiseEpoch(work: Writer): void {
  work.write(raise({}));
}
