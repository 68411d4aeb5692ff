import { tablesOf } from '#platform/db/statement.ts';
import type { OauthTables } from './tables.generated.ts';

/** The tables this capability may name. */
export const tables = tablesOf<OauthTables>('oauth');
