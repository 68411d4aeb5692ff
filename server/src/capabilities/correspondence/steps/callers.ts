import { type Caller, callerId } from '#platform/auth/caller.ts';

/**
 * SPEC channel interfaces 1.5: customers have access to their own data, and to that of the organization they act for.
 */
export function ownNumbers(caller: Caller): readonly string[] {
  if (caller.kind !== 'customer') return [];
  const { actingFor, customerNumber } = caller;
  return [...new Set([customerNumber, actingFor].filter((number) => number !== undefined))];
}

/** Identifies the reader. An application and an employee may have the same name, so the kind is part of it. */
export function readerOf(caller: Caller): string {
  return `${caller.kind} ${callerId(caller)}`;
}

/**
 * Returns the sender whose messages a caller may list: staff who see every customer see those of all senders, everyone
 * else only their own.
 */
export function senderScope(caller: Caller): string | undefined {
  const seesAll = caller.kind === 'employee' && caller.roles.has('party.all-units');
  return seesAll ? undefined : readerOf(caller);
}
