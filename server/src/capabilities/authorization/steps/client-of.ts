import assert from 'node:assert/strict';
import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

const ownPrefix = 'portico:';

/** The client behind a caller: what one client began, no other ends. Portico's own pages count as one each. */
export function clientOf(caller: Caller): string {
  if (caller.kind === 'system') return `${ownPrefix}${caller.job}`;
  assert('clientId' in caller, 'only callers with a token come here');
  // No registry of ours takes such a name; another issuer might.
  if (caller.clientId.startsWith(ownPrefix)) throw standardProblems.forbidden();
  return caller.clientId;
}
