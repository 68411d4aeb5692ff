import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { type ConcurrencyRules, createConcurrencyLimit } from './concurrency-limit.ts';

const rules: ConcurrencyRules = {
  runningMax: 3,
  runningPerCallerMax: 2,
  waitingMax: 4,
  waitingPerCallerMax: 2,
  waitMaxMs: 30_000,
};

/** Work that ends when the test says so, and a list of what has started. */
function workshop(more: Partial<ConcurrencyRules> = {}) {
  const limit = createConcurrencyLimit({ ...rules, ...more });
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const run = (caller: string, name: string): Promise<string> => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return limit
      .run(caller, async () => {
        started.push(name);
        await end.promise;
        return `done ${name}`;
      })
      .catch((error: unknown) => (error instanceof Problem ? error.literal : String(error)));
  };
  return { limit, run, started, finish: (name: string) => ends.get(name)?.resolve(), ends };
}

describe('a concurrency limit', () => {
  test('starts work up to its maximum, and the rest in the order of the calls', async () => {
    const { finish, run, started } = workshop();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => run(name, name));
    await Promise.resolve();
    expect(started).toEqual(['a', 'b', 'c']);
    finish('b');
    await all[1];
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    for (const name of ['a', 'c', 'd', 'e']) finish(name);
    expect(await Promise.all(all)).toEqual(['done a', 'done b', 'done c', 'done d', 'done e']);
  });

  test('leaves capacity for other callers beside one that floods it', async () => {
    const { finish, run, started } = workshop();
    const greedy = ['g1', 'g2', 'g3', 'g4'].map((name) => run('greedy', name));
    const modest = run('modest', 'm');
    await Promise.resolve();
    expect(started).toEqual(['g1', 'g2', 'm']);
    finish('m');
    expect(await modest).toBe('done m');
    // The caller's own limit applies although a slot is free.
    expect(started).toEqual(['g1', 'g2', 'm']);
    for (const name of ['g1', 'g2', 'g3', 'g4']) finish(name);
    await Promise.all(greedy);
  });

  test('refuses at once if the queue is full: 429 for the caller that fills it, 503 for others', async () => {
    const { finish, run } = workshop();
    const pending = ['g1', 'g2', 'g3', 'g4'].map((name) => run('greedy', name));
    expect(await run('greedy', 'g5')).toBe('too-many-requests');
    const others = ['a', 'b', 'c'].map((name) => run(name, name));
    expect(await run('d', 'd')).toBe('service-unavailable');
    for (const name of ['g1', 'g2', 'g3', 'g4', 'a', 'b', 'c']) finish(name);
    await Promise.all([...pending, ...others]);
  });

  test('refuses after its longest wait, and does not start that work later', async () => {
    const { finish, run, started } = workshop({ waitMaxMs: 20, waitingPerCallerMax: 1 });
    const pending = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1')];
    // The first to wait is not blocked by itself, even if only one may wait.
    expect(await run('a', 'a3')).toBe('too-many-requests');
    expect(await run('c', 'c1')).toBe('service-unavailable');
    for (const name of ['a1', 'a2', 'b1']) finish(name);
    await Promise.all(pending);
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  test('frees the slot of work that fails', async () => {
    const limit = createConcurrencyLimit({ ...rules, runningMax: 1, waitingMax: 0 });
    for (let time = 0; time < 5; time += 1)
      await expect(limit.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limit.run('a', async () => 'done')).toBe('done');
  });

  test('that is closed waits for running work, and refuses waiting and later work', async () => {
    const { finish, limit, run } = workshop({ runningMax: 1 });
    const running = run('a', 'a');
    const waiting = run('b', 'b');
    const closing = limit.close();
    expect(await waiting).toBe('service-unavailable');
    expect(await run('c', 'c')).toBe('service-unavailable');
    finish('a');
    expect(await running).toBe('done a');
    await closing;
  });
});

/** Runs everything that only waits for its slot. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a concurrency limit without limits per caller', () => {
  test('runs work in order, never more at once than allowed, and drops none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 30 }),
        fc.infiniteStream(fc.nat({ max: 3 })),
        async (concurrency, comers, lengths) => {
          const queue = createConcurrencyLimit({ runningMax: concurrency, waitingMax: 30 });
          const begun: number[] = [];
          let most = 0;
          const work = Array.from({ length: comers }, (_, index) =>
            queue.run('a', async () => {
              begun.push(index);
              most = Math.max(most, queue.load().running);
              for (let rest = lengths.next().value; rest > 0; rest -= 1) await settle();
              return index;
            }),
          );
          const order = Array.from({ length: comers }, (_, index) => index);
          expect(await Promise.all(work)).toEqual(order);
          expect(begun).toEqual(order);
          expect(most).toBeLessThanOrEqual(concurrency);
          expect(queue.load()).toEqual({ running: 0, waiting: 0 });
        },
      ),
      { numRuns: 50 },
    );
  });

  test('refuses work beyond its limit at once, and still runs what waits', async () => {
    const queue = createConcurrencyLimit({ runningMax: 1, waitingMax: 2 });
    const { promise: gate, resolve: open } = Promise.withResolvers<string>();
    const served = [1, 2, 3].map(() => queue.run('a', () => gate));
    expect(queue.load()).toEqual({ running: 1, waiting: 2 });
    await expect(queue.run('a', () => gate)).rejects.toMatchObject({
      literal: 'service-unavailable',
      more: { retryAfterSeconds: 1 },
    });
    expect(queue.load()).toEqual({ running: 1, waiting: 2 });
    open('done');
    expect(await Promise.all(served)).toEqual(['done', 'done', 'done']);
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('frees the slot of work that fails for the next one', async () => {
    const queue = createConcurrencyLimit({ runningMax: 1, waitingMax: 1 });
    const failing = queue.run('a', () => Promise.reject(new Error('out of memory')));
    const next = queue.run('a', () => Promise.resolve('served'));
    await expect(failing).rejects.toThrow('out of memory');
    expect(await next).toBe('served');
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('gives a free slot to the first that waits, not to a new one', async () => {
    const queue = createConcurrencyLimit({ runningMax: 1, waitingMax: 5 });
    const begun: string[] = [];
    const late: Promise<void>[] = [];
    const note = async (name: string): Promise<void> => {
      begun.push(name);
      await settle();
    };
    const first = queue.run('a', async () => {
      await note('first');
      late.push(queue.run('a', () => note('late')));
    });
    const waiting = queue.run('a', () => note('waiting'));
    await Promise.all([first, waiting]);
    await Promise.all(late);
    expect(begun).toEqual(['first', 'waiting', 'late']);
  });

  test('gives no slot to work that waited too long, and takes none from the rest', async () => {
    const queue = createConcurrencyLimit({
      runningMax: 1,
      waitingMax: 5,
      waitMaxMs: 10,
      refuse: (blockedBy) => new Error(`blocked by ${blockedBy}`),
    });
    const { promise: gate, resolve: open } = Promise.withResolvers<string>();
    const running = queue.run('a', () => gate);
    await expect(queue.run('b', () => gate)).rejects.toThrow('blocked by process');
    open('done');
    expect(await running).toBe('done');
    expect(await queue.run('b', async () => 'next')).toBe('next');
    await queue.close();
    await expect(queue.run('b', () => gate)).rejects.toThrow('blocked by closing');
  });
});
