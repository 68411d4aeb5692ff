import type { AnswerParts } from '../../server/src/capabilities/funds-confirmations/steps/answer-question.ts';
import { answerQuestion } from '../../server/src/capabilities/funds-confirmations/steps/answer-question.ts';
import { Problem } from '../../server/src/platform/kernel/problem.ts';
import type { FakeClock } from '../../server/src/platform/testing/fake-clock.ts';

/** In cents: what is known before of a balance is that it is less. */
export const balanceMax = 1_000_000n;

export const strategies = ['random', 'halves', 'steps'] as const;
/** `steps`: equal steps from below, so that one answer of no tells the most. */
export type Strategy = (typeof strategies)[number];

/** An account about which a third party asks, as two processes see it. */
export interface Asked {
  readonly accountId: string;
  readonly organisationId: string;
  readonly balance: bigint;
  readonly clock: FakeClock;
  readonly parts: readonly AnswerParts[];
}

/** What a search found out: the balance is from `low` on and below `high`. */
export interface Found {
  readonly balance: bigint;
  readonly low: bigint;
  readonly high: bigint;
  readonly afterHour: bigint;
  readonly afterDay: bigint;
  readonly questions: number;
  readonly answered: number;
}

interface Search {
  readonly strategy: Strategy;
  readonly random: () => number;
  readonly hours: number;
}

const questionsPerHour = 40;
const stepsPerRound = 9n;
/** A refusal ends an hour, after one more try. */
const refusalsMax = 2;

interface Interval {
  low: bigint;
  high: bigint;
}

/** Searches for a balance, hour by hour. `forget` runs before each question. */
export async function searchFor(
  asked: Asked,
  { hours, random, strategy }: Search,
  forget: () => Promise<void> = async () => undefined,
): Promise<Found> {
  const known: Interval = { low: 0n, high: balanceMax };
  let [questions, answered, afterHour] = [0, 0, balanceMax];
  for (let hour = 0; hour < hours; hour += 1) {
    const step = (known.high - known.low) / stepsPerRound;
    for (let refusals = 0, place = 0; refusals < refusalsMax && place < questionsPerHour; place += 1) {
      if (known.high - known.low <= 1n) break;
      const amount = amountOf(strategy, known, { random, step });
      await forget();
      questions += 1;
      const hasFunds = await ask(asked, amount, questions);
      if (hasFunds === undefined) {
        refusals += 1;
        continue;
      }
      answered += 1;
      narrow(known, amount, hasFunds ? 'low' : 'high');
    }
    if (hour === 0) afterHour = known.high - known.low;
    asked.clock.advance({ minutes: 61 });
  }
  const { balance } = asked;
  return { balance, ...known, afterHour, afterDay: known.high - known.low, questions, answered };
}

function narrow(known: Interval, amount: bigint, bound: keyof Interval): void {
  const isInside = amount > known.low && amount < known.high;
  if (isInside) known[bound] = amount;
}

function amountOf(
  strategy: Strategy,
  { high, low }: Interval,
  { random, step }: { readonly random: () => number; readonly step: bigint },
): bigint {
  const inside = (amount: bigint): bigint => (amount <= low ? low + 1n : amount >= high ? high - 1n : amount);
  switch (strategy) {
    case 'halves':
      return inside((low + high) / 2n);
    case 'steps':
      return inside(low + (step > 0n ? step : 1n));
    case 'random':
      return inside(low + BigInt(Math.floor(random() * Number(high - low))));
  }
}

/** Asks through the two processes in turn; undefined for a question that is refused. */
export async function ask(asked: Asked, minor: bigint, turn: number): Promise<boolean | undefined> {
  const { accountId, organisationId, parts } = asked;
  const process = parts[turn % parts.length];
  if (process === undefined) throw new Error('a process expected');
  try {
    return await answerQuestion(process, { organisationId, accountId, amount: { minor, currency: 'EUR' } });
  } catch (error) {
    if (error instanceof Problem && error.literal === 'questions-exceeded') return undefined;
    throw error;
  }
}
