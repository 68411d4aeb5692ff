import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { nameQuota } from '../domain/name-quota.ts';
import { signupClientPerDay } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { enforceClientQuota } from './enforce-client-quota.ts';
import { enforceQuota } from './enforce-quota.ts';
import { personNetworks } from './person-networks.ts';

/**
 * Counts a sign-up, which tells as well whether a name is taken, but only to the owner of a proven number. It is counted by
 * the person's network, or by the number where no address is passed on, and by a count of the client's own: questions
 * about names cannot use up what people need to sign up.
 */
export async function enforceSignupQuota(
  ctx: Context & IdentityPorts,
  work: Work,
  { personAddress, phone }: { readonly personAddress: string | undefined; readonly phone: string },
): Promise<void> {
  const networks = personNetworks(ctx, personAddress);
  const counted = networks ?? [{ network: phone, share: 1 }];
  await enforceQuota(
    ctx,
    work,
    counted.map(({ network, share }) => nameQuota(`${callerId(ctx.caller)} ${network}`, share)),
  );
  await enforceClientQuota(ctx, work, {
    scope: 'signup-client',
    perDay: signupClientPerDay,
    isPersonKnown: networks !== undefined,
  });
}
