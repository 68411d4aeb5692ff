import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { isAddress } from '#platform/http/source-address.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';

/** Scope of applications that pass on the IP address of the person they act for. */
const passingScope = 'identity.psu-address';

/** Returns the address of the person that an application passes on, which needs a scope; undefined without one. */
export function personAddress({ caller }: Context, passed: string | undefined): string | undefined {
  if (passed === undefined) return undefined;
  if (caller.kind !== 'application' || !caller.scopes.has(passingScope))
    throw standardProblems.forbidden({ reason: 'psu-ip-address-without-scope' });
  rejectFieldErrors(isAddress(passed) ? [] : [fieldErrorAt(['psu-ip-address'], 'format', 'header')]);
  return passed;
}
