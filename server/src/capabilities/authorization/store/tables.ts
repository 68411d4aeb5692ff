import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { AuthorizationTables } from './tables.generated.ts';

/** Tables of this capability. */
export const tables = tablesOf<AuthorizationTables>('authorization');

/** Returns a query in raw SQL, for what the query builder cannot express, such as shifted arrays. */
export function rawQuery<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
