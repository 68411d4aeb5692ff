import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { contactProbesPerDay } from '../../domain/policy.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { type ContactCriteria, ownerOfContact } from '../../steps/contact-owner.ts';
import { enforceQuota } from '../../steps/quotas.ts';

/**
 * Returns whether another user has a contact, where the response shows it: each request is counted for the user, as those
 * of the identity interface are.
 */
export async function probeContact(
  ctx: Context & IdentityPorts,
  work: Work,
  { userId, ...contact }: ContactCriteria & { readonly userId: string },
): Promise<'free' | 'taken'> {
  await enforceQuota(ctx, work, [
    { scope: 'contact-probes', key: userId, limits: [{ count: contactProbesPerDay, seconds: 86_400 }] },
  ]);
  const owner = await ownerOfContact(ctx, work, contact);
  return owner === undefined || owner.userId === userId ? 'free' : 'taken';
}
