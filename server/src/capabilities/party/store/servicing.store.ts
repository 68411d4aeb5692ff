import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables } from './tables.ts';

interface UnitKey {
  readonly bankId: string;
  readonly unit: string;
}

const findUnit = statement<UnitKey>()(({ bankId, unit }) =>
  tables.selectFrom('servicing_unit').select('unit').where('bank_id', '=', bankId).where('unit', '=', unit),
);

export async function hasUnit(db: Reader, bankId: string, unit: string): Promise<boolean> {
  return (await db.first(findUnit({ bankId, unit }))) !== undefined;
}

const findManager = statement<{ readonly bankId: string; readonly managerId: string }>()(
  ({ bankId, managerId }) =>
    tables
      .selectFrom('servicing_manager')
      .select('unit')
      .where('bank_id', '=', bankId)
      .where('manager_id', '=', managerId),
);

/** Returns the unit of a manager; undefined when the manager is unknown. */
export async function findManagerUnit(
  db: Reader,
  bankId: string,
  managerId: string,
): Promise<string | undefined> {
  return (await db.first(findManager({ bankId, managerId })))?.unit;
}

const upsertUnitRow = statement<UnitKey & { readonly parentUnit: string | null }>('write')((row) =>
  tables
    .insertInto('servicing_unit')
    .values({ bank_id: row.bankId, unit: row.unit, parent_unit: row.parentUnit })
    .onConflict((conflict) =>
      conflict
        .columns(['bank_id', 'unit'])
        .doUpdateSet((set) => ({ parent_unit: set.ref('excluded.parent_unit') })),
    ),
);

export function upsertUnit(work: Writer, row: UnitKey & { readonly parentUnit: string | undefined }): void {
  work.write(upsertUnitRow({ ...row, parentUnit: row.parentUnit ?? null }));
}

const upsertManagerRow = statement<UnitKey & { readonly managerId: string }>('write')((row) =>
  tables
    .insertInto('servicing_manager')
    .values({ bank_id: row.bankId, manager_id: row.managerId, unit: row.unit })
    .onConflict((conflict) =>
      conflict.columns(['bank_id', 'manager_id']).doUpdateSet((set) => ({ unit: set.ref('excluded.unit') })),
    ),
);

export function upsertManager(work: Writer, row: UnitKey & { readonly managerId: string }): void {
  work.write(upsertManagerRow(row));
}
