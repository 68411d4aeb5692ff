import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { PartyTables } from './tables.generated.ts';

/** The tables this capability may access. */
export const tables = tablesOf<PartyTables>('party');

/** Returns a query in raw SQL, for what the query builder cannot express: our own functions, rows from arrays. */
export function rawQuery<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
