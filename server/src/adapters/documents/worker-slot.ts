import type { ExitReason, RenderWorker, WorkerCallbacks } from './render-worker.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';

/** A slot for one worker, which runs one job at a time. */
export interface WorkerSlot {
  /** Returns whether a worker is idle; otherwise the next job starts one. */
  isWarm(): boolean;
  /** Returns what the worker responds, or which limit it exceeded. Throws if the worker exits for another reason. */
  run(task: Task): Promise<WorkerResponse>;
  /** Terminates the worker. */
  terminate(): Promise<void>;
}

const startLimitMs = 30_000;

/** Creates a slot. A worker that exceeds the time limit is terminated, and the next job gets a new one. */
export function createWorkerSlot(
  start: (callbacks: WorkerCallbacks) => RenderWorker,
  timeLimitMs: number,
): WorkerSlot {
  let worker: RenderWorker | undefined;
  let job: PromiseWithResolvers<WorkerResponse> | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function setAlarm(limitMs: number): void {
    clearTimeout(alarm);
    alarm = setTimeout(() => void overrun(), limitMs);
  }

  function exited(exitReason: ExitReason): void {
    worker = undefined;
    if (exitReason === 'memory') job?.resolve({ kind: 'over-limit', limit: 'size' });
    else if (exitReason === 'depth') job?.resolve({ kind: 'over-limit', limit: 'loops' });
    else job?.reject(new Error('document worker exited during a job'));
  }

  async function overrun(): Promise<void> {
    const late = worker;
    worker = undefined;
    // The job ends only when nothing of it runs any more; until then the slot is in use.
    await late?.end();
    job?.resolve({ kind: 'over-limit', limit: 'time' });
  }

  return {
    isWarm: () => worker !== undefined,
    async run(task) {
      job = Promise.withResolvers();
      // The time limit excludes the start of a worker, which is slow on a busy machine.
      setAlarm(worker === undefined ? startLimitMs : timeLimitMs);
      worker ??= start({
        onReady: () => setAlarm(timeLimitMs),
        onResponse: (response) => job?.resolve(response),
        onExit: exited,
      });
      worker.run(task);
      try {
        return await job.promise;
      } finally {
        clearTimeout(alarm);
        job = undefined;
      }
    },
    async terminate() {
      await worker?.end();
    },
  };
}
