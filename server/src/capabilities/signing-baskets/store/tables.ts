import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { SigningBasketsTables } from './tables.generated.ts';

/** The tables of this capability. */
export const tables = tablesOf<SigningBasketsTables>('signing_baskets');

/** Returns a query in raw SQL, for what the query builder cannot express. */
export function rawQuery<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
