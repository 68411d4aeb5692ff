import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { FundsConfirmationsTables } from './tables.generated.ts';

/** The tables of this capability. */
export const tables = tablesOf<FundsConfirmationsTables>('funds_confirmations');

/** Returns a query in raw SQL, for what the query builder cannot express. */
export function rawQuery<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
