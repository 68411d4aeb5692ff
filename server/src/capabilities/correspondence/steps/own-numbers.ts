import type { Caller } from '#platform/auth/caller.ts';

/** SPEC channel interfaces 1.5: customers reach what is theirs, and what belongs to the organization they act for. */
export function ownNumbers(caller: Caller): readonly string[] {
  if (caller.kind !== 'customer') return [];
  const { actingFor, customerNumber } = caller;
  return [...new Set([customerNumber, actingFor].filter((number) => number !== undefined))];
}
