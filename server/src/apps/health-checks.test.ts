import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { absentDatabase } from '#platform/testing/test-server.ts';
import {
  bankKeysCheck,
  type Check,
  databaseCheck,
  type RunningHealthCache,
  restoreLedgerCheck,
  startHealthCache,
} from './health-checks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Watched extends AsyncDisposable {
  readonly cache: RunningHealthCache;
  readonly lines: string[];
  /** `name state effect` of every result. */
  summaries(): readonly string[];
}

const clock = fakeClock('2026-11-15T10:00:00Z');

function watch(checks: readonly Check[]): Watched {
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  });
  const cache = startHealthCache({ checks, clock, log });
  return {
    cache,
    lines,
    summaries: () => cache.results().map(({ name, state, effect }) => `${name} ${state} ${effect}`),
    [Symbol.asyncDispose]: () => cache.stop(),
  };
}

const checkThat = (run: Check['run'], isVital = true): Check => ({
  name: 'thing',
  isVital,
  run,
  failedEffect: 'Nothing works.',
});
const acceptsRequests = 'drain pass Accepts requests.';
const aMoment = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);
const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1_000);

describe('a health cache', () => {
  test('that has not run its checks yet does not report success', async () => {
    await using watched = watch([checkThat(async () => ({ state: 'pass', effect: 'Fine.' }))]);
    expect(watched.summaries()).toEqual([acceptsRequests, 'thing fail Not checked yet.']);
    await aMoment();
    expect(watched.summaries()).toEqual([acceptsRequests, 'thing pass Fine.']);
  });

  test('runs the checks every second, and logs changes only', async () => {
    const states = ['pass', 'pass', 'warn', 'pass'] as const;
    let runs = 0;
    await using watched = watch([
      checkThat(async () => {
        runs += 1;
        return { state: states[runs - 1] ?? 'pass', effect: 'x' };
      }),
    ]);
    await aMoment();
    await seconds(3.5);
    expect(runs).toBe(4);
    expect(watched.lines.map((line) => /"state":"(\w+)"/.exec(line)?.[1])).toEqual(['pass', 'warn', 'pass']);
  });

  test('counts a check that throws as failed, and reports the effect', async () => {
    await using watched = watch([
      checkThat(async () => {
        throw new Error('secret-canary');
      }),
    ]);
    await aMoment();
    expect(watched.summaries()).toEqual([acceptsRequests, 'thing fail Nothing works.']);
    expect(watched.lines.join('')).not.toContain('canary');
  });

  test('does not wait for a check that hangs, and runs it again', async () => {
    let runs = 0;
    const hanging = checkThat(() => {
      runs += 1;
      return runs === 1 ? new Promise(() => undefined) : Promise.resolve({ state: 'pass', effect: 'Fine.' });
    });
    await using watched = watch([hanging]);
    await seconds(0.9);
    expect(watched.summaries()).toEqual([acceptsRequests, 'thing fail Not checked yet.']);
    await seconds(0.2);
    expect(watched.summaries()).toEqual([acceptsRequests, 'thing fail Nothing works.']);
    await seconds(1);
    expect(watched.summaries()).toEqual([acceptsRequests, 'thing pass Fine.']);
  });

  test('ignores a result that comes after the timeout', async () => {
    const late = Promise.withResolvers<Awaited<ReturnType<Check['run']>>>();
    await using watched = watch([checkThat(() => late.promise)]);
    await seconds(1.1);
    late.resolve({ state: 'pass', effect: 'Fine.' });
    await aMoment();
    expect(watched.summaries()).toEqual([acceptsRequests, 'thing fail Nothing works.']);
  });

  test('responds at once, with the time of the last check', async () => {
    await using watched = watch([checkThat(async () => ({ state: 'pass', effect: 'Fine.' }))]);
    await aMoment();
    const [, thing] = watched.cache.results();
    expect(thing).toMatchObject({ isVital: true, checkedAt: clock.now() });
  });

  test('that drains fails vitally, whatever its checks say', async () => {
    await using watched = watch([checkThat(async () => ({ state: 'pass', effect: 'Fine.' }))]);
    await aMoment();
    watched.cache.drain();
    expect(watched.cache.results()[0]).toMatchObject({ name: 'drain', state: 'fail', isVital: true });
  });

  test('that was stopped runs no more checks', async () => {
    let runs = 0;
    const watched = watch([
      checkThat(async () => {
        runs += 1;
        return { state: 'pass', effect: 'x' };
      }),
    ]);
    await aMoment();
    await watched.cache.stop();
    await seconds(10);
    expect(runs).toBe(1);
  });
});

describe('the checks', () => {
  test('an instance that cannot load the keys of a bank is not ready before others use them', async () => {
    let ageMs = 3_000;
    const check = bankKeysCheck(() => ageMs);
    expect(check.isVital).toBe(true);
    expect((await check.run()).state).toBe('pass');
    ageMs = 21_000;
    expect((await check.run()).state).toBe('fail');
  });

  test('an unavailable database fails vitally', async () => {
    vi.useRealTimers();
    await using database = absentDatabase();
    const check = databaseCheck(database);
    expect(check.isVital).toBe(true);
    await expect(check.run()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test.each([
    [undefined, 'warn'],
    ['/shared/ledger', 'pass'],
  ] as const)('a restore ledger at %s: %s, and work continues', async (erasureLedger, state) => {
    const check = restoreLedgerCheck({ erasureLedger });
    expect(check.isVital).toBe(false);
    expect(await check.run()).toMatchObject({ state });
  });
});
