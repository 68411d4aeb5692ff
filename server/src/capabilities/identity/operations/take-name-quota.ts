import { callerId } from '#platform/auth/caller.ts';
import { networkOf } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { availableClientPerDay, availablePerDay, availablePerMinute } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { takeQuota } from './take-quota.ts';

const day = 86_400;

/** Counts a question that tells whether a name is taken, however it is asked. */
export async function takeNameQuota(ctx: Context & IdentityPorts, work: Work): Promise<void> {
  const { caller, origin } = ctx;
  // An application asks for people of whom it says nothing but where they are.
  const place = `${callerId(caller)} ${networkOf(origin.sourceAddress ?? 'unknown')}`;
  const session = caller.kind === 'customer' ? caller.userId : place;
  const client = 'clientId' in caller ? caller.clientId : callerId(caller);
  await takeQuota(ctx, work, [
    {
      scope: 'available-session',
      key: session,
      limits: [
        { count: availablePerMinute, seconds: 60 },
        { count: availablePerDay, seconds: day },
      ],
    },
    { scope: 'available-client', key: client, limits: [{ count: availableClientPerDay, seconds: day }] },
  ]);
}
