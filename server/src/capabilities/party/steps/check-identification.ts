import type { GivenIdentification } from '../domain/changes.ts';
import { hasValidCheckDigit, isAcceptable } from '../domain/id-number.ts';
import type { PartyKind } from '../domain/literals.ts';
import { identificationOf } from '../domain/registration.ts';
import { problems } from '../problems.ts';
import { refuseValue } from './refuse-value.ts';

/** Whether a number can identify such a party at all: the right kind of number, and no slip in it. */
export function checkIdentification(
  given: GivenIdentification | null | undefined,
  { bankCountry, kind }: { readonly bankCountry: string; readonly kind: PartyKind },
): void {
  if (given === undefined || given === null) return;
  const { idKind, idNumber, issuingCountry } = identificationOf(given, bankCountry);
  if (!isAcceptable(kind, idKind)) throw problems['id-number-not-acceptable']();
  if (hasValidCheckDigit(idKind, issuingCountry, idNumber) === false) refuseValue(['id-number'], 'checksum');
}
