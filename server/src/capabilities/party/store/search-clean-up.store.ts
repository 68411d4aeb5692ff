import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { written } from './tables.ts';

/** As many as are taken out in one go: whoever registers meanwhile waits for it. */
const wordsMax = 1_000;

const forget = statement<Record<never, never>>('write')(() =>
  written(sql`select party.forget_unused_words(${sql.lit(wordsMax)})`),
);

/** Takes words out of the dictionary that no party has any more: misspelt names, addresses that were left. */
export function purgeUnusedWords(work: Writer): void {
  work.write(forget({}));
}
