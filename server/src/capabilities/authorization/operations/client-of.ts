import assert from 'node:assert/strict';
import type { Caller } from '#platform/auth/caller.ts';

/** The client behind a caller: what one client began, no other ends. */
export function clientOf(caller: Caller): string {
  assert('clientId' in caller, 'only callers with a token come here');
  return caller.clientId;
}
