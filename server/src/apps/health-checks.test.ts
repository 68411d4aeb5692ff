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
  said(): readonly string[];
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
    cache: cache,
    lines,
    said: () => cache.results().map(({ name, state, effect }) => `${name} ${state} ${effect}`),
    [Symbol.asyncDispose]: () => cache.stop(),
  };
}

const checkThat = (look: Check['look'], isVital = true): Check => ({
  name: 'thing',
  isVital,
  look,
  failedEffect: 'Nothing works.',
});
const takes = 'drain pass Takes requests.';
const aMoment = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);
const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1_000);

describe('a board', () => {
  test('that has not looked yet does not claim that all is well', async () => {
    await using watched = watch([checkThat(async () => ({ state: 'pass', effect: 'Fine.' }))]);
    expect(watched.said()).toEqual([takes, 'thing fail Not looked at yet.']);
    await aMoment();
    expect(watched.said()).toEqual([takes, 'thing pass Fine.']);
  });

  test('looks again every second, and says in the log only what changed', async () => {
    const states = ['pass', 'pass', 'warn', 'pass'] as const;
    let looks = 0;
    await using watched = watch([
      checkThat(async () => {
        looks += 1;
        return { state: states[looks - 1] ?? 'pass', effect: 'x' };
      }),
    ]);
    await aMoment();
    await seconds(3.5);
    expect(looks).toBe(4);
    expect(watched.lines.map((line) => /"state":"(\w+)"/.exec(line)?.[1])).toEqual(['pass', 'warn', 'pass']);
  });

  test('takes a check that throws for one that failed, and says what that means', async () => {
    await using watched = watch([
      checkThat(async () => {
        throw new Error('secret-canary');
      }),
    ]);
    await aMoment();
    expect(watched.said()).toEqual([takes, 'thing fail Nothing works.']);
    expect(watched.lines.join('')).not.toContain('canary');
  });

  test('does not wait for a check that hangs, and looks again', async () => {
    let looks = 0;
    const hanging = checkThat(() => {
      looks += 1;
      return looks === 1 ? new Promise(() => undefined) : Promise.resolve({ state: 'pass', effect: 'Fine.' });
    });
    await using watched = watch([hanging]);
    await seconds(0.9);
    expect(watched.said()).toEqual([takes, 'thing fail Not looked at yet.']);
    await seconds(0.2);
    expect(watched.said()).toEqual([takes, 'thing fail Nothing works.']);
    await seconds(1);
    expect(watched.said()).toEqual([takes, 'thing pass Fine.']);
  });

  test('whose late answer comes after its time is up does not believe it any more', async () => {
    const late = Promise.withResolvers<Awaited<ReturnType<Check['look']>>>();
    await using watched = watch([checkThat(() => late.promise)]);
    await seconds(1.1);
    late.resolve({ state: 'pass', effect: 'Fine.' });
    await aMoment();
    expect(watched.said()).toEqual([takes, 'thing fail Nothing works.']);
  });

  test('asked never waits, and tells the time of the last look', async () => {
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

  test('that was stopped looks no more', async () => {
    let looks = 0;
    const watched = watch([
      checkThat(async () => {
        looks += 1;
        return { state: 'pass', effect: 'x' };
      }),
    ]);
    await aMoment();
    await watched.cache.stop();
    await seconds(10);
    expect(looks).toBe(1);
  });
});

describe('the checks themselves', () => {
  test('an instance that cannot load the keys of a bank takes no requests, before others use them', async () => {
    let ageMs = 3_000;
    const check = bankKeysCheck(() => ageMs);
    expect(check.isVital).toBe(true);
    expect((await check.look()).state).toBe('pass');
    ageMs = 21_000;
    expect((await check.look()).state).toBe('fail');
  });

  test('a database that is away fails, and nothing can be served without it', async () => {
    vi.useRealTimers();
    await using database = absentDatabase();
    const check = databaseCheck(database);
    expect(check.isVital).toBe(true);
    await expect(check.look()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test.each([
    [undefined, 'warn'],
    ['/shared/ledger', 'pass'],
  ] as const)('a restore ledger at %s: %s, and work goes on', async (erasureLedger, state) => {
    const check = restoreLedgerCheck({ erasureLedger });
    expect(check.isVital).toBe(false);
    expect(await check.look()).toMatchObject({ state });
  });
});
