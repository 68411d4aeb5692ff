import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/statement.ts';
import { tables } from './tables.ts';

/** Public facts about a bank. */
export interface Bank {
  readonly name: string;
  /** Absent for a bank that payment networks do not know. */
  readonly bic: string | undefined;
  readonly country: string;
  readonly timeZone: string;
  readonly referenceCurrency: string;
}

const find = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables
    .selectFrom('bank')
    .select(['name', 'bic', 'country', 'time_zone', 'reference_currency'])
    .where('bank_id', '=', bankId),
);

/** Reads the facts of these banks. They change only with a migration, so a process reads them once. */
export async function readBanks(
  database: Database,
  bankIds: readonly string[],
): Promise<ReadonlyMap<string, Bank>> {
  const found = await Promise.all(
    bankIds.map(async (bankId) => {
      const row = await database.forBank(bankId).first(find({ bankId }));
      if (row === undefined) throw new Error(`bank ${bankId} is not in the table of banks`);
      const { bic, country, name, reference_currency: referenceCurrency, time_zone: timeZone } = row;
      return [bankId, { name, bic: bic ?? undefined, country, timeZone, referenceCurrency }] as const;
    }),
  );
  return new Map(found);
}
