import { isIban } from '#platform/kernel/iban.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { claimsOf, type Payee } from '../domain/payee.ts';
import { problems } from '../problems.ts';

/** A payee, and where it stands in the request. */
export interface PlacedPayee {
  readonly payee: Payee;
  readonly path: readonly (string | number)[];
}

/** Raises every fault of payees that the contract cannot express. SPEC xs2a-2026 2.1 */
export function checkPayees(payees: readonly PlacedPayee[], more: readonly FieldError[] = []): void {
  const fieldErrors = [...payees.flatMap(faultsOf), ...more];
  if (fieldErrors.length > 0) throw problems['payee-faulty']({ fieldErrors });
}

function faultsOf({ path, payee }: PlacedPayee): readonly FieldError[] {
  return [
    ...(isIban(payee.iban)
      ? []
      : [
          {
            part: 'body',
            path: [...path, 'partyAccount', 'iban'],
            code: 'checksum',
            message: 'An IBAN with the length of its country and right check digits is required.',
          } as const,
        ]),
    ...(claimsOf(payee).length > 0
      ? []
      : [
          {
            part: 'body',
            path: [...path, 'party'],
            code: 'combination-required',
            message: 'A name or an identifier of an organisation is required.',
          } as const,
        ]),
  ];
}
