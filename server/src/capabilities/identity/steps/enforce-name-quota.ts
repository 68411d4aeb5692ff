import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { nameQuota } from '../domain/name-quota.ts';
import { availableClientPerDay } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { enforceQuota } from './enforce-quota.ts';
import { personNetworks } from './person-networks.ts';

const day = 86_400;

/** Counts a question whether a name is taken: by the person where one is known, and by the client. */
export async function enforceNameQuota(
  ctx: Context & IdentityPorts,
  work: Work,
  { personAddress }: { readonly personAddress: string | undefined },
): Promise<void> {
  const { caller } = ctx;
  const networks = personNetworks(ctx, personAddress) ?? [];
  const ofPerson =
    caller.kind === 'customer'
      ? [nameQuota(caller.userId)]
      : networks.map(({ network, share }) => nameQuota(`${callerId(caller)} ${network}`, share));
  const client = 'clientId' in caller ? caller.clientId : callerId(caller);
  await enforceQuota(ctx, work, [
    ...ofPerson,
    { scope: 'available-client', key: client, limits: [{ count: availableClientPerDay, seconds: day }] },
  ]);
}
