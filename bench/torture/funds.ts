import { randomBytes } from 'node:crypto';
import { createFundsVault } from '../../server/src/capabilities/funds-confirmations/index.ts';
import type { AnswerParts } from '../../server/src/capabilities/funds-confirmations/steps/answer-question.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { createTestDatabase } from '../../server/src/platform/testing/database.ts';
import { fakeClock } from '../../server/src/platform/testing/fake-clock.ts';
import { type Figure, table } from '../harness/report.ts';
import { randomFrom, type Scale, type TortureOptions } from '../harness/scale.ts';
import { askAtOnce } from './funds-parallel.ts';
import { type Asked, balanceMax, type Found, type Strategy, searchFor, strategies } from './funds-search.ts';

/** Questions in all; about 70 per account and simulated day. */
const questionsWanted: Readonly<Record<Scale, number>> = { ci: 3_000, night: 20_000, full: 100_000 };
const accountsAtOnce = 8;
/** Answers distinguish at most so many cases: the balance stays within 1 of them. ADR-0107 */
const casesMax = { hour: 9, day: 137 } as const;
const bankId = '01';
const organisationId = 'PSDNL-DNB-TORTURE';
const start = '2026-11-18T09:00:00Z';

/**
 * Searches for balances by yes/no questions, as a third party that keeps to no purpose: random amounts, halves, and steps
 * from below, through the connection pools of two processes, for a simulated day. Reports how narrow the interval of a
 * balance can be made. Then repeats the search on a database that forgets every question, which must find the balances.
 */
export async function tortureFunds({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using database = await createTestDatabase();
  const pools = [0, 1].map(() => openDatabase({ url: database.appUrl, poolSize: accountsAtOnce }));
  const [first, second] = pools;
  if (first === undefined || second === undefined) throw new Error('two pools expected');
  const fundsVault = createFundsVault(createLocalKeys([randomBytes(32)]));
  const random = randomFrom(seed);
  let accounts = 0;
  const newAsked = (): Asked => {
    const clock = fakeClock(start);
    const balance = BigInt(Math.floor(random() * Number(balanceMax)));
    accounts += 1;
    const fundsAccounts: AnswerParts['fundsAccounts'] = {
      find: async () => undefined,
      hasFunds: async (_, __, { minor }) => minor <= balance,
      mayShare: async () => true,
    };
    const parts = pools.map((pool) => ({
      bankId,
      clock,
      db: pool.forBank(bankId),
      fundsAccounts,
      fundsVault,
    }));
    return { accountId: `a-${accounts}`, organisationId, balance, clock, parts };
  };
  try {
    const began = performance.now();
    const found = await searchAll({ newAsked, random, questions: questionsWanted[scale] });
    const seconds = (performance.now() - began) / 1_000;
    const parallel = await askAtOnce(newAsked);
    const control = await searchFor(newAsked(), { strategy: 'halves', random, hours: 1 }, () =>
      database.query('truncate funds_confirmations.asked_account').then(() => undefined),
    );
    report(found, seconds);
    return [...figuresOf(found, control), ...parallel];
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

type ByStrategy = ReadonlyMap<Strategy, readonly Found[]>;

async function searchAll({
  newAsked,
  questions,
  random,
}: {
  readonly newAsked: () => Asked;
  readonly questions: number;
  readonly random: () => number;
}): Promise<ByStrategy> {
  const found = new Map<Strategy, Found[]>(strategies.map((strategy) => [strategy, []]));
  let sent = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    while (sent < questions) {
      const strategy = strategies[next % strategies.length] ?? 'halves';
      next += 1;
      const one = await searchFor(newAsked(), { strategy, random, hours: 24 });
      sent += one.questions;
      found.get(strategy)?.push(one);
    }
  };
  await Promise.all(Array.from({ length: accountsAtOnce }, worker));
  return found;
}

const share = (width: bigint): number => Number((width * 1_000_000n) / balanceMax) / 1_000_000;
const percent = (part: number): string => `${(part * 100).toFixed(2)} %`;

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function report(found: ByStrategy, seconds: number): void {
  const rows = [...found].map(([strategy, all]) => {
    const [hour, day] = [all.map((one) => share(one.afterHour)), all.map((one) => share(one.afterDay))];
    const asked = all.reduce((sum, one) => sum + one.questions, 0);
    const answered = all.reduce((sum, one) => sum + one.answered, 0);
    return [
      strategy,
      all.length,
      asked,
      answered,
      percent(medianOf(hour)),
      percent(Math.min(...hour)),
      percent(medianOf(day)),
      percent(Math.min(...day)),
    ];
  });
  const head = ['search', 'accounts', 'questions', 'answered', 'hour', 'least', 'day', 'least'];
  console.log(table(head, rows));
  console.log(`interval of the balance as a share of what was known before; ${seconds.toFixed(1)} s`);
}

function figuresOf(found: ByStrategy, control: Found): readonly Figure[] {
  const all = [...found.values()].flat();
  const questions = all.reduce((sum, one) => sum + one.questions, 0);
  const wrong = all.filter(({ balance, high, low }) => balance < low || balance >= high).length;
  const mean = (width: (one: Found) => bigint): number =>
    Math.min(
      ...[...found.values()].map(
        (some) => some.reduce((sum, one) => sum + share(width(one)), 0) / Math.max(1, some.length),
      ),
    );
  const [hour, day] = [mean((one) => one.afterHour), mean((one) => one.afterDay)];
  return [
    {
      name: `of ${questions} questions about ${all.length} random balances: interval after an hour and a day, mean of the best search`,
      figure: `${percent(hour)}; ${percent(day)}`,
      goal: `≥ ${percent(1 / casesMax.hour)}; ≥ ${percent(1 / casesMax.day)} of what was known before`,
      // A mean of few accounts scatters.
      isReached: hour >= 0.8 / casesMax.hour && day >= 0.8 / casesMax.day,
    },
    {
      name: 'answers that contradict the balance',
      figure: String(wrong),
      goal: '0',
      isReached: wrong === 0,
    },
    {
      name: 'control without memory: interval after an hour',
      figure: `${control.afterHour} cents`,
      goal: '1 cent',
      isReached: control.afterHour === 1n,
    },
  ];
}
