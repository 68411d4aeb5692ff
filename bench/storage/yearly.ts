import type { GrowingTable } from './growing-tables.ts';

/** What the run measured for one table, in bytes. */
export interface MeasuredTable {
  readonly table: GrowingTable;
  readonly heap: number;
  readonly indexes: number;
  readonly insertWal: number;
  /** WAL of a row from its insert on: with all later changes. */
  readonly lifeWal: number;
  /** Millions of rows that a year leaves in the table. */
  readonly storedRows: number;
}

const daysPerYear = 365;
const bytesPerGb = 1e9;
const million = 1e6;

/** Returns millions of rows of one year that are stored at its end. */
export function storedRowsOf({ keptDays = daysPerYear, rowsPerYear }: GrowingTable): number {
  return (rowsPerYear * Math.min(keptDays, daysPerYear)) / daysPerYear;
}

const gigabytes = (millions: number, bytesPerRow: number): number =>
  (millions * million * bytesPerRow) / bytesPerGb;

export interface Yearly {
  readonly storedGb: number;
  readonly walGb: number;
}

/** Returns a year of a table as the review measured it; undefined for tables that it did not know. */
export function yearlyBefore(table: GrowingTable): Yearly | undefined {
  const { before, rowsPerYear } = table;
  if (before === undefined) return undefined;
  return {
    storedGb: gigabytes(storedRowsOf(table), before.heap + before.indexes),
    walGb: gigabytes(rowsPerYear, before.wal ?? 0),
  };
}

export function yearlyAfter({ heap, indexes, lifeWal, storedRows, table }: MeasuredTable): Yearly {
  return {
    storedGb: gigabytes(storedRows, heap + indexes),
    walGb: gigabytes(table.rowsPerYear, lifeWal),
  };
}
