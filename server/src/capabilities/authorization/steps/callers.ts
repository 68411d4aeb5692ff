import assert from 'node:assert/strict';
import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

const ownPrefix = 'portico:';

/**
 * Returns the client of a caller: a verification that one client starts cannot be completed by another. Each of the own
 * pages of Portico counts as one client.
 */
export function clientOf(caller: Caller): string {
  if (caller.kind === 'system') return `${ownPrefix}${caller.job}`;
  assert('clientId' in caller, 'caller has no client');
  // The own registry refuses such a client id; another issuer might not.
  if (caller.clientId.startsWith(ownPrefix)) throw standardProblems.forbidden();
  return caller.clientId;
}

/** Returns whether a caller has an additional scope. */
export function hasScope(caller: Caller, scope: string): boolean {
  return 'scopes' in caller && caller.scopes.has(scope);
}

/** Returns the user id of a caller. */
export function signerIdOf(caller: Caller): string {
  if (caller.kind === 'customer') return caller.userId;
  if (caller.kind === 'employee') return caller.employeeId;
  throw standardProblems.forbidden();
}
