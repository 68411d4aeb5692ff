import { tablesOf } from '#platform/db/statement.ts';
import type { OauthTables } from './tables.generated.ts';

/** Tables of this capability. */
export const tables = tablesOf<OauthTables>('oauth');
