import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables } from './tables.ts';

interface EmployeeKey {
  readonly bankId: string;
  readonly employeeId: string;
}

const find = statement<EmployeeKey>()(({ bankId, employeeId }) =>
  tables
    .selectFrom('employee_cut_off')
    .select('cut_off_at')
    .where('bank_id', '=', bankId)
    .where('employee_id', '=', employeeId),
);

/** Returns when an employee was cut off; undefined if the employee may sign in. */
export async function findCutOff(db: Reader, key: EmployeeKey): Promise<Temporal.Instant | undefined> {
  return (await db.first(find(key)))?.cut_off_at;
}

const list = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables
    .selectFrom('employee_cut_off')
    .select(['employee_id', 'cut_off_at'])
    .where('bank_id', '=', bankId)
    .orderBy('employee_id'),
);

/** Employee who is cut off. */
export interface CutOff {
  readonly employeeId: string;
  readonly cutOffAt: Temporal.Instant;
}

export async function listCutOffs(db: Reader, bankId: string): Promise<readonly CutOff[]> {
  const rows = await db.rows(list({ bankId }));
  return rows.map(({ cut_off_at, employee_id }) => ({ employeeId: employee_id, cutOffAt: cut_off_at }));
}

const insert = statement<EmployeeKey & { readonly now: Temporal.Instant }>('write')(
  ({ bankId, employeeId, now }) =>
    tables
      .insertInto('employee_cut_off')
      .values({ bank_id: bankId, employee_id: employeeId, cut_off_at: now })
      .onConflict((conflict) => conflict.constraint('employee_cut_off_pkey').doNothing()),
);

/** Inserts a cut-off; an existing one stays unchanged. */
export function insertCutOff(work: Writer, key: EmployeeKey & { readonly now: Temporal.Instant }): void {
  work.write(insert(key));
}

const remove = statement<EmployeeKey>('write')(({ bankId, employeeId }) =>
  tables.deleteFrom('employee_cut_off').where('bank_id', '=', bankId).where('employee_id', '=', employeeId),
);

export function deleteCutOff(work: Writer, key: EmployeeKey): void {
  work.write(remove(key));
}
