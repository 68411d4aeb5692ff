import type { ExitReason, RenderWorker, WorkerCallbacks } from './render-worker.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';

/** A job with its caller's promise. */
export interface QueuedJob {
  readonly task: Task;
  readonly settle: (response: WorkerResponse) => void;
  readonly fail: (error: Error) => void;
}

/** A slot for one worker, which runs one job at a time. */
export interface WorkerSlot {
  /** `warm`: a worker is idle; `empty`: a worker must be started; `busy`: a job is running. */
  state(): 'warm' | 'empty' | 'busy';
  run(job: QueuedJob): void;
  /** Terminates the worker. */
  terminate(): Promise<void>;
}

interface SlotOptions {
  readonly start: (callbacks: WorkerCallbacks) => RenderWorker;
  readonly timeLimitMs: number;
  /** Called after each job, so that the next one starts. */
  readonly onFree: () => void;
}

const startLimitMs = 30_000;

/** Creates a slot. A worker that exceeds the time limit is terminated, and the next job gets a new one. */
export function createWorkerSlot({ start, timeLimitMs, onFree }: SlotOptions): WorkerSlot {
  let worker: RenderWorker | undefined;
  let job: QueuedJob | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function setAlarm(limitMs: number): void {
    clearTimeout(alarm);
    alarm = setTimeout(() => void overrun(), limitMs);
  }

  function finish(): QueuedJob | undefined {
    clearTimeout(alarm);
    const finished = job;
    job = undefined;
    // After the result was returned.
    queueMicrotask(onFree);
    return finished;
  }

  function exited(exitReason: ExitReason): void {
    worker = undefined;
    const finished = finish();
    if (exitReason === 'memory') finished?.settle({ kind: 'over-limit', limit: 'size' });
    else if (exitReason === 'depth') finished?.settle({ kind: 'over-limit', limit: 'loops' });
    else finished?.fail(new Error('document worker exited during a job'));
  }

  async function overrun(): Promise<void> {
    const late = worker;
    worker = undefined;
    // The job ends only when nothing of it runs any more; until then the slot is in use.
    await late?.end();
    finish()?.settle({ kind: 'over-limit', limit: 'time' });
  }

  return {
    state() {
      if (job !== undefined) return 'busy';
      return worker === undefined ? 'empty' : 'warm';
    },
    run(next) {
      job = next;
      // The time limit excludes the start of a worker, which is slow on a busy machine.
      setAlarm(worker === undefined ? startLimitMs : timeLimitMs);
      worker ??= start({
        onReady: () => setAlarm(timeLimitMs),
        onResponse: (response) => finish()?.settle(response),
        onExit: exited,
      });
      worker.run(next.task);
    },
    async terminate() {
      await worker?.end();
    },
  };
}
