import { expect, test, vi } from 'vitest';
import { job } from './document-renderer.suite.ts';
import type { Overseer, RenderWorker } from './render-worker.ts';
import { createWorkerPool } from './worker-pool.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';

interface FakeHand extends RenderWorker {
  readonly overseer: Overseer;
  readonly given: Task[];
  isEnded: boolean;
}

function fakeHands(): { readonly hands: FakeHand[]; readonly start: (overseer: Overseer) => RenderWorker } {
  const hands: FakeHand[] = [];
  return {
    hands,
    start(overseer) {
      const hand: FakeHand = {
        overseer,
        given: [],
        isEnded: false,
        give: (task) => void hand.given.push(task),
        end: async () => {
          hand.isEnded = true;
        },
      };
      hands.push(hand);
      return hand;
    },
  };
}

const done: WorkerResponse = { kind: 'done', product: 'x' };
const task = job('x');

test('hands come as they are needed, and whoever is here works on', async () => {
  const { hands, start } = fakeHands();
  const pool = createWorkerPool(start, { handsMax: 2, waitingMax: 9, timeLimitMs: 1_000 });
  expect(hands).toHaveLength(0);
  const first = pool.do(task);
  hands[0]?.overseer.onAnswer(done);
  expect(await first).toEqual(done);
  const others = [pool.do(task), pool.do(task), pool.do(task)];
  expect(hands).toHaveLength(2);
  hands[0]?.overseer.onAnswer(done);
  hands[1]?.overseer.onAnswer(done);
  await Promise.all(others.slice(0, 2));
  hands[0]?.overseer.onAnswer(done);
  expect(await others[2]).toEqual(done);
  await pool.close();
  expect(hands.every(({ isEnded }) => isEnded)).toBe(true);
});

test('a hand that is lost loses only its own job', async () => {
  const { hands, start } = fakeHands();
  const pool = createWorkerPool(start, { handsMax: 1, waitingMax: 9, timeLimitMs: 1_000 });
  const jobs = [pool.do(task), pool.do(task), pool.do(task), pool.do(task)];
  hands[0]?.overseer.onLoss('fault');
  await expect(jobs[0]).rejects.toThrow('lost a hand');
  hands[1]?.overseer.onLoss('memory');
  expect(await jobs[1]).toEqual({ kind: 'over-limit', limit: 'size' });
  hands[2]?.overseer.onLoss('depth');
  expect(await jobs[2]).toEqual({ kind: 'over-limit', limit: 'loops' });
  hands[3]?.overseer.onAnswer(done);
  expect(await jobs[3]).toEqual(done);
  await pool.close();
});

test('the time limit counts from when the hand has started, and ends it', async () => {
  vi.useFakeTimers();
  const { hands, start } = fakeHands();
  const pool = createWorkerPool(start, { handsMax: 1, waitingMax: 9, timeLimitMs: 1_000 });
  const late = pool.do(task);
  const next = pool.do(task);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(hands[0]?.isEnded).toBe(false);
  hands[0]?.overseer.onReady();
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await late).toEqual({ kind: 'over-limit', limit: 'time' });
  expect(hands[0]?.isEnded).toBe(true);
  hands[1]?.overseer.onAnswer(done);
  expect(await next).toEqual(done);
  await pool.close();
  vi.useRealTimers();
});

test('a crew that closes sends away who waits and lets the job under way end', async () => {
  const { hands, start } = fakeHands();
  const pool = createWorkerPool(start, { handsMax: 1, waitingMax: 9, timeLimitMs: 1_000 });
  const working = pool.do(task);
  const waiting = pool.do(task);
  const closed = pool.close();
  expect(await waiting).toEqual({ kind: 'busy' });
  expect(hands[0]?.isEnded).toBe(false);
  hands[0]?.overseer.onAnswer(done);
  expect(await working).toEqual(done);
  await closed;
  expect(hands[0]?.isEnded).toBe(true);
  expect(await pool.do(task)).toEqual({ kind: 'busy' });
});
