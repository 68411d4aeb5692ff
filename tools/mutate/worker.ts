import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { Parse } from 'typebox/value';
import { switchName } from './instrument.ts';
import { type Job, jobSchema, type Report, reportMark } from './job.ts';
import { addressOf, hookModules } from './mutant-modules.ts';
import { endTests, type RegisteredTest, readTests, runTest } from './test-registry.ts';

/**
 * Tries the mutants of one file: each test runs once without them, which shows what it reaches; then with each mutant
 * that it reaches, the fastest first, until one fails.
 */
const job: Job = Parse(jobSchema, JSON.parse(await text(process.stdin)));

/** A test that takes this much longer with a mutant hangs. */
const limit = { leastMs: 3_000, times: 8 } as const;

const none = -1;
let active: number = none;
let reached = new Set<number>();

Reflect.set(globalThis, switchName, (id: number): boolean => {
  reached.add(id);
  return id === active;
});
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env['SEED'] ?? 1),
  // The first counterexample is enough.
  endOnFailure: true,
  // A survivor runs every property that reaches it. Cases that are left out can only hide that it is noticed.
  interruptAfterTimeLimit: job.propertyMaxMs,
  markInterruptAsFailure: false,
});
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
hookModules(job);

function report(one: Report): void {
  try {
    writeSync(1, `${reportMark}${JSON.stringify(one)}\n`);
  } catch {
    // The program that asked is gone.
    process.exit(1);
  }
}

/** Runs something while it is noted which mutants it reaches. */
async function recorded<Value>(
  run: () => Promise<Value>,
): Promise<{ value: Value; ids: ReadonlySet<number> }> {
  reached = new Set();
  const value = await run();
  return { value, ids: reached };
}

interface MeasuredTest {
  readonly test: RegisteredTest;
  readonly ids: ReadonlySet<number>;
  readonly tookMs: number;
}

async function measured(test: RegisteredTest): Promise<MeasuredTest | undefined> {
  const startedAtMs = performance.now();
  try {
    const { ids } = await recorded(async () => runTest(test));
    return { test, ids, tookMs: performance.now() - startedAtMs };
  } catch (error) {
    report({ kind: 'broken', test: test.name, error: String(error) });
    return undefined;
  }
}

async function fails(test: RegisteredTest): Promise<boolean> {
  try {
    await runTest(test);
    return false;
  } catch {
    return true;
  }
}

/** Activates a mutant while tests run, each with its limit. */
async function firstFailing(id: number, tests: readonly MeasuredTest[]): Promise<RegisteredTest | undefined> {
  for (const { test, tookMs } of tests) {
    report({ kind: 'started', id, limitMs: limit.leastMs + limit.times * tookMs });
    active = id;
    const isKilled = await fails(test);
    active = none;
    if (isKilled) return test;
  }
  return undefined;
}

/** Returns whether the tests of one file notice a mutant that is reached while they run. */
async function isNoticed(id: number, tests: readonly MeasuredTest[]): Promise<boolean> {
  const killer = await firstFailing(
    id,
    tests.filter(({ ids }) => ids.has(id)),
  );
  if (killer === undefined) return false;
  report({ kind: 'idle' });
  if (await fails(killer)) {
    report({ kind: 'spoilt', id });
    process.exit(0);
  }
  report({ kind: 'killed', id, by: killer.name });
  return true;
}

/** The same for a mutant that is reached while modules are read: they are read again with it. */
async function isNoticedWhenRead(id: number, url: string, tests: readonly MeasuredTest[]): Promise<boolean> {
  report({ kind: 'started', id, limitMs: limit.leastMs * 5 });
  active = id;
  const again = await readTests(async () => import(addressOf(url, id))).catch(() => undefined);
  const tookMs = new Map(tests.map((each) => [each.test.name, each.tookMs]));
  const killer =
    again === undefined
      ? { name: 'reading the module' }
      : await firstFailing(
          id,
          again
            .map((test) => ({ test, ids: new Set<number>(), tookMs: tookMs.get(test.name) ?? 0 }))
            .filter(({ test }) => tookMs.has(test.name))
            .toSorted((one, other) => one.tookMs - other.tookMs),
        );
  active = none;
  await endTests(again ?? []);
  if (killer === undefined) return false;
  report({ kind: 'killed', id, by: killer.name });
  return true;
}

/** Ids of mutants that some test reached and none noticed. */
const survived = new Set<number>();

async function tryTestFile(path: string, left: Set<number>): Promise<void> {
  const url = pathToFileURL(join(job.root, path)).href;
  report({ kind: 'idle' });
  // The address with a number makes this file read the target itself, not a copy that another test file has read.
  const { ids: whenRead, value: tests } = await recorded(async () =>
    readTests(async () => import(addressOf(url, `of-${path}`))),
  );
  const known: MeasuredTest[] = [];
  for (const test of tests) {
    const one = await measured(test);
    if (one !== undefined) known.push(one);
  }
  const sorted = known.toSorted((one, other) => one.tookMs - other.tookMs);
  for (const id of left) {
    const isRead = whenRead.has(id);
    if (!isRead && !sorted.some(({ ids }) => ids.has(id))) continue;
    const isKilled = isRead ? await isNoticedWhenRead(id, url, sorted) : await isNoticed(id, sorted);
    if (isKilled) left.delete(id);
    else survived.add(id);
  }
  report({ kind: 'idle' });
  await endTests(tests);
}

const left = new Set(job.ids);
for (const path of job.testFiles) if (left.size > 0) await tryTestFile(path, left);
for (const id of left) report({ kind: 'survived', id, isReached: survived.has(id) });
report({ kind: 'ended' });
process.exit(0);
