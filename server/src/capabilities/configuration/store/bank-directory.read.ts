import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/statement.ts';
import { tables } from './tables.ts';

/** What everybody may know about a bank. */
export interface Bank {
  readonly name: string;
  readonly country: string;
  readonly timeZone: string;
  readonly referenceCurrency: string;
}

const find = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables
    .selectFrom('bank')
    .select(['name', 'country', 'time_zone', 'reference_currency'])
    .where('bank_id', '=', bankId),
);

/** The facts of these banks, read once: they change with a migration, never while the product runs. */
export async function readBanks(
  database: Database,
  bankIds: readonly string[],
): Promise<ReadonlyMap<string, Bank>> {
  const found = await Promise.all(
    bankIds.map(async (bankId) => {
      const row = await database.forBank(bankId).first(find({ bankId }));
      if (row === undefined) throw new Error(`bank ${bankId} is not in the table of banks`);
      const { country, name, reference_currency: referenceCurrency, time_zone: timeZone } = row;
      return [bankId, { name, country, timeZone, referenceCurrency }] as const;
    }),
  );
  return new Map(found);
}
