import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { CorrespondenceTables } from './tables.generated.ts';

/** Tables of this capability. */
export const tables = tablesOf<CorrespondenceTables>('correspondence');

/** A query written as SQL, for what the query builder does not support: rows from arrays, `skip locked`. */
export function written<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
