import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { BankProfile, PublishedProfiles } from '../ports/published-profiles.ts';

export interface HostProfile extends BankProfile {
  readonly bankId: string;
}

/** Returns the profile of the bank that is served under the requested host name. */
export async function getXs2aProfile(
  ctx: Context & { readonly profiles: PublishedProfiles },
): Promise<HostProfile> {
  const { hostBankId: bankId = '' } = ctx;
  const found = ctx.profiles.of(bankId);
  if (found === undefined) throw standardProblems['unknown-host']();
  return { bankId, ...found };
}
