import { createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import type { RenderWorker, WorkerCallbacks } from './render-worker.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';
import { createWorkerSlot, type WorkerSlot } from './worker-slot.ts';

/** Number of workers, length of the queue, and time limit of a job. */
export interface WorkerPoolOptions {
  readonly workersMax: number;
  readonly waitingMax: number;
  readonly timeLimitMs: number;
}

/** Workers of one format with one queue. */
export interface WorkerPool {
  run(task: Task): Promise<WorkerResponse>;
  /** Accepts no new jobs, rejects queued ones, waits for running ones. */
  close(): Promise<void>;
}

class NoFreeWorker extends Error {}

/** Starts workers on demand, up to a maximum; beyond that, jobs are queued, up to a maximum. */
export function createWorkerPool(
  start: (callbacks: WorkerCallbacks) => RenderWorker,
  { timeLimitMs, waitingMax, workersMax }: WorkerPoolOptions,
): WorkerPool {
  const free: WorkerSlot[] = [];
  const limit = createConcurrencyLimit({
    runningMax: workersMax,
    waitingMax,
    refuse: () => new NoFreeWorker(),
  });

  function takeSlot(): WorkerSlot {
    // An idle worker has cached templates.
    const index = free.findIndex((slot) => slot.isWarm());
    const [slot] = free.splice(Math.max(0, index), 1);
    return slot ?? createWorkerSlot(start, timeLimitMs);
  }

  async function runOnSlot(task: Task): Promise<WorkerResponse> {
    const slot = takeSlot();
    try {
      return await slot.run(task);
    } finally {
      free.push(slot);
    }
  }

  return {
    async run(task) {
      try {
        return await limit.run('documents', () => runOnSlot(task));
      } catch (error) {
        if (error instanceof NoFreeWorker) return { kind: 'busy' };
        throw error;
      }
    },
    async close() {
      await limit.close();
      await Promise.all(free.map((slot) => slot.terminate()));
    },
  };
}
