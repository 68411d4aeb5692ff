import { type CountedNetwork, networksOfPeople } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import { personAddress } from './person-address.ts';

/** Returns the networks a person is counted by: absent only for an application that does not pass the address on. */
export function personNetworks(
  ctx: Context,
  passed: string | undefined,
): readonly CountedNetwork[] | undefined {
  const address = personAddress(ctx, passed);
  if (address !== undefined) return networksOfPeople(address);
  return ctx.caller.kind === 'application' ? undefined : [{ network: 'unknown', share: 1 }];
}
