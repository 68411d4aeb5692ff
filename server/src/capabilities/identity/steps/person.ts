import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { type CountedNetwork, isAddress, networksOfPeople } from '#platform/http/source-address.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** Scope of applications that pass on the IP address of the person they act for. */
const passingScope = 'identity.psu-address';

/**
 * Returns the IP address of the person behind the request. An application connects from its own address, so it passes
 * the person's address in `PSU-IP-Address`, which needs a scope. Undefined for an application without the header.
 */
function personAddress({ caller, origin }: Context, passed: string | undefined): string | undefined {
  if (caller.kind !== 'application') return origin.sourceAddress;
  if (passed === undefined) return undefined;
  if (!caller.scopes.has(passingScope))
    throw standardProblems.forbidden({ reason: 'psu-ip-address-without-scope' });
  rejectFieldErrors(isAddress(passed) ? [] : [fieldErrorAt(['psu-ip-address'], 'format', 'header')]);
  return passed;
}

/**
 * Returns the networks for which a person is counted; undefined for an application that does not pass the address on.
 */
export function personNetworks(
  ctx: Context,
  passed: string | undefined,
): readonly CountedNetwork[] | undefined {
  const address = personAddress(ctx, passed);
  if (address !== undefined) return networksOfPeople(address);
  return ctx.caller.kind === 'application' ? undefined : [{ network: 'unknown', share: 1 }];
}

/** The bot check of an application's request. */
export interface HumanProof {
  readonly token: string | undefined;
  readonly personAddress: string | undefined;
}

/** Requires a bot check from applications; other callers are authenticated persons. */
export async function checkHuman(
  ctx: Context & IdentityPorts,
  { personAddress: passed, token }: HumanProof,
): Promise<void> {
  const { bankId, caller, humanCheck } = ctx;
  if (caller.kind !== 'application') return;
  if (token === undefined) return rejectFieldErrors([fieldErrorAt(['x-human-check'], 'required', 'header')]);
  const sourceAddress = personAddress(ctx, passed);
  const verdict = await humanCheck.verify({ bankId, token, sourceAddress });
  if (verdict === 'refused') throw standardProblems.forbidden({ reason: 'human-check-failed' });
  // A check that nothing answers must not let programs pass.
  if (verdict === 'unavailable')
    throw standardProblems['service-unavailable']({ reason: 'human-check-unavailable' });
}
