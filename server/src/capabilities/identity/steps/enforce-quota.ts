import type { Temporal } from 'temporal-polyfill';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { quotaReason } from '../domain/sign-in/quota-limit.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { consumeQuota, findFreeAt, type QuotaLimit } from '../store/quotas.store.ts';

/** Something that may be done so often. */
export interface QuotaCheck {
  /** What is counted; one word for each rule. */
  readonly scope: string;
  /** For whom: a name, an address, a client. */
  readonly key: string;
  readonly limits: readonly [QuotaLimit, ...QuotaLimit[]];
}

/** Takes one use of each quota, or refuses with the time to wait; nothing is taken then. */
export async function enforceQuota(
  { bankId, clock, identityVault }: Context & IdentityPorts,
  work: Work,
  asked: readonly QuotaCheck[],
): Promise<void> {
  const now = clock.now();
  for (const { key, limits, scope } of asked) {
    const use = { bankId, scope, key: identityVault.quotaKey(bankId, scope, key), limits, now };
    if (await consumeQuota(work, use)) continue;
    const freeAt = await findFreeAt(work, use);
    throw standardProblems['too-many-requests']({
      retryAfterSeconds: secondsUntil(freeAt, now),
      reason: quotaReason(scope),
    });
  }
}

/** Seconds until the quota is free; at least 1. */
function secondsUntil(freeAt: Temporal.Instant | undefined, now: Temporal.Instant): number {
  const ms = (freeAt ?? now).epochMilliseconds - now.epochMilliseconds;
  return Math.max(1, Math.ceil(ms / 1_000));
}
