import type { Temporal } from 'temporal-polyfill';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { recipientReasons } from '../domain/code-limits.ts';
import type { Destination } from '../domain/sends/destination.ts';
import { evaluateRecipient, type RecipientVerdict } from '../domain/sends/recipient-history.ts';
import {
  type Budget,
  type BudgetVerdict,
  budgetsOf,
  countedBy,
  evaluateLimits,
  hourOf,
  withHour,
} from '../domain/sends/send-limits.ts';
import {
  findSends,
  listTallies,
  listUsedSends,
  lockSends,
  reserveTallies,
  updateSends,
} from '../store/sends.store.ts';

/** A message somebody wants sent. */
export interface AskedSend {
  readonly channel: 'sms' | 'email';
  readonly clientId: string;
  /** Not when it goes to a bare number or address of nobody we know. */
  readonly isRegistered: boolean;
  /**
   * Keyed hashes of whom it goes to: the canonical recipient, and the person where one was named. Whoever does not
   * exist has as many, else it would show who does.
   */
  readonly recipientIndexes: readonly Buffer[];
  /** Absent for e-mail, and where nothing is sent in truth; `refused` where nothing may be sent, see `placeOf`. */
  readonly place: Destination | 'refused' | undefined;
  /** The moment under which the verification is stored; a used code is recognised by it. */
  readonly now: Temporal.Instant;
}

const refusedPlaceRetrySeconds = 3_600;

/**
 * Reserves a message before it is sent, on every budget it falls under, or refuses the whole command: then nothing is
 * counted and nothing is sent. A number to which nothing may go is refused in the same words as a budget that is
 * used up, so nobody can try out where the line is; the same goes for who exists and who does not.
 *
 * It is looked at twice. The first look holds nothing: what an attack asks for in vain must not make others wait. The
 * second holds the recipient and then the counts, and decides; without an answer of the database nothing is sent.
 * Whether a place is proven is taken from the first look: meanwhile only as many can slip in as ask at that moment.
 */
export async function reserveSend(ctx: Context, work: Work, asked: AskedSend): Promise<void> {
  const { bankId } = ctx;
  const { clientId, isRegistered, now, place } = asked;
  if (place === 'refused') throw tooMany(refusedPlaceRetrySeconds, 'recipient-not-mobile');
  const hour = hourOf(now);
  const send = { channel: asked.channel, clientId, isRegistered, place };
  // Always in the same order, so that nobody waits in a circle.
  const recipients = asked.recipientIndexes
    .toSorted((one, other) => one.compare(other))
    .map((recipientIndex) => ({ bankId, recipientIndex }));

  const [used, found, ...foundSends] = await Promise.all([
    listUsedSends(work, {
      bankId,
      recipientIndexes: asked.recipientIndexes,
      since: now.subtract({ hours: 24 }),
    }),
    listTallies(work, { bankId, keys: countedBy(send, hour), hour }),
    ...recipients.map((recipient) => findSends(work, recipient)),
  ]);
  const budgets = budgetsOf(send, found, hour);
  const decide = (sends: typeof foundSends, tallies: typeof found) => ({
    sends: sends.map((past) => grantedSends(evaluateRecipient({ sends: past, used, isRegistered }, now))),
    usedUp: grantedBudgets(evaluateLimits(budgets, tallies, now)),
  });
  decide(foundSends, found);

  const [held, counted] = await Promise.all([
    Promise.all(recipients.map((recipient) => lockSends(work, recipient, now))),
    reserveTallies(work, { bankId, keys: budgets, hour }),
  ]);
  const { sends, usedUp } = decide(held, withHour(found, counted, hour));
  recipients.forEach((recipient, index) => updateSends(work, recipient, sends[index] ?? []));
  for (const budget of usedUp) warn(ctx, clientId, budget);
}

function grantedSends(verdict: RecipientVerdict): readonly Temporal.Instant[] {
  if (verdict.kind === 'refused') throw tooMany(verdict.retryAfterSeconds, recipientReasons[verdict.limit]);
  return verdict.sends;
}

function grantedBudgets(verdict: BudgetVerdict): readonly Budget[] {
  if (verdict.kind === 'refused') throw tooMany(verdict.retryAfterSeconds, reasonOf(verdict.budget));
  return verdict.usedUp;
}

function reasonOf({ credit, scope }: Budget): string {
  return `${scope}-${credit === undefined ? 'budget' : 'credit'}-used-up`;
}

/** Told when the last of a budget goes, not when the next is refused: an attack must not fill the log as well. */
function warn({ bankId, log }: Context, clientId: string, budget: Budget): void {
  log.warn({ bankId, callerId: clientId, reason: reasonOf(budget) }, 'a budget for sending codes is used up');
}

function tooMany(retryAfterSeconds: number, reason: string): Problem {
  return standardProblems['too-many-requests']({ retryAfterSeconds, reason });
}
