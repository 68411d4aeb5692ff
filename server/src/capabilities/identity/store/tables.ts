import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { IdentityTables } from './tables.generated.ts';

/** The tables this capability may name. */
export const tables = tablesOf<IdentityTables>('identity');

/** A query written as SQL, for what the query builder cannot say. */
export function written<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
