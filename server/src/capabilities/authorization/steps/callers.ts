import assert from 'node:assert/strict';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { type Caller, customerIn } from '#platform/auth/caller.ts';
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

/** Refuses a request of a service for another user than its customer. SPEC 7.2.5: equal to `sub`. */
export function refuseOtherUser(caller: Caller, userName: string | undefined): void {
  if (caller.kind !== 'delegate' || userName === caller.userId) return;
  rejectFieldErrors([fieldErrorAt(['user-id'], userName === undefined ? 'required' : 'mismatch')]);
}

/** Returns the user id of a caller; of a service, that of its customer. */
export function signerIdOf(caller: Caller): string {
  const customer = customerIn(caller);
  if (customer !== undefined) return customer.userId;
  if (caller.kind === 'employee') return caller.employeeId;
  throw standardProblems.forbidden();
}
