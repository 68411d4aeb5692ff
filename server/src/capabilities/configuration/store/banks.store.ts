import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { tables } from './tables.ts';

const find = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables.selectFrom('bank').select('default_language').where('bank_id', '=', bankId),
);

export async function findDefaultLanguage(db: Reader, bankId: string): Promise<string | undefined> {
  return (await db.first(find({ bankId })))?.default_language;
}
