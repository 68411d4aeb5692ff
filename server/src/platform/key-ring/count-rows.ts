import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { isBehind, type KeyColumns, keyArray, keyList } from './key-order.ts';

/** A table whose rows are counted. */
export interface CountedTable {
  /** With its schema, as in SQL. */
  readonly table: string;
  readonly key: KeyColumns;
}

/** How many rows a window has, and the key of the last one. */
interface CountedWindow {
  readonly key: readonly string[];
  readonly seen: bigint;
}

/** Each statement reads at most this many rows: none exceeds the statement timeout. */
export const countedRowsMax = 20_000;

/** Returns a function that counts the rows of a bank, a window of the primary key at a time. */
export function rowCounter({
  key,
  table,
}: CountedTable): (database: Database, bankId: string) => Promise<number> {
  const window = plainStatement<CountedWindow>(
    `select w.key, w.seen from (
       select ${keyArray(key)} as key, row_number() over (order by ${keyList(key)}) as seen from ${table}
        where bank_id = $1 and ${isBehind(key, '$2')} order by ${keyList(key)} limit $3) as w
      order by w.seen desc limit 1`,
  );
  return async (database, bankId) => {
    let count = 0;
    let after: readonly string[] | null = null;
    for (;;) {
      const last: CountedWindow | undefined = await database
        .forBank(bankId)
        .first(window([bankId, after, countedRowsMax]));
      if (last === undefined) return count;
      count += Number(last.seen);
      after = last.key;
    }
  };
}
