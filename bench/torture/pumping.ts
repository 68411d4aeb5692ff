import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { placeOf } from '../../server/src/capabilities/authorization/domain/sends/destination.ts';
import {
  blockCredit,
  countryCredit,
  otpPrefixPerHour,
  outstandingHours,
  unprovenPerBankHour,
  unregisteredPerBankHour,
  unregisteredPerClientHour,
} from '../../server/src/capabilities/authorization/domain/sends/policy.ts';
import { recordSendUse } from '../../server/src/capabilities/authorization/steps/record-send-use.ts';
import { reserveSend } from '../../server/src/capabilities/authorization/steps/reserve-send.ts';
import { Problem } from '../../server/src/platform/kernel/problem.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import { type FakeClock, fakeClock } from '../../server/src/platform/testing/fake-clock.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { commandContext } from '../harness/command-context.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import type { TortureOptions } from '../torture.ts';
import {
  attacks,
  attackTraffic,
  type CodeRequest,
  homeBlocks,
  homeCountry,
  honestTraffic,
  isHonest,
  strangersShare,
  type TrafficSize,
  usualHour,
  type Who,
} from './pumping-traffic.ts';

const sizes: Readonly<Record<Scale, TrafficSize>> = {
  ci: { hours: 12, users: 300, strangers: 1_500, attacks: 2_500 },
  night: { hours: 12, users: 9_000, strangers: 3_000, attacks: 15_000 },
  full: { hours: 12, users: 45_000, strangers: 5_000, attacks: 50_000 },
};
const bankId = '01';
const start = '2027-03-03T08:00:00Z';
const sideBySide = 16;
/** Everything within one tick of the clock happens at once. */
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
  /** What happens at each tick of the run. */
  readonly ticks: (() => Promise<void>)[][];
}

/**
 * Attackers want messages sent for the sake of sending, in every way we could think of, among honest people who sign in
 * and sign up. All of them go through the real reservation on a real database while the clock goes on. What is sent
 * to attackers must stay within the budget, and honest people must hardly notice.
 */
export async function torturePumping({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const size = sizes[scale];
  await using database = await createTestDatabase({ poolSize: 8 });
  // What a power failure would lose is not asked here.
  await database.query(`alter database ${database.name} set synchronous_commit = off`);
  const clock = fakeClock(start);
  const ctx = commandContext({ database: database.app, bankId, clock, operationId: 'pumping' });
  const ticks = Array.from({ length: (size.hours * 3_600) / tickSeconds }, () => []);
  const context: RunContext = { ctx, clock, counts: new Map(), ticks };
  await remember(database);
  for (const wish of [...honestTraffic(size, seed), ...attackTraffic(size, seed + 1)]) plan(context, wish);
  await live(context);
  const figures = await judge(context, size, database);
  await database.app.close();
  return figures;
}

/** The day before: what honest people left in the counts, so that the run does not begin at a bank nobody knows. */
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

/** What would come after the end does not come. */
function at({ ticks }: RunContext, second: number, deed: () => Promise<void>): void {
  ticks[Math.floor(second / tickSeconds)]?.push(deed);
}

async function live({ clock, ticks }: RunContext): Promise<void> {
  const begin = Temporal.Instant.from(start);
  const show = progress('pumping', ticks.length);
  for (const [tick, deeds] of ticks.entries()) {
    clock.set(begin.add({ seconds: tick * tickSeconds }).toString());
    // A code that is used at once adds a deed to the tick.
    while (deeds.length > 0) await Promise.all(deeds.splice(0, sideBySide).map((deed) => deed()));
    show(tick + 1);
  }
}

/** Asks for a code and, if it is sent, goes on as was drawn. */
async function ask(context: RunContext, request: CodeRequest): Promise<void> {
  const { ctx } = context;
  const { clientId, number, who } = request;
  const count = countOf(context, who);
  const isRegistered = who === 'user';
  const place = placeOf(number);
  const recipientIndex = createHash('sha256').update(number).digest();
  count.asked += 1;
  const isSent = await runCommand(ctx, async (work) => {
    await reserveSend(ctx, work, {
      channel: 'sms',
      clientId,
      isRegistered,
      recipientIndexes: [recipientIndex],
      place,
      now: ctx.clock.now(),
    });
    work.audit(audited);
    return true;
  }).catch(ifRefused);
  if (!isSent || place === 'refused') return;
  count.sent += 1;
  const { againAfter, second, usedAfter } = request;
  if (againAfter !== undefined) {
    // The second message is the one that is read.
    plan(context, { who, number, clientId, second: second + againAfter, usedAfter: 20 });
  }
  if (usedAfter === undefined) return;
  const sentAt = ctx.clock.now();
  at(context, second + usedAfter, async () => {
    count.used += 1;
    await runCommand(ctx, async (work) => {
      recordSendUse(ctx, work, { clientId, isRegistered, place, sentAt, recipientIndexes: [recipientIndex] });
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
 * What attackers can get at most: what is set aside for unknown places in each hour, and, where honest people have
 * earned credit, all of it in each time a breaker takes to cool; and two for each code that is used.
 */
function budgetOf({ hours }: TrafficSize, used: number): number {
  const coolings = Math.ceil(hours / outstandingHours) + 1;
  const earned = blockCredit.start + blockCredit.earnedMax + countryCredit.start + countryCredit.earnedMax;
  return unprovenPerBankHour * (hours + 1) + coolings * earned + 2 * used;
}

/** The fullest hour of every count that has a limit. */
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
      const name = `fullest hour of ${scope} ${like}`;
      return { name, figure: String(most), goal: `at most ${limit}`, isReached: most <= limit };
    }),
  );
}

async function judge(
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
  const strangers = sumOf(all.filter(([who]) => who !== 'user').map(([, count]) => count));
  const budget = budgetOf(size, strangers.used);
  const bankBudget = unregisteredPerBankHour * size.hours;
  // A smaller run leaves out users rather than strangers, who alone can be refused; here each counts by its true share.
  const refused = refusedShare(users) * (1 - strangersShare) + refusedShare(newcomers) * strangersShare;
  return [
    {
      name: 'messages to strangers, all of them',
      figure: String(strangers.sent),
      goal: `at most ${bankBudget}`,
      isReached: strangers.sent <= bankBudget,
    },
    {
      name: `messages to attackers, of ${attackers.asked} asked for`,
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
      name: 'users refused because of attacks on strangers',
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
