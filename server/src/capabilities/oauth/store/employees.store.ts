import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { problems } from '../problems.ts';
import { tables } from './tables.ts';

/** Employee as the bank's own identity provider last described them. */
export interface Employee {
  readonly bankId: string;
  readonly employeeId: string;
  readonly upstreamIssuer: string;
  readonly upstreamSubject: string;
  readonly unit: string | undefined;
  readonly roles: readonly string[];
  readonly signedInAt: Temporal.Instant;
}

const find = statement<{ readonly bankId: string; readonly employeeId: string }>()(({ bankId, employeeId }) =>
  tables
    .selectFrom('employee')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('employee_id', '=', employeeId),
);

export async function findEmployee(
  db: Reader,
  bankId: string,
  employeeId: string,
): Promise<Employee | undefined> {
  const row = await db.first(find({ bankId, employeeId }));
  return (
    row && {
      bankId: row.bank_id,
      employeeId: row.employee_id,
      upstreamIssuer: row.upstream_issuer,
      upstreamSubject: row.upstream_subject,
      unit: row.unit ?? undefined,
      roles: row.roles,
      signedInAt: row.signed_in_at,
    }
  );
}

const spellings = statement<{ readonly bankId: string; readonly employeeId: string }>()(
  ({ bankId, employeeId }) =>
    tables
      .selectFrom('employee')
      .select('employee_id')
      .where('bank_id', '=', bankId)
      .where((where) =>
        where(where.fn('lower', ['employee_id']), '=', where.fn('lower', [where.val(employeeId)])),
      )
      .orderBy('employee_id'),
);

/** Lists known employee ids that equal this one except for case, including itself. */
export async function listSpellings(
  db: Reader,
  key: { readonly bankId: string; readonly employeeId: string },
): Promise<readonly string[]> {
  return (await db.rows(spellings(key))).map(({ employee_id }) => employee_id);
}

type SavedRow = Omit<Employee, 'unit'> & { readonly unit: string | null };

const upsert = statement<SavedRow>('write')((row) =>
  tables
    .insertInto('employee')
    .values({
      bank_id: row.bankId,
      employee_id: row.employeeId,
      upstream_issuer: row.upstreamIssuer,
      upstream_subject: row.upstreamSubject,
      unit: row.unit,
      roles: row.roles,
      signed_in_at: row.signedInAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['bank_id', 'employee_id'])
        .doUpdateSet((set) => ({
          unit: set.ref('excluded.unit'),
          roles: set.ref('excluded.roles'),
          signed_in_at: set.ref('excluded.signed_in_at'),
        }))
        // Another upstream subject is another person, who must not inherit the employee id.
        .whereRef('employee.upstream_issuer', '=', 'excluded.upstream_issuer')
        .whereRef('employee.upstream_subject', '=', 'excluded.upstream_subject'),
    ),
);

/** Upserts an employee. Throws `employee-mismatch` if the employee id belongs to another person upstream. */
export function upsertEmployee(work: Writer, employee: Employee): void {
  work.write(upsert({ ...employee, unit: employee.unit ?? null }), {
    rows: { count: 1, otherwise: problems['employee-mismatch'] },
    constraints: { employee_upstream: problems['employee-mismatch'] },
  });
}

interface UpstreamKey {
  readonly bankId: string;
  readonly upstreamIssuer: string;
  readonly upstreamSubject: string;
}

const deleteRoles = statement<UpstreamKey>('write')((key) =>
  tables
    .updateTable('employee')
    .set({ roles: [] })
    .where('bank_id', '=', key.bankId)
    .where('upstream_issuer', '=', key.upstreamIssuer)
    .where('upstream_subject', '=', key.upstreamSubject),
);

/** Removes all roles of an employee who has none left upstream; does nothing for unknown employees. */
export function deleteEmployeeRoles(work: Writer, key: UpstreamKey): void {
  work.write(deleteRoles(key));
}
