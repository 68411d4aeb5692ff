import { expect, test, vi } from 'vitest';
import { job } from './document-renderer.suite.ts';
import type { RenderWorker, WorkerCallbacks } from './render-worker.ts';
import { createWorkerPool } from './worker-pool.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';

interface FakeWorker extends RenderWorker {
  readonly callbacks: WorkerCallbacks;
  readonly given: Task[];
  isEnded: boolean;
}

function fakeWorkers(): {
  readonly workers: FakeWorker[];
  readonly start: (callbacks: WorkerCallbacks) => RenderWorker;
} {
  const workers: FakeWorker[] = [];
  return {
    workers,
    start(callbacks) {
      const worker: FakeWorker = {
        callbacks,
        given: [],
        isEnded: false,
        run: (task) => void worker.given.push(task),
        end: async () => {
          worker.isEnded = true;
        },
      };
      workers.push(worker);
      return worker;
    },
  };
}

const done: WorkerResponse = { kind: 'done', product: 'x' };
const task = job('x');

test('workers start on demand, and an idle worker is reused', async () => {
  const { workers, start } = fakeWorkers();
  const pool = createWorkerPool(start, { workersMax: 2, waitingMax: 9, timeLimitMs: 1_000 });
  expect(workers).toHaveLength(0);
  const first = pool.run(task);
  workers[0]?.callbacks.onResponse(done);
  expect(await first).toEqual(done);
  const others = [pool.run(task), pool.run(task), pool.run(task)];
  expect(workers).toHaveLength(2);
  workers[0]?.callbacks.onResponse(done);
  workers[1]?.callbacks.onResponse(done);
  await Promise.all(others.slice(0, 2));
  workers[0]?.callbacks.onResponse(done);
  expect(await others[2]).toEqual(done);
  await pool.close();
  expect(workers.every(({ isEnded }) => isEnded)).toBe(true);
});

test('a worker that exits loses only its own job', async () => {
  const { workers, start } = fakeWorkers();
  const pool = createWorkerPool(start, { workersMax: 1, waitingMax: 9, timeLimitMs: 1_000 });
  const jobs = [pool.run(task), pool.run(task), pool.run(task), pool.run(task)];
  workers[0]?.callbacks.onExit('crash');
  await expect(jobs[0]).rejects.toThrow('document worker exited');
  workers[1]?.callbacks.onExit('memory');
  expect(await jobs[1]).toEqual({ kind: 'over-limit', limit: 'size' });
  workers[2]?.callbacks.onExit('depth');
  expect(await jobs[2]).toEqual({ kind: 'over-limit', limit: 'loops' });
  workers[3]?.callbacks.onResponse(done);
  expect(await jobs[3]).toEqual(done);
  await pool.close();
});

test('the time limit counts from the start of the worker, and terminates it', async () => {
  vi.useFakeTimers();
  const { workers, start } = fakeWorkers();
  const pool = createWorkerPool(start, { workersMax: 1, waitingMax: 9, timeLimitMs: 1_000 });
  const late = pool.run(task);
  const next = pool.run(task);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(workers[0]?.isEnded).toBe(false);
  workers[0]?.callbacks.onReady();
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await late).toEqual({ kind: 'over-limit', limit: 'time' });
  expect(workers[0]?.isEnded).toBe(true);
  workers[1]?.callbacks.onResponse(done);
  expect(await next).toEqual(done);
  await pool.close();
  vi.useRealTimers();
});

test('a pool that closes rejects queued jobs and waits for the running one', async () => {
  const { workers, start } = fakeWorkers();
  const pool = createWorkerPool(start, { workersMax: 1, waitingMax: 9, timeLimitMs: 1_000 });
  const working = pool.run(task);
  const waiting = pool.run(task);
  const closed = pool.close();
  expect(await waiting).toEqual({ kind: 'busy' });
  expect(workers[0]?.isEnded).toBe(false);
  workers[0]?.callbacks.onResponse(done);
  expect(await working).toEqual(done);
  await closed;
  expect(workers[0]?.isEnded).toBe(true);
  expect(await pool.run(task)).toEqual({ kind: 'busy' });
});
