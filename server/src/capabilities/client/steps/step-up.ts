import type { Temporal } from 'temporal-polyfill';
import type { Customer } from '#platform/auth/caller.ts';
import { challenge } from '#platform/auth/challenge.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** `step-up-max-age` */
export const freshForSeconds = 300;

/** Returns whether a customer signed in with two factors, not long ago. */
export function isFreshSca({ assurance, authenticatedAt }: Customer, now: Temporal.Instant): boolean {
  const ageSeconds = (now.epochMilliseconds - authenticatedAt.epochMilliseconds) / 1_000;
  return assurance !== '1fa' && ageSeconds <= freshForSeconds;
}

/** Throws for a customer who proved one factor. */
export function requireSca(customer: Customer): void {
  if (customer.assurance === '1fa') throw stepUp(customer);
}

/** RFC 9470: names the sign-in that is missing, so that the client can request exactly that. */
export function stepUp({ binding }: Customer, maxAgeSeconds?: number): Problem {
  return standardProblems['step-up-required'](
    challenge(binding === 'proof' ? 'DPoP' : 'Bearer', {
      error: 'insufficient_user_authentication',
      acr_values: 'sca',
      ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
    }),
  );
}
