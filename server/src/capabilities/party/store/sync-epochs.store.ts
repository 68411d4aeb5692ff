import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { written } from './tables.ts';

/** More than anybody registers between two backups. */
const numbersLeftOut = 1_000_000;

const raise = statement<Record<never, never>>('write')(() =>
  written(sql`select party.raise_sync_epoch(${sql.lit(numbersLeftOut)})`),
);

/** From here on every position comes after all that were given before, and no number is given a second time. */
export function raiseEpoch(work: Writer): void {
  work.write(raise({}));
}
