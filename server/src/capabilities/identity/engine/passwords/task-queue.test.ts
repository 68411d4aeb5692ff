import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTaskQueue } from './task-queue.ts';

/** Runs everything that only waits for its slot. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the task queue', () => {
  test('runs tasks in order, never more at once than allowed, and drops none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 30 }),
        fc.infiniteStream(fc.nat({ max: 3 })),
        async (concurrency, comers, lengths) => {
          const queue = createTaskQueue({ concurrency, waitingMax: 30 });
          const begun: number[] = [];
          let most = 0;
          const work = Array.from({ length: comers }, (_, index) =>
            queue.run(async () => {
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

  test('refuses tasks beyond its limit at once, and still runs the queued ones', async () => {
    const queue = createTaskQueue({ concurrency: 1, waitingMax: 2 });
    const { promise: gate, resolve: open } = Promise.withResolvers<string>();
    const served = [1, 2, 3].map(() => queue.run(() => gate));
    expect(queue.load()).toEqual({ running: 1, waiting: 2 });
    await expect(queue.run(() => gate)).rejects.toMatchObject({
      literal: 'service-unavailable',
      more: { retryAfterSeconds: 1 },
    });
    expect(queue.load()).toEqual({ running: 1, waiting: 2 });
    open('done');
    expect(await Promise.all(served)).toEqual(['done', 'done', 'done']);
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('frees the slot of a task that fails', async () => {
    const queue = createTaskQueue({ concurrency: 1, waitingMax: 1 });
    const failing = queue.run(() => Promise.reject(new Error('out of memory')));
    const next = queue.run(() => Promise.resolve('served'));
    await expect(failing).rejects.toThrow('out of memory');
    expect(await next).toBe('served');
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('gives a free slot to the first queued task, not to a new one', async () => {
    const queue = createTaskQueue({ concurrency: 1, waitingMax: 5 });
    const begun: string[] = [];
    const late: Promise<void>[] = [];
    const note = async (name: string): Promise<void> => {
      begun.push(name);
      await settle();
    };
    const first = queue.run(async () => {
      await note('first');
      late.push(queue.run(() => note('late')));
    });
    const waiting = queue.run(() => note('waiting'));
    await Promise.all([first, waiting]);
    await Promise.all(late);
    expect(begun).toEqual(['first', 'waiting', 'late']);
  });
});
