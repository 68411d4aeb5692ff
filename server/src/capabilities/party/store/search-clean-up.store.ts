import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

/** Batch size: registrations wait while a batch is deleted. */
const wordsMax = 1_000;

const deleteWords = statement<Record<never, never>>('write')(() =>
  rawQuery(sql`select party.delete_unused_words(${sql.lit(wordsMax)})`),
);

/** Deletes words from the search dictionary that no party has any more, such as misspelt names and former addresses. */
export function deleteUnusedWords(work: Writer): void {
  work.write(deleteWords({}));
}
