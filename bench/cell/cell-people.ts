import type { MadePerson } from '../harness/party-people.ts';
import { madePerson } from '../harness/party-people.ts';
import { cellCustomerAt } from './cell-customer.ts';

const peopleSeed = 1;
/** Enough that few parallel sign-ins share one. */
export const passwordCount = 24;

/** Returns who a customer is, with the contacts of the user account. */
export function cellPersonAt(serial: number): { readonly person: MadePerson; readonly partyNumber: string } {
  const { email, partyNumber, phone } = cellCustomerAt(serial);
  return { person: { ...madePerson(peopleSeed, serial), email, mobile: phone }, partyNumber };
}

/** Several users share a password and its hash, because hashing takes as long as verification. */
export function passwordOf(serial: number): string {
  return `cell harbour ${serial % passwordCount} lanterns`;
}
