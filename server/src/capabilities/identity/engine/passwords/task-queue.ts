import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** How many tasks may run at once, and how many more may be queued. */
export interface QueueLimits {
  readonly concurrency: number;
  readonly waitingMax: number;
}

/** A first-in, first-out queue. */
export interface TaskQueue {
  /** Runs the task when a slot is free. Throws at once where too many tasks are queued. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly load: () => { running: number; waiting: number };
  /** Returns whether a new task would be refused. */
  isFull(): boolean;
}

const retryAfterSeconds = 1;

/** Creates a bounded queue for expensive tasks. A refused caller learns it at once, not after a wait. */
export function createTaskQueue({ concurrency, waitingMax }: QueueLimits): TaskQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** Passes the slot to the first queued task, so that a new task cannot overtake it. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async run(work) {
      if (running < concurrency) running += 1;
      else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve));
      else throw standardProblems['service-unavailable']({ retryAfterSeconds });
      try {
        return await work();
      } finally {
        leave();
      }
    },
    load: () => ({ running, waiting: waiting.length }),
    isFull: () => running >= concurrency && waiting.length >= waitingMax,
  };
}
