import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { CorrespondenceTables } from './tables.generated.ts';

/** Tables of this capability. */
export const tables = tablesOf<CorrespondenceTables>('correspondence');

/** Returns a query in raw SQL, for what the query builder does not support: rows from arrays, `skip locked`. */
export function rawQuery<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
