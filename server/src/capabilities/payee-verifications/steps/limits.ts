import type { Temporal } from 'temporal-polyfill';
import type { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { limitHour, limits } from '../domain/policy.ts';
import { problems } from '../problems.ts';
import {
  consumeCallerUse,
  consumeName,
  findCallerUse,
  findFirstName,
  refundCloseMatches,
  refundName,
} from '../store/limits.store.ts';

/** The third party that sent a request. */
export interface Requester {
  readonly organisationId: string;
  readonly requestId: string;
}

/** A request for whose answers close matches are reserved. */
export interface CountedRequest extends Requester {
  /** When the hour began in which they count; one that has begun since knows nothing of them. */
  readonly hourAt: Temporal.Instant;
}

/** One comparison as its counters know it. */
export interface HashedClaim {
  readonly ibanHash: Buffer;
  readonly nameHash: Buffer;
}

/**
 * Counts a request and reserves a close match for each of its answers. Counted by the database in one statement, so
 * that parallel requests to several processes do not pass. Returns the problem if a limit is reached.
 */
export async function countRequest(
  ctx: Context,
  requester: Requester,
  { answers, requests }: { readonly requests: 0 | 1; readonly answers: number },
): Promise<CountedRequest | Problem> {
  const { bankId, clock, db } = ctx;
  const { organisationId } = requester;
  const now = clock.now();
  const hourAt = await consumeCallerUse(db, {
    bankId,
    organisationId,
    second: now.round({ smallestUnit: 'second', roundingMode: 'floor' }),
    now,
    since: now.subtract(limitHour),
    secondMax: limits.perSecond,
    closeMax: limits.closeMatches,
    requests,
    answers,
  });
  return hourAt === undefined ? passedLimit(ctx, organisationId, { now, answers }) : { ...requester, hourAt };
}

async function passedLimit(
  { bankId, db }: Context,
  organisationId: string,
  { answers, now }: { readonly now: Temporal.Instant; readonly answers: number },
): Promise<Problem> {
  const use = await findCallerUse(db, { bankId, organisationId });
  const isClose =
    use !== undefined &&
    use.close_matches + answers > limits.closeMatches &&
    secondsUntil(now, use.hour_at) > 0;
  return isClose
    ? problems['close-matches-exceeded']({ retryAfterSeconds: secondsUntil(now, use.hour_at) })
    : problems['requests-exceeded']({ retryAfterSeconds: 1 });
}

/** Returns when an hour that began at a moment is over, in whole seconds from now. */
function secondsUntil(now: Temporal.Instant, began: Temporal.Instant): number {
  return Math.max(0, Math.ceil(began.add(limitHour).since(now).total('seconds')));
}

/** Notes a name for an account. Returns the problem if too many others did not match. */
export async function countName(
  { bankId, clock, db }: Context,
  { organisationId }: Requester,
  { ibanHash, nameHash }: HashedClaim,
): Promise<Problem | undefined> {
  const now = clock.now();
  const isCounted = await consumeName(db, {
    bankId,
    organisationId,
    ibanHash,
    nameHash,
    now,
    since: now.subtract(limitHour),
    namesMax: limits.namesPerAccount,
  });
  if (isCounted) return undefined;
  const first = await findFirstName(db, { bankId, organisationId, ibanHash });
  const retryAfterSeconds = Math.max(1, secondsUntil(now, first ?? now));
  return problems['names-exceeded']({ retryAfterSeconds });
}

/** Gives back what was reserved: close matches that did not happen, and names that matched. */
export async function refund(
  { bankId, db }: Context,
  { hourAt, organisationId }: CountedRequest,
  { answers, matched }: { readonly answers: number; readonly matched: readonly HashedClaim[] },
): Promise<void> {
  if (answers > 0) await refundCloseMatches(db, { bankId, organisationId, hourAt, answers });
  for (const claim of matched) await refundName(db, { bankId, organisationId, ...claim });
}
