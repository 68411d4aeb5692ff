import type { Temporal } from 'temporal-polyfill';
import { callerId } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { nameQuota } from '../domain/name-quota.ts';
import { availableClientPerDay, signupClientPerDay } from '../domain/policy.ts';
import { quotaReason } from '../domain/sign-in/quota-limit.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { consumeClientQuota } from '../store/client-quotas.store.ts';
import { consumeQuota, findFreeAt, type QuotaLimit } from '../store/quotas.store.ts';
import { personNetworks } from './person.ts';

/** A quota to check. */
export interface QuotaCheck {
  /** What is counted; one scope per rule. */
  readonly scope: string;
  /** The counted subject: a username, an address, a client. */
  readonly key: string;
  readonly limits: readonly [QuotaLimit, ...QuotaLimit[]];
}

/** Consumes one use of each quota, or refuses with the time to wait; then nothing is consumed. */
export async function enforceQuota(
  { bankId, clock, identityVault }: Context & IdentityPorts,
  work: Work,
  checks: readonly QuotaCheck[],
): Promise<void> {
  const now = clock.now();
  for (const { key, limits, scope } of checks) {
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
export function secondsUntil(freeAt: Temporal.Instant | undefined, now: Temporal.Instant): number {
  const ms = (freeAt ?? now).epochMilliseconds - now.epochMilliseconds;
  return Math.max(1, Math.ceil(ms / 1_000));
}

/** The daily quota of all users of one application together. */
export interface ClientQuota {
  readonly scope: string;
  readonly perDay: number;
  /** The application passes on IP addresses: each person has an own limit, and this quota only logs a warning. */
  readonly isPersonKnown: boolean;
}

/**
 * Counts one use of an application; logs a warning at half of its daily quota and at the end. Does nothing for other
 * callers.
 */
export async function enforceClientQuota(
  { bankId, caller, clock, log }: Context,
  work: Work,
  { isPersonKnown, perDay, scope }: ClientQuota,
): Promise<void> {
  if (caller.kind !== 'application') return;
  const { clientId } = caller;
  const now = clock.now().toZonedDateTimeISO('UTC');
  const uses = await consumeClientQuota(work, { bankId, scope, clientId, day: now.toPlainDate() });
  const reason = quotaReason(scope);
  if (uses === Math.ceil(perDay / 2) || uses === perDay)
    log.warn({ bankId, callerId: clientId, reason, count: uses }, 'application is using up its daily quota');
  if (uses <= perDay || isPersonKnown) return;
  const midnight = now.add({ days: 1 }).startOfDay();
  throw standardProblems['too-many-requests']({
    retryAfterSeconds: Math.ceil((midnight.epochMilliseconds - now.epochMilliseconds) / 1_000),
    reason,
  });
}

const day = 86_400;

/** Counts an availability check of a username: per person where one is known, and per client. */
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

/**
 * Counts a sign-up, which also reveals whether a username is in use, but only to the owner of a verified number. It is
 * counted per network of the person, or per number where no address is passed on, and by a separate quota of the
 * client: availability checks cannot use up the quota for sign-ups.
 */
export async function enforceSignupQuota(
  ctx: Context & IdentityPorts,
  work: Work,
  { personAddress, phone }: { readonly personAddress: string | undefined; readonly phone: string },
): Promise<void> {
  const networks = personNetworks(ctx, personAddress);
  const networksOrPhone = networks ?? [{ network: phone, share: 1 }];
  await enforceQuota(
    ctx,
    work,
    networksOrPhone.map(({ network, share }) => nameQuota(`${callerId(ctx.caller)} ${network}`, share)),
  );
  await enforceClientQuota(ctx, work, {
    scope: 'signup-client',
    perDay: signupClientPerDay,
    isPersonKnown: networks !== undefined,
  });
}
