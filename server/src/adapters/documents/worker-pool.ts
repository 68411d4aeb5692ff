import assert from 'node:assert/strict';
import type { Overseer, RenderWorker } from './render-worker.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';
import { createWorkerSlot, type Order, type WorkerSlot } from './worker-slot.ts';

/** How many work side by side, how many jobs may wait, and how long one may take. */
export interface WorkerPoolOptions {
  readonly handsMax: number;
  readonly waitingMax: number;
  readonly timeLimitMs: number;
}

/** Hands of one craft with one waiting line. */
export interface WorkerPool {
  do(task: Task): Promise<WorkerResponse>;
  /** Takes nothing new, sends away who waits, lets what is under way end. */
  close(): Promise<void>;
}

/** Gathers hands as they are needed, up to a number; beyond that, jobs wait, up to a number. */
export function createWorkerPool(
  start: (overseer: Overseer) => RenderWorker,
  rules: WorkerPoolOptions,
): WorkerPool {
  const waiting: Order[] = [];
  const seats: WorkerSlot[] = [];
  let closed: (() => void) | undefined;

  function next(): void {
    for (let slot = freeSeat(); slot !== undefined && waiting.length > 0; slot = freeSeat()) {
      const order = waiting.shift();
      if (order !== undefined) slot.begin(order);
    }
    if (seats.every((slot) => slot.state() !== 'taken')) closed?.();
  }

  function freeSeat(): WorkerSlot | undefined {
    // Somebody who is already here knows the templates.
    const slot = seats.find((one) => one.state() === 'warm') ?? seats.find((one) => one.state() === 'empty');
    if (slot !== undefined || seats.length >= rules.handsMax) return slot;
    const fresh = createWorkerSlot({ start, timeLimitMs: rules.timeLimitMs, onFree: next });
    seats.push(fresh);
    return fresh;
  }

  return {
    do(task) {
      const isFull = waiting.length >= rules.waitingMax && freeSeat() === undefined;
      if (closed !== undefined || isFull) return Promise.resolve({ kind: 'busy' });
      return new Promise((settle, fail) => {
        waiting.push({ task, settle, fail });
        next();
      });
    },
    async close() {
      assert(closed === undefined, 'a press is closed once');
      const ended = new Promise<void>((resolve) => {
        closed = resolve;
      });
      for (const order of waiting.splice(0)) order.settle({ kind: 'busy' });
      next();
      await ended;
      await Promise.all(seats.map((slot) => slot.leave()));
    },
  };
}
