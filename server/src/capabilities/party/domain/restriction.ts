import type { PartyFacts } from './fact-map.ts';

/** Returns whether a party may not act alone: its death is reported but not confirmed, or the bank has rejected it. */
// GAP: restrictions set by customers and the fraud desk belong to the client interface and are checked there. ADR-0050
export function isRestricted({ personal, sensitive }: PartyFacts): boolean {
  return sensitive.death !== undefined || personal.customer.status === 'rejected';
}
