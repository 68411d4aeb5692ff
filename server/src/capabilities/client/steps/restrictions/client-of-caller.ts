import type { Caller } from '#platform/auth/caller.ts';
import type { FieldErrorCode, Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { SetterKind } from '../../domain/restrictions/restriction.ts';

/** Who acts, and for which client. */
export interface Acting {
  readonly clientNumber: string;
  readonly setterKind: SetterKind;
  readonly setterId: string;
}

/**
 * Returns the client that a caller acts for: customers for themselves, which they must not say; employees and
 * applications for the client that they name.
 */
export function actingFor(caller: Caller, clientNumber: string | undefined): Acting {
  switch (caller.kind) {
    case 'customer':
      if (clientNumber !== undefined)
        throw invalid(['clientNumber'], 'unknown-field', 'Customers act for themselves.');
      if (caller.customerNumber === undefined) throw standardProblems.forbidden();
      return {
        clientNumber: caller.customerNumber,
        setterKind: 'customer',
        setterId: caller.userId,
      };
    case 'employee':
      return { clientNumber: named(clientNumber), setterKind: 'employee', setterId: caller.employeeId };
    case 'application':
      return { clientNumber: named(clientNumber), setterKind: 'application', setterId: caller.clientId };
    case 'anonymous':
    case 'delegate':
    case 'tpp':
    case 'system':
      throw standardProblems.forbidden();
  }
}

function named(clientNumber: string | undefined): string {
  if (clientNumber === undefined) throw invalid(['clientNumber'], 'required', 'Field is required.');
  return clientNumber;
}

/** Returns the refusal of one member of the body. */
export function invalid(path: readonly string[], code: FieldErrorCode, message: string): Problem {
  return standardProblems.invalid({ fieldErrors: [{ part: 'body', path, code, message }] });
}
