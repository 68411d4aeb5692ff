import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';

/** The user who is signed in; whoever is not a customer has no `me`. */
export function ownUserId({ caller }: Pick<Context, 'caller'>): string {
  if (caller.kind !== 'customer') throw standardProblems.forbidden();
  return caller.userId;
}
