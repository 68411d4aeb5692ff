import type { Caller } from '#platform/auth/caller.ts';

/** Whether a caller may do more than what let it in. */
export function hasScope(caller: Caller, scope: string): boolean {
  return 'scopes' in caller && caller.scopes.has(scope);
}
