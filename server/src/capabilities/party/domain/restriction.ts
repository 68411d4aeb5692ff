import type { PartyFacts } from './fact-map.ts';

/**
 * Whether something keeps a party from acting alone: a report of death that is not confirmed yet, or that the bank
 * has rejected the party.
 */
// GAP: restrictions set by customers and the fraud desk belong to the client interface, which is not built. ADR-0050
export function isRestricted({ personal, sensitive }: PartyFacts): boolean {
  return sensitive.death !== undefined || personal.customer.status === 'rejected';
}
