import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import { isAddress } from '#platform/http/source-address.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';

/** Scope of applications that pass on the address of the person they act for. */
const passingScope = 'identity.psu-address';

/**
 * Returns the address of the person who asks. An application connects from its own address, which says nothing of the
 * person: it passes the person's in `PSU-IP-Address`, if it holds the scope for that. Without the header nothing is known.
 */
export function personAddress({ caller, origin }: Context, passed: string | undefined): string | undefined {
  if (caller.kind !== 'application') return origin.sourceAddress;
  if (passed === undefined) return undefined;
  if (!caller.scopes.has(passingScope))
    throw standardProblems.forbidden({ reason: 'psu-ip-address-without-scope' });
  refuseFaults(isAddress(passed) ? [] : [faultAt(['psu-ip-address'], 'format', 'header')]);
  return passed;
}
