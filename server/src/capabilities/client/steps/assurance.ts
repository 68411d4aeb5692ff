import type { Customer } from '#platform/auth/caller.ts';
import { challenge } from '#platform/auth/challenge.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';

/** `step-up-max-age` */
const freshForSeconds = 300;

/** Whether the customer proved two factors a short time ago. */
export function isFreshSca(ctx: Context, { assurance, authenticatedAt }: Customer): boolean {
  return assurance !== '1fa' && ctx.clock.now().since(authenticatedAt).total('seconds') <= freshForSeconds;
}

/** Raises step-up-required for a customer who proved one factor. */
export function requireSca({ assurance, binding }: Customer): void {
  if (assurance !== '1fa') return;
  throw standardProblems['step-up-required'](
    challenge(binding === 'proof' ? 'DPoP' : 'Bearer', {
      error: 'insufficient_user_authentication',
      acr_values: 'sca',
    }),
  );
}
