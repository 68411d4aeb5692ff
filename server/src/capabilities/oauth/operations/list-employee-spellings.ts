import type { Context } from '#platform/work/context.ts';
import { listSpellings } from '../store/employees.store.ts';

/** Lists ids of employees who have signed in here and whose id differs from the given one at most in case. */
export async function listEmployeeSpellings(
  { bankId, db }: Context,
  employeeId: string,
): Promise<readonly string[]> {
  return listSpellings(db, { bankId, employeeId });
}
