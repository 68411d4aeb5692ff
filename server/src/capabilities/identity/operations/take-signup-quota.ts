import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { nameQuota } from '../domain/name-quota.ts';
import { signupClientPerDay } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { personNetwork } from './person-network.ts';
import { takeClientQuota } from './take-client-quota.ts';
import { takeQuota } from './take-quota.ts';

/**
 * Counts a sign-up, which tells as well whether a name is taken, but only to the owner of a proven number. It is counted by
 * the person's network, or by the number where no address is passed on, and by a count of the client's own: questions
 * about names cannot use up what people need to sign up.
 */
export async function takeSignupQuota(
  ctx: Context & IdentityPorts,
  work: Work,
  { personAddress, phone }: { readonly personAddress: string | undefined; readonly phone: string },
): Promise<void> {
  const network = personNetwork(ctx, personAddress);
  await takeQuota(ctx, work, [nameQuota(`${callerId(ctx.caller)} ${network ?? phone}`)]);
  await takeClientQuota(ctx, work, {
    scope: 'signup-client',
    perDay: signupClientPerDay,
    isPersonKnown: network !== undefined,
  });
}
