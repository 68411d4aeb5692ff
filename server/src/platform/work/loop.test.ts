import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { startLoop } from './loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = createLogger({ level: 'fatal' });

test('the wait after a failed step doubles up to its maximum and is reset after a success', async () => {
  const waits: number[] = [];
  let lastAt = 0;
  let steps = 0;
  const loop = startLoop({
    name: 'test',
    idleMs: 7,
    failedMs: 100,
    failedMsMax: 350,
    log,
    step: async () => {
      waits.push(performance.now() - lastAt);
      lastAt = performance.now();
      steps += 1;
      if (steps !== 5) throw new Error('failed');
      return 0;
    },
  });
  await vi.advanceTimersByTimeAsync(1_200);
  await loop.stop();
  expect(waits.slice(1)).toEqual([100, 200, 350, 350, 7, 100]);
});

test('the wait after a failed step stays the same without a maximum', async () => {
  let steps = 0;
  const loop = startLoop({
    name: 'test',
    idleMs: 1,
    failedMs: 100,
    log,
    step: async () => {
      steps += 1;
      throw new Error('failed');
    },
  });
  await vi.advanceTimersByTimeAsync(450);
  await loop.stop();
  expect(steps).toBe(5);
});
