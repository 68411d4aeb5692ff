import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { destinationOf } from '../../server/src/capabilities/authorization/domain/sends/destination.ts';
import {
  blockCredit,
  countryCredit,
  otpPrefixPerHour,
  outstandingHours,
  unprovenPerBankHour,
  unregisteredPerBankHour,
  unregisteredPerClientHour,
} from '../../server/src/capabilities/authorization/domain/sends/policy.ts';
import { recordSendUse, reserveSend } from '../../server/src/capabilities/authorization/steps/sends.ts';
import { Problem } from '../../server/src/platform/kernel/problem.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import { type FakeClock, fakeClock } from '../../server/src/platform/testing/fake-clock.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { commandContext } from '../harness/command-context.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import {
  attacks,
  attackTraffic,
  type CodeRequest,
  homeBlocks,
  homeCountry,
  honestTraffic,
  isHonest,
  newcomerShare,
  type TrafficSize,
  usualHour,
  type Who,
} from './pumping-traffic.ts';

const sizes: Readonly<Record<Scale, TrafficSize>> = {
  ci: { hours: 12, users: 300, newcomers: 1_500, attacks: 2_500 },
  night: { hours: 12, users: 9_000, newcomers: 3_000, attacks: 15_000 },
  full: { hours: 12, users: 45_000, newcomers: 5_000, attacks: 50_000 },
};
const bankId = '01';
const start = '2027-03-03T08:00:00Z';
const sideBySide = 16;
/** All requests within one tick of the clock run in parallel. */
const tickSeconds = 30;
const honestRefusedMax = 0.001;
const audited = { aggregateKind: 'verification', aggregateId: 'pumping', changes: [] } as const;

interface Count {
  asked: number;
  sent: number;
  used: number;
}

interface RunContext {
  readonly ctx: Context;
  readonly clock: FakeClock;
  readonly counts: Map<Who, Count>;
  /** Actions of each tick. */
  readonly ticks: (() => Promise<void>)[][];
}

/**
 * Attackers request messages to numbers they earn from, in all known ways, among honest users who sign in and sign
 * up. All requests use the real reservation on a real database while the clock advances. The messages to attackers
 * must stay within the limit, and hardly any honest request may be refused.
 */
export async function torturePumping({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  await using database = await createTestDatabase({ isDurable: true, poolSize: 8 });
  // The run does not test durability.
  await database.query(`alter database ${database.name} set synchronous_commit = off`);
  const clock = fakeClock(start);
  const ctx = commandContext({ database: database.app, bankId, clock, operationId: 'pumping' });
  const ticks = Array.from({ length: (size.hours * 3_600) / tickSeconds }, () => []);
  const context: RunContext = { ctx, clock, counts: new Map(), ticks };
  await remember(database);
  for (const request of [...honestTraffic(size, seed), ...attackTraffic(size, seed + 1)])
    plan(context, request);
  await live(context);
  const figures = await evaluate(context, size, database);
  await database.app.close();
  return figures;
}

/** Inserts the counts of the previous day, so that the run does not start at a bank without history. */
async function remember(database: TestDatabase): Promise<void> {
  const { block, country } = usualHour();
  const insert = `insert into "authorization".send_tally (bank_id, scope, tally_key, hour, sent, used)
    select $1, $2, key, $3::timestamptz - ago * interval '1 hour', $4, $5
      from unnest($6::text[]) as key, generate_series(1, 24) as ago`;
  await database.query(insert, [bankId, 'prefix', start, block, block, homeBlocks]);
  await database.query(insert, [bankId, 'country', start, country.sent, country.used, [homeCountry]]);
}

function plan(context: RunContext, request: CodeRequest): void {
  at(context, request.second, () => ask(context, request));
}

/** Schedules an action; drops it when it is after the end of the run. */
function at({ ticks }: RunContext, second: number, action: () => Promise<void>): void {
  ticks[Math.floor(second / tickSeconds)]?.push(action);
}

async function live({ clock, ticks }: RunContext): Promise<void> {
  const begin = Temporal.Instant.from(start);
  const show = progress('pumping', ticks.length);
  for (const [tick, actions] of ticks.entries()) {
    clock.set(begin.add({ seconds: tick * tickSeconds }).toString());
    // A code that is used immediately adds an action to the tick.
    while (actions.length > 0) await Promise.all(actions.splice(0, sideBySide).map((action) => action()));
    show(tick + 1);
  }
}

/** Requests a code and, if it is sent, continues as drawn. */
async function ask(context: RunContext, request: CodeRequest): Promise<void> {
  const { ctx } = context;
  const { clientId, number, who } = request;
  const count = countOf(context, who);
  const isRegistered = who === 'user';
  const place = destinationOf(number);
  const recipientIndex = createHash('sha256').update(number).digest();
  count.asked += 1;
  const isSent = await runCommand(ctx, async (work) => {
    await reserveSend(ctx, work, {
      channel: 'sms',
      clientId,
      isRegistered,
      recipientIndexes: [recipientIndex],
      destination: place,
      now: ctx.clock.now(),
    });
    work.audit(audited);
    return true;
  }).catch(ifRefused);
  if (!isSent || place === 'refused') return;
  count.sent += 1;
  const { againAfter, second, usedAfter } = request;
  if (againAfter !== undefined) {
    // The user enters the second code.
    plan(context, { who, number, clientId, second: second + againAfter, usedAfter: 20 });
  }
  if (usedAfter === undefined) return;
  const sentAt = ctx.clock.now();
  at(context, second + usedAfter, async () => {
    count.used += 1;
    await runCommand(ctx, async (work) => {
      recordSendUse(ctx, work, {
        clientId,
        isRegistered,
        destination: place,
        sentAt,
        recipientIndexes: [recipientIndex],
      });
      work.audit(audited);
    });
  });
}

function ifRefused(error: unknown): false {
  if (error instanceof Problem && error.literal === 'too-many-requests') return false;
  throw error;
}

function countOf({ counts }: RunContext, who: Who): Count {
  const count = counts.get(who) ?? { asked: 0, sent: 0, used: 0 };
  counts.set(who, count);
  return count;
}

function sumOf(counts: readonly Count[]): Count {
  const sum = (of: (count: Count) => number): number => counts.reduce((total, count) => total + of(count), 0);
  return { asked: sum(({ asked }) => asked), sent: sum(({ sent }) => sent), used: sum(({ used }) => used) };
}

function refusedShare({ asked, sent }: Count): number {
  return (asked - sent) / asked;
}

/**
 * Returns the maximum that attackers can get: the hourly limit for unknown destinations, the credit of honest use
 * once per cooling-off period of a breaker, and two messages for each used code.
 */
function budgetOf({ hours }: TrafficSize, used: number): number {
  const coolings = Math.ceil(hours / outstandingHours) + 1;
  const earned = blockCredit.start + blockCredit.earnedMax + countryCredit.start + countryCredit.earnedMax;
  return unprovenPerBankHour * (hours + 1) + coolings * earned + 2 * used;
}

/** Returns the maximum hour of every limited count. */
async function fullest(database: TestDatabase): Promise<readonly Figure[]> {
  const limits = [
    ['bank', 'unregistered', unregisteredPerBankHour],
    ['bank', 'unproven', unprovenPerBankHour],
    ['client', 'sms-unregistered %', unregisteredPerClientHour],
    ['client', '+%', otpPrefixPerHour],
  ] as const;
  return Promise.all(
    limits.map(async ([scope, like, limit]) => {
      const [row] = await database.query<{ most: number | null }>(
        `select max(sent) as most from "authorization".send_tally where scope = $1 and tally_key like $2`,
        [scope, like],
      );
      const most = row?.most ?? 0;
      const name = `maximum hour of ${scope} ${like}`;
      return { name, figure: String(most), goal: `at most ${limit}`, isReached: most <= limit };
    }),
  );
}

async function evaluate(
  context: RunContext,
  size: TrafficSize,
  database: TestDatabase,
): Promise<readonly Figure[]> {
  const { counts } = context;
  const all = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  console.log(
    table(
      ['who', 'asked', 'sent', 'refused', 'used'],
      all.map(([who, { asked, sent, used }]) => [who, asked, sent, asked - sent, used]),
    ),
  );
  const newcomers = sumOf(all.filter(([who]) => isHonest(who) && who !== 'user').map(([, count]) => count));
  const users = countOf(context, 'user');
  const attackers = sumOf(attacks.map((attack) => countOf(context, attack)));
  const nonUsers = sumOf(all.filter(([who]) => who !== 'user').map(([, count]) => count));
  const budget = budgetOf(size, nonUsers.used);
  const bankBudget = unregisteredPerBankHour * size.hours;
  // A smaller run leaves out users rather than unknown recipients, who alone can be refused; each group counts by its
  // true share.
  const refused = refusedShare(users) * (1 - newcomerShare) + refusedShare(newcomers) * newcomerShare;
  return [
    {
      name: 'messages to unknown recipients, total',
      figure: String(nonUsers.sent),
      goal: `at most ${bankBudget}`,
      isReached: nonUsers.sent <= bankBudget,
    },
    {
      name: `messages to attackers, of ${attackers.asked} requested`,
      figure: String(attackers.sent),
      goal: `at most ${budget}`,
      isReached: attackers.sent <= budget,
    },
    {
      name: 'honest requests refused',
      figure: `${(refused * 1_000).toFixed(2)} ‰`,
      goal: 'under 1 ‰',
      isReached: refused < honestRefusedMax,
    },
    {
      name: 'users refused because of attacks on unknown recipients',
      figure: String(users.asked - users.sent),
      goal: '0',
      isReached: users.asked === users.sent,
    },
    {
      name: 'messages to premium rate and satellites',
      figure: String(countOf(context, 'premium and satellites').sent),
      goal: '0',
      isReached: countOf(context, 'premium and satellites').sent === 0,
    },
    ...(await fullest(database)),
  ];
}
