import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

const activeOfCustomers = statement<{
  readonly bankId: string;
  readonly customerNumbers: readonly string[];
}>()(({ bankId, customerNumbers }) =>
  rawQuery(sql<{ users: number }>`
      select count(*)::int as users from identity.user_account
       where bank_id = ${bankId} and customer_number = any(${customerNumbers}::text[]) and status = 'active'`),
);

/** Returns how many active users the customers behind these numbers have. */
export async function countActiveUsersOf(
  db: Reader,
  criteria: { readonly bankId: string; readonly customerNumbers: readonly string[] },
): Promise<number> {
  return (await db.first(activeOfCustomers(criteria)))?.users ?? 0;
}
