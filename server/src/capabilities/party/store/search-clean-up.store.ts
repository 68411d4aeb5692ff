import { sql } from 'kysely';
import type { Autocommit } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

const deleteWords = statement<{ readonly wordsMax: number }>('write')(({ wordsMax }) =>
  rawQuery(sql<{ words: number }>`select party.delete_unused_words(${wordsMax}::integer) as words`),
);

/**
 * Looks at the next words of the search dictionary, and deletes those that no party has any more, such as misspelt names
 * and former addresses. Returns how many it looked at; fewer than `wordsMax`: the next call starts again.
 */
export async function deleteUnusedWords(db: Autocommit, wordsMax: number): Promise<number> {
  return (await db.execute(deleteWords({ wordsMax })))?.words ?? 0;
}
