import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** Applications that touch sensitive data need the right to see it beside the right to write. */
export function requireSensitive(caller: Caller): void {
  if (caller.kind === 'application' && !caller.scopes.has('party.sensitive'))
    throw standardProblems.forbidden({ refusal: { cause: 'scope-missing', required: 'party.sensitive' } });
}
