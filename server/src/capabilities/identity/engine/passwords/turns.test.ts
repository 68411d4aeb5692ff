import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Lets everything run that waits for nothing but its turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  test('are taken in the order of coming, never more at once than allowed, and nobody is forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 30 }),
        fc.infiniteStream(fc.nat({ max: 3 })),
        async (concurrency, comers, lengths) => {
          const turns = createTurns({ concurrency, waitingMax: 30 });
          const begun: number[] = [];
          let most = 0;
          const work = Array.from({ length: comers }, (_, index) =>
            turns.take(async () => {
              begun.push(index);
              most = Math.max(most, turns.load().running);
              for (let rest = lengths.next().value; rest > 0; rest -= 1) await settle();
              return index;
            }),
          );
          const order = Array.from({ length: comers }, (_, index) => index);
          expect(await Promise.all(work)).toEqual(order);
          expect(begun).toEqual(order);
          expect(most).toBeLessThanOrEqual(concurrency);
          expect(turns.load()).toEqual({ running: 0, waiting: 0 });
        },
      ),
      { numRuns: 50 },
    );
  });

  test('beyond the bound are refused at once, and those who wait are still served', async () => {
    const turns = createTurns({ concurrency: 1, waitingMax: 2 });
    const { promise: gate, resolve: open } = Promise.withResolvers<string>();
    const served = [1, 2, 3].map(() => turns.take(() => gate));
    expect(turns.load()).toEqual({ running: 1, waiting: 2 });
    await expect(turns.take(() => gate)).rejects.toMatchObject({
      literal: 'service-unavailable',
      more: { retryAfterSeconds: 1 },
    });
    expect(turns.load()).toEqual({ running: 1, waiting: 2 });
    open('done');
    expect(await Promise.all(served)).toEqual(['done', 'done', 'done']);
    expect(turns.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('end when the work fails, too', async () => {
    const turns = createTurns({ concurrency: 1, waitingMax: 1 });
    const failing = turns.take(() => Promise.reject(new Error('out of memory')));
    const next = turns.take(() => Promise.resolve('served'));
    await expect(failing).rejects.toThrow('out of memory');
    expect(await next).toBe('served');
    expect(turns.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('given back go to whoever waits, not to whoever comes at that moment', async () => {
    const turns = createTurns({ concurrency: 1, waitingMax: 5 });
    const begun: string[] = [];
    const late: Promise<void>[] = [];
    const note = async (name: string): Promise<void> => {
      begun.push(name);
      await settle();
    };
    const first = turns.take(async () => {
      await note('first');
      late.push(turns.take(() => note('late')));
    });
    const waiting = turns.take(() => note('waiting'));
    await Promise.all([first, waiting]);
    await Promise.all(late);
    expect(begun).toEqual(['first', 'waiting', 'late']);
  });
});
