import assert from 'node:assert/strict';
import type { RenderWorker, WorkerCallbacks } from './render-worker.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';
import { createWorkerSlot, type QueuedJob, type WorkerSlot } from './worker-slot.ts';

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

/** Starts workers on demand, up to a maximum; beyond that, jobs are queued, up to a maximum. */
export function createWorkerPool(
  start: (callbacks: WorkerCallbacks) => RenderWorker,
  rules: WorkerPoolOptions,
): WorkerPool {
  const waiting: QueuedJob[] = [];
  const slots: WorkerSlot[] = [];
  let closed: (() => void) | undefined;

  function next(): void {
    for (let slot = freeSlot(); slot !== undefined && waiting.length > 0; slot = freeSlot()) {
      const job = waiting.shift();
      if (job !== undefined) slot.run(job);
    }
    if (slots.every((slot) => slot.state() !== 'busy')) closed?.();
  }

  function freeSlot(): WorkerSlot | undefined {
    // An idle worker has cached templates.
    const slot = slots.find((one) => one.state() === 'warm') ?? slots.find((one) => one.state() === 'empty');
    if (slot !== undefined || slots.length >= rules.workersMax) return slot;
    const fresh = createWorkerSlot({ start, timeLimitMs: rules.timeLimitMs, onFree: next });
    slots.push(fresh);
    return fresh;
  }

  return {
    run(task) {
      const isFull = waiting.length >= rules.waitingMax && freeSlot() === undefined;
      if (closed !== undefined || isFull) return Promise.resolve({ kind: 'busy' });
      return new Promise((settle, fail) => {
        waiting.push({ task, settle, fail });
        next();
      });
    },
    async close() {
      assert(closed === undefined, 'a renderer is closed once');
      const ended = new Promise<void>((resolve) => {
        closed = resolve;
      });
      for (const job of waiting.splice(0)) job.settle({ kind: 'busy' });
      next();
      await ended;
      await Promise.all(slots.map((slot) => slot.terminate()));
    },
  };
}
