import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** The person behind a caller. */
export function signerIdOf(caller: Caller): string {
  if (caller.kind === 'customer') return caller.userId;
  if (caller.kind === 'employee') return caller.employeeId;
  throw standardProblems.forbidden();
}
