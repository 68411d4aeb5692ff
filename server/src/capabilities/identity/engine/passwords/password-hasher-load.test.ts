import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { median } from '#platform/testing/median.ts';
import { createPasswordHasher } from './password-hasher.ts';

const keys = createLocalKeys([Buffer.alloc(32, 1)]);
const secret = 'tortoise lamp violin';
/** Other processes may slow the hashes down several times. */
const onBusyMachine = { timeout: 60_000 };

/** Processor time in milliseconds, over all threads: other processes do not add to it. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("with the product's cost parameters", () => {
  test('an unknown user costs as much processor time as a known one', onBusyMachine, async () => {
    const hasher = createPasswordHasher({ keys });
    const known = await hasher.hash('01', secret);
    const storedHashes = [known, undefined, await hasher.hash('02', secret), 'not a hash'];
    const times: number[][] = storedHashes.map(() => []);
    const spread = (): number => {
      const medians = times.map(median);
      return Math.max(...medians) / Math.min(...medians) - 1;
    };
    // More rounds reduce the noise of the machine; a real difference would remain.
    for (let round = 0; round < 200 && (round < 30 || spread() >= 0.1); round += 1)
      for (const [index, stored] of storedHashes.entries())
        times[index]?.push(await cpuMsOf(() => hasher.verify('01', stored, 'wrong')));
    expect(median(times.flat())).toBeGreaterThan(2);
    expect(spread()).toBeLessThan(0.1);
  });

  test('the event loop continues while all slots are in use', onBusyMachine, async () => {
    const hasher = createPasswordHasher({ keys });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const work = Array.from({ length: 60 }, () => hasher.hash('01', secret));
    expect(hasher.load().waiting).toBeGreaterThan(0);
    const onThisThread = process.threadCpuUsage();
    const onAll = process.cpuUsage();
    delay.enable();
    await Promise.all(work);
    delay.disable();
    const { user, system } = process.threadCpuUsage(onThisThread);
    const all = process.cpuUsage(onAll);
    // Measured in processor time, which other processes do not affect.
    expect(user + system).toBeLessThan((all.user + all.system) / 4);
    expect(delay.count).toBeGreaterThan(10);
    // A loop that waited for hashes would show hundreds of milliseconds each time.
    expect(delay.percentile(50) / 1e6).toBeLessThan(50);
  });

  test(
    'a caller who comes when the queue is full is refused at once, and the others are served',
    onBusyMachine,
    async () => {
      const hasher = createPasswordHasher({ keys, concurrency: 2, waitingMax: 20 });
      const stored = await hasher.hash('01', secret);
      const served = Array.from({ length: 22 }, () => hasher.verify('01', stored, secret));
      expect(hasher.load()).toEqual({ running: 2, waiting: 20 });
      const times: number[] = [];
      for (let count = 0; count < 50; count += 1) {
        // Waits for promises only, so no hash can finish meanwhile.
        const start = performance.now();
        const refusal: unknown = await hasher.verify('01', stored, secret).catch((error: unknown) => error);
        times.push(performance.now() - start);
        expect(refusal).toMatchObject({ literal: 'service-unavailable', more: { retryAfterSeconds: 1 } });
      }
      expect(hasher.load()).toEqual({ running: 2, waiting: 20 });
      // The median: a pause of the machine affects one of them, waiting for a hash would affect all.
      expect(median(times)).toBeLessThan(5);
      expect((await Promise.all(served)).every(({ isRight }) => isRight)).toBe(true);
      expect(hasher.load()).toEqual({ running: 0, waiting: 0 });
    },
  );
});

test('by default the queue is about a second long, and one thread stays free for file access', async () => {
  const hasher = createPasswordHasher({ keys, parameters: { memoryKib: 64, iterations: 1, parallelism: 1 } });
  const work = Array.from({ length: 400 }, () => hasher.hash('01', secret));
  const { running, waiting } = hasher.load();
  const refused = (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected');
  expect(running).toBe(Math.min(availableParallelism(), 3));
  expect(waiting).toBe(running * 64);
  expect(refused).toHaveLength(400 - running - waiting);
});
