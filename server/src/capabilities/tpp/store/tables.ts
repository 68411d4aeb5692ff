import { tablesOf } from '#platform/db/statement.ts';
import type { TppTables } from './tables.generated.ts';

/** The tables this capability may access. */
export const tables = tablesOf<TppTables>('tpp');
