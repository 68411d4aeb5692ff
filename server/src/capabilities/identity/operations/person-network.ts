import { networkOf } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import { personAddress } from './person-address.ts';

/** Returns the network a person is counted by: absent only for an application that does not pass the address on. */
export function personNetwork(ctx: Context, passed: string | undefined): string | undefined {
  const address = personAddress(ctx, passed);
  if (address !== undefined) return networkOf(address);
  return ctx.caller.kind === 'application' ? undefined : 'unknown';
}
