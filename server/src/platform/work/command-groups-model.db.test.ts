import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import { createLab, insertAccount, type Lab, lockAccount } from '#platform/testing/lab.ts';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { type Claim, runGrouped } from './command.ts';
import { groupsOver, outcomeOf, problems, waitTicks } from './command-groups.suite.ts';
import type { CommandGroups } from './command-groups.ts';
import type { Work } from './unit-of-work.ts';

/** `SEED=` repeats a run, `SCHEDULES=` makes a longer one. */
const seed = seedOfRun();
const schedules = Number(process.env['SCHEDULES'] ?? 1_000);
/** Each schedule has its own bank, so several may run concurrently. */
const atOnce = 20;

let lab: Lab;
let groups: CommandGroups;
beforeAll(async () => {
  lab = await createLab({ poolSize: 6 });
  // A command that runs alone may deadlock with a group; a short timeout detects that at once.
  await lab.database.query(`alter database ${lab.database.name} set deadlock_timeout = '10ms'`);
  groups = groupsOver(lab.database.app, { sizeMax: 4 });
});
afterAll(() => lab[Symbol.asyncDispose]());

const accounts = ['x', 'y', 'z'] as const;
const fates = [
  'done',
  'done',
  'done',
  'refused',
  'leaves',
  'error once',
  'error',
  'failed question once',
  'failed write once',
  'failed write',
  'not audited once',
  'killed while asking once',
  'killed while saving once',
] as const;

/** One command: which counters it increments, its failure, and how slow it is. */
interface Plan {
  readonly name: string;
  readonly touched: readonly string[];
  readonly fate: (typeof fates)[number];
  readonly pauses: readonly [number, number, number];
  readonly claims: 'first' | 'last';
  readonly reads: 'at once' | 'in turn';
}

/** Lehmer's generator; sufficient to choose. */
function chooser(start: number): (limit: number) => number {
  let state = (start % 2_147_483_646) + 1;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  for (let warm = 0; warm < 3; warm += 1) next();
  return (limit) => next() % limit;
}

function plansOf(schedule: number): readonly Plan[] {
  const below = chooser(seed + schedule * 7_919);
  // In a third of them there are no failures, so that large groups succeed.
  const fatesKnown = below(3) === 0 ? 3 : fates.length;
  return Array.from({ length: 2 + below(6) }, (_, index) => {
    const first = below(accounts.length);
    const touched = [first, ...(below(3) === 0 ? [(first + 1 + below(2)) % accounts.length] : [])];
    return {
      name: `c${index}`,
      touched: touched.map((at) => accounts[at] ?? 'x'),
      fate: fates[below(fatesKnown)] ?? 'done',
      pauses: [below(4), below(3), below(3)],
      claims: below(2) === 0 ? 'first' : 'last',
      reads: below(2) === 0 ? 'at once' : 'in turn',
    };
  });
}

const setAmount = plainStatement(
  'update lab.account set amount = $3 where bank_id = $1 and id = $2',
  'write',
);
const killSelf = plainStatement('select pg_terminate_backend(pg_backend_pid())', 'lock');
const broken = plainStatement('select 1 / 0', 'lock');

async function see(work: Work, bankId: string, plan: Plan): Promise<readonly bigint[]> {
  const questions = plan.touched.toSorted().map((id) => () => work.lock(lockAccount([bankId, id])));
  const rows: ({ id: string; amount: bigint } | undefined)[] = [];
  if (plan.reads === 'at once') rows.push(...(await Promise.all(questions.map((readOnce) => readOnce()))));
  else for (const readOnce of questions) rows.push(await readOnce());
  return plan.touched.map((id) => rows.find((row) => row?.id === id)?.amount ?? -1n);
}

/** Whether the failure occurs now; a one-time failure occurs in the first attempt. */
type Strikes = (fate: Plan['fate']) => boolean;

async function readOnce(work: Work, strikes: Strikes): Promise<void> {
  if (strikes('failed question once')) await work.lock(broken([]));
  if (strikes('killed while asking once')) await work.lock(killSelf([]));
}

function end(strikes: Strikes): void {
  if (strikes('error') || strikes('error once')) throw new TypeError('oops');
  if (strikes('leaves')) throw problems.moved();
}

interface Change {
  readonly field: string;
  readonly after: number;
}

function collect(work: Work, strikes: Strikes, saved: Saved & { readonly bankId: string }): void {
  const { bankId, changes, name } = saved;
  for (const { after, field } of changes) work.write(setAmount([bankId, field, after]));
  if (strikes('failed write') || strikes('failed write once')) work.write(insertAccount([bankId, name, -1n]));
  if (strikes('killed while saving once')) work.write(killSelf([]));
  if (!strikes('not audited once')) work.audit({ aggregateKind: 'command', aggregateId: name, changes });
  if (strikes('refused')) work.rejectAfterCommit(problems['bad-code']());
}

/** Sets each counter to one more than it read: a lost update would show. */
async function carryOut(plan: Plan, bankId: string): Promise<string> {
  const { claims, fate, name, pauses, touched } = plan;
  let attempts = 0;
  await waitTicks(pauses[0]);
  const [key = '', ...others] = touched;
  const decide = async (work: Work, claim: Claim): Promise<string> => {
    attempts += 1;
    const isFirst = attempts === 1;
    const strikes: Strikes = (candidate) => fate === candidate && (isFirst || !candidate.endsWith('once'));
    await waitTicks(pauses[1]);
    if (claims === 'first') others.forEach(claim);
    const seen = await see(work, bankId, plan);
    await readOnce(work, strikes);
    await waitTicks(pauses[2]);
    if (claims === 'last') others.forEach(claim);
    end(strikes);
    const changes = touched.map((field, index) => ({ field, after: Number(seen[index]) + 1 }));
    collect(work, strikes, { bankId, name, changes });
    return 'done';
  };
  return outcomeOf(runGrouped(lab.context({ bankId }), { groups, key }, decide));
}

interface Saved {
  readonly name: string;
  readonly changes: readonly Change[];
}

/** The expected outcome, apart from an unknown outcome or too many conflicts. */
function expectedOf(fate: Plan['fate']): RegExp {
  if (fate === 'refused') return /^problem bad-code$/;
  if (fate === 'leaves') return /^problem moved$/;
  if (fate === 'error') return /^error oops$/;
  return fate === 'failed write' ? /^error .*account_amount_positive/ : /^done$/;
}

/** Whether there is a serial order of the saved commands in which each read exactly what those before it left. */
function isSerial(saved: readonly Saved[], ends: Readonly<Record<string, number>>): boolean {
  const now: Record<string, number> = { x: 0, y: 0, z: 0 };
  let rest = saved;
  while (rest.length > 0) {
    const next = rest.find(({ changes }) =>
      changes.every(({ after, field }) => after === (now[field] ?? 0) + 1),
    );
    if (next === undefined) return false;
    for (const { after, field } of next.changes) now[field] = after;
    rest = rest.filter((one) => one !== next);
  }
  return accounts.every((id) => now[id] === ends[id]);
}

function checkOutcomes(
  plans: readonly Plan[],
  outcomes: readonly string[],
  saved: readonly Saved[],
): readonly string[] {
  return plans.flatMap(({ fate, name }, index) => {
    const outcome = outcomes[index] ?? '';
    const times = saved.filter((one) => one.name === name).length;
    if (outcome === 'unknown') return times > 1 ? [`${name} ${fate}: unknown, but saved ${times} times`] : [];
    if (outcome === 'problem service-unavailable') return times > 0 ? [`${name}: refused, but saved`] : [];
    const isSaved = outcome === 'done' || outcome === 'problem bad-code';
    if (!expectedOf(fate).test(outcome)) return [`${name} ${fate}: outcome ${outcome}`];
    return times === (isSaved ? 1 : 0) ? [] : [`${name} ${fate}: outcome ${outcome}, saved ${times} times`];
  });
}

interface Tally {
  counts: Record<string, number>;
  errors: string[];
  grouped: number;
}

async function runSome(from: number, tally: Tally): Promise<void> {
  const numbers = Array.from({ length: atOnce }, (_, index) => from + index);
  const banks = numbers.map((schedule) => `s${schedule}`);
  await lab.database.empty('lab.account', 'platform.audit_entry');
  await lab.database.query(
    `insert into lab.account (bank_id, id, amount)
     select bank, id, 0 from unnest($1::text[]) as bank, unnest($2::text[]) as id`,
    [banks, accounts],
  );
  const plans = numbers.map(plansOf);
  const outcomes = await Promise.all(
    plans.map((some, index) => Promise.all(some.map((plan) => carryOut(plan, banks[index] ?? '')))),
  );
  const rows = await lab.database.query<Saved & { bank_id: string; xmin: string }>(
    "select bank_id, aggregate_id as name, record::json->'changes' as changes, xmin::text from platform.audit_entry",
  );
  const ends = await lab.database.query<{ bank_id: string; id: string; amount: string }>(
    'select * from lab.account',
  );
  tally.grouped += rows.length - new Set(rows.map(({ xmin }) => xmin)).size;
  for (const [index, bankId] of banks.entries()) {
    const saved = rows.filter((row) => row.bank_id === bankId);
    const amounts = ends
      .filter((row) => row.bank_id === bankId)
      .map(({ amount, id }) => [id, Number(amount)]);
    const some = outcomes[index] ?? [];
    const errors = [...checkOutcomes(plans[index] ?? [], some, saved)];
    if (!isSerial(saved, Object.fromEntries(amounts))) errors.push('no serial order');
    tally.errors.push(...errors.map((error) => `SEED=${seed} schedule ${from + index}: ${error}`));
    for (const outcome of some)
      tally.counts[outcome.slice(0, 24)] = (tally.counts[outcome.slice(0, 24)] ?? 0) + 1;
  }
}

test(`whatever happens to its members, the result of groups equals some serial order of the commands (seed ${seed})`, async () => {
  const tally: Tally = { counts: {}, errors: [], grouped: 0 };
  for (let from = 0; from < schedules && tally.errors.length === 0; from += atOnce)
    await runSome(from, tally);
  expect(tally.errors).toEqual([]);
  // A model without failures would prove nothing.
  expect(tally.grouped).toBeGreaterThan(schedules / 4);
  for (const outcome of ['done', 'unknown', 'error oops', 'problem moved', 'problem bad-code'])
    expect(tally.counts[outcome]).toBeGreaterThan(schedules / 20);
  await lab.assertQuiet();
}, 300_000);
