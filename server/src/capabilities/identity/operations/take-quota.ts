import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { isUsedUp, isUseLeft, type QuotaLimit } from '../store/quotas.store.ts';

/** Something that may be done so often. */
export interface QuotaAsked {
  /** What is counted; one word for each rule. */
  readonly scope: string;
  /** For whom: a name, an address, a client. */
  readonly key: string;
  readonly limits: readonly [QuotaLimit, ...QuotaLimit[]];
}

/** Takes one use of each quota, or refuses with the time to wait; nothing is taken then. */
export async function takeQuota(
  { bankId, clock, identityVault }: Context & IdentityPorts,
  work: Work,
  asked: readonly QuotaAsked[],
): Promise<void> {
  const now = clock.now();
  for (const { key, limits, scope } of asked) {
    const use = { bankId, scope, key: identityVault.quotaKey(bankId, scope, key), limits, now };
    if (await isUseLeft(work, use)) continue;
    const used = await Promise.all(limits.map((limit) => isUsedUp(work, { ...use, limits: [limit] })));
    const seconds = limits.filter((_, index) => used[index]).map((limit) => limit.seconds);
    throw standardProblems['too-many-requests']({
      retryAfterSeconds: Math.max(limits[0].seconds, ...seconds),
    });
  }
}
