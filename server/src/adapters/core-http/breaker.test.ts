import { describe, expect, test } from 'vitest';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { type Breaker, createBreaker } from './breaker.ts';

interface Tried {
  readonly breaker: Breaker;
  readonly clock: ReturnType<typeof fakeClock>;
  /** Trials so far; each waits for its result. */
  readonly trials: PromiseWithResolvers<void>[];
}

function create(): Tried {
  const clock = fakeClock('2026-11-16T09:00:00Z');
  const trials: PromiseWithResolvers<void>[] = [];
  const breaker = createBreaker({
    clock,
    failuresMax: 3,
    pauseMs: 5_000,
    probe: () => {
      const trial = Promise.withResolvers<void>();
      trials.push(trial);
      return trial.promise;
    },
    refuse: (cause) => new Error('refused', { cause }),
  });
  return { breaker, clock, trials };
}

const failTimes = (breaker: Breaker, times: number): void => {
  for (let count = 0; count < times; count += 1) breaker.failed();
};

describe('a breaker', () => {
  test('opens after failures in a row, and a success in between starts the count again', async () => {
    const { breaker } = create();
    failTimes(breaker, 2);
    breaker.succeeded();
    failTimes(breaker, 2);
    await breaker.enter();
    breaker.failed();
    await expect(breaker.enter()).rejects.toThrow('refused');
  });

  test('makes one trial after the pause, while other calls are refused, and closes if it succeeds', async () => {
    const { breaker, clock, trials } = create();
    failTimes(breaker, 3);
    clock.advance({ milliseconds: 4_999 });
    await expect(breaker.enter()).rejects.toThrow('refused');
    expect(trials).toHaveLength(0);
    clock.advance({ milliseconds: 1 });
    const first = breaker.enter();
    await expect(breaker.enter()).rejects.toThrow('refused');
    expect(trials).toHaveLength(1);
    trials[0]?.resolve();
    await first;
    await breaker.enter();
    expect(trials).toHaveLength(1);
    failTimes(breaker, 2);
    await breaker.enter();
  });

  test('stays open for another pause if the trial fails, and says why', async () => {
    const { breaker, clock, trials } = create();
    failTimes(breaker, 3);
    clock.advance({ seconds: 5 });
    const first = breaker.enter();
    const cause = new Error('still down');
    trials[0]?.reject(cause);
    await expect(first).rejects.toMatchObject({ message: 'refused', cause });
    clock.advance({ milliseconds: 4_999 });
    await expect(breaker.enter()).rejects.toThrow('refused');
    expect(trials).toHaveLength(1);
    clock.advance({ milliseconds: 1 });
    const second = breaker.enter();
    trials[1]?.resolve();
    await second;
  });

  test('opens at once for the pause that the system asks for', async () => {
    const { breaker, clock, trials } = create();
    breaker.failed(30_000);
    clock.advance({ seconds: 29 });
    await expect(breaker.enter()).rejects.toThrow('refused');
    clock.advance({ seconds: 1 });
    const first = breaker.enter();
    expect(trials).toHaveLength(1);
    trials[0]?.resolve();
    await first;
  });

  test('is not prolonged by calls that began before it opened', async () => {
    const { breaker, clock, trials } = create();
    failTimes(breaker, 3);
    clock.advance({ seconds: 4 });
    failTimes(breaker, 3);
    clock.advance({ seconds: 1 });
    const first = breaker.enter();
    expect(trials).toHaveLength(1);
    trials[0]?.resolve();
    await first;
  });

  test('does not stay open because the clock was set back', async () => {
    const { breaker, clock, trials } = create();
    failTimes(breaker, 3);
    clock.advance({ hours: -1 });
    const first = breaker.enter();
    expect(trials).toHaveLength(1);
    trials[0]?.resolve();
    await first;
  });
});
