import type { CompiledQuery, RawBuilder } from 'kysely';
import { tablesOf } from '#platform/db/statement.ts';
import type { TppQuotasTables } from './tables.generated.ts';

/** The tables of this capability. */
const tables = tablesOf<TppQuotasTables>('tpp_quotas');

/** Returns a query in raw SQL, for what the query builder cannot express. */
export function rawQuery<Row>(query: RawBuilder<Row>): { compile(): CompiledQuery<Row> } {
  return { compile: () => query.compile(tables) };
}
