import { tablesOf } from '#platform/db/statement.ts';
import type { CoreBankingTables } from './tables.generated.ts';

/** The tables this capability may access. */
export const tables = tablesOf<CoreBankingTables>('core_banking');
