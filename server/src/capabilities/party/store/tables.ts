import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { PartyTables } from './tables.generated.ts';

/** The tables this capability may name. */
export const tables = tablesOf<PartyTables>('party');

/** A query written as SQL, for what the query builder cannot say: functions of ours, rows from arrays. */
export function written<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
