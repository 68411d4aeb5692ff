import type { Temporal } from 'temporal-polyfill';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { recipientReasons } from '../domain/code-limits.ts';
import type { Destination } from '../domain/sends/destination.ts';
import { evaluateRecipient, type RecipientVerdict } from '../domain/sends/recipient-history.ts';
import {
  evaluateLimits,
  hourOf,
  hoursReadFor,
  type LimitVerdict,
  limitsOf,
  type SendLimit,
  tallyKeysOf,
  usedKeys,
  withHour,
} from '../domain/sends/send-limits.ts';
import {
  findSends,
  insertUsed,
  insertUsedSend,
  listTallies,
  listUsedSends,
  lockSends,
  reserveTallies,
  updateSends,
  updateUsed,
} from '../store/sends.store.ts';

/** A message to send. */
export interface NewSend {
  readonly channel: 'sms' | 'email';
  readonly clientId: string;
  /** False when it goes to a number or address of no known user. */
  readonly isRegistered: boolean;
  /**
   * Keyed hashes of the recipient: the canonical contact, and the user if one is named. An unknown user has as many, so
   * that their number does not reveal who exists.
   */
  readonly recipientIndexes: readonly Buffer[];
  /** Absent for e-mail and dummy sends; `refused` where nothing may be sent, see `destinationOf`. */
  readonly destination: Destination | 'refused' | undefined;
  /** The time under which the verification is stored; identifies the send when its code is used. */
  readonly now: Temporal.Instant;
}

const refusedDestinationRetrySeconds = 3_600;

/**
 * Reserves a message on every limit that applies, before it is sent, or rejects the whole command: then nothing is
 * counted and nothing is sent. A refused number gets the same problem as an exhausted limit, so that callers cannot
 * probe the limits; the same goes for known and unknown users.
 *
 * The limits are evaluated twice. The first evaluation locks nothing: rejected requests of an attack must not delay
 * others. The second one locks the recipient and then the counters, and decides; without a response of the database
 * nothing is sent. Whether a destination is proven comes from the first evaluation: at most the requests of that moment
 * can slip through.
 */
export async function reserveSend(ctx: Context, work: Work, request: NewSend): Promise<void> {
  const { bankId } = ctx;
  const { clientId, isRegistered, now, destination } = request;
  const tooMany: TooMany = (retryAfterSeconds, reason) => {
    ctx.metrics?.countOutcome(bankId, { what: 'code', channel: request.channel, outcome: 'limited' });
    return standardProblems['too-many-requests']({ retryAfterSeconds, reason });
  };
  if (destination === 'refused') throw tooMany(refusedDestinationRetrySeconds, 'recipient-not-mobile');
  const hour = hourOf(now);
  // By recipient: sends to one recipient always use the same counter.
  const spread = request.recipientIndexes[0]?.[0] ?? 0;
  const send = { channel: request.channel, clientId, isRegistered, destination, spread };
  // Always in the same order, which prevents deadlocks.
  const recipients = request.recipientIndexes
    .toSorted((one, other) => one.compare(other))
    .map((recipientIndex) => ({ bankId, recipientIndex }));

  const [used, found, ...foundSends] = await Promise.all([
    listUsedSends(work, {
      bankId,
      recipientIndexes: request.recipientIndexes,
      since: now.subtract({ hours: 24 }),
    }),
    listTallies(work, { bankId, keys: tallyKeysOf(send, hour), hour, hoursRead: hoursReadFor(send) }),
    ...recipients.map((recipient) => findSends(work, recipient)),
  ]);
  const sendLimits = limitsOf(send, found, hour);
  const decide = (sends: typeof foundSends, tallies: typeof found) => ({
    sends: sends.map((past) =>
      grantedSends(evaluateRecipient({ sends: past, used, isRegistered }, now), tooMany),
    ),
    usedUp: grantedLimits(evaluateLimits(sendLimits, tallies, now), tooMany),
  });
  decide(foundSends, found);

  const [locked, counted] = await Promise.all([
    Promise.all(recipients.map((recipient) => lockSends(work, recipient, now))),
    reserveTallies(work, { bankId, keys: sendLimits, hour }),
  ]);
  const { sends, usedUp } = decide(locked, withHour(found, counted, hour));
  recipients.forEach((recipient, index) => updateSends(work, recipient, sends[index] ?? []));
  for (const sendLimit of usedUp) warn(ctx, clientId, sendLimit);
}

/** Returns the problem of a limit, and counts that no code is sent. */
type TooMany = (retryAfterSeconds: number, reason: string) => Problem;

function grantedSends(verdict: RecipientVerdict, tooMany: TooMany): readonly Temporal.Instant[] {
  if (verdict.kind === 'refused') throw tooMany(verdict.retryAfterSeconds, recipientReasons[verdict.limit]);
  return verdict.sends;
}

function grantedLimits(verdict: LimitVerdict, tooMany: TooMany): readonly SendLimit[] {
  if (verdict.kind === 'refused') throw tooMany(verdict.retryAfterSeconds, reasonOf(verdict.sendLimit));
  return verdict.usedUp;
}

function reasonOf({ credit, scope }: SendLimit): string {
  return `${scope}-${credit === undefined ? 'budget' : 'credit'}-used-up`;
}

/** Logs when the last of a limit is consumed, not when the next send is refused: an attack must not fill the log. */
function warn({ bankId, log }: Context, clientId: string, sendLimit: SendLimit): void {
  log.warn({ bankId, callerId: clientId, reason: reasonOf(sendLimit) }, 'send limit exhausted');
}

/** A reserved message whose code was used. */
export interface UsedSend {
  readonly clientId: string;
  readonly isRegistered: boolean;
  /** Absent for e-mail. */
  readonly destination: Destination | undefined;
  /** The recipients that the send was reserved for. */
  readonly recipientIndexes: readonly Buffer[];
  /** When it was reserved. */
  readonly sentAt: Temporal.Instant;
}

/** Records that a code was used, in the hour of its send, whatever the time is now. */
export function recordSendUse({ bankId }: Context, work: Work, used: UsedSend): void {
  const { isRegistered, recipientIndexes, sentAt } = used;
  insertUsedSend(work, { bankId, recipientIndexes, sentAt });
  const keys = usedKeys(used);
  if (keys.length === 0) return;
  const counts = { bankId, keys, hour: hourOf(sentAt) };
  if (isRegistered) insertUsed(work, counts);
  else updateUsed(work, counts);
}
