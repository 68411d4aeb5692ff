import type { Log } from '#platform/log/logger.ts';

export interface LoopOptions {
  readonly name: string;
  /** Runs one step and returns how much it did. After a full step the next one follows at once. */
  readonly step: () => Promise<number>;
  readonly idleMs: number;
  /** Wait after a failed step. */
  readonly failedMs?: number;
  /** If set, the wait doubles after each further failure, up to this. */
  readonly failedMsMax?: number;
  readonly log: Log;
}

export interface Loop {
  /** Ends after the running step. */
  stop(): Promise<void>;
}

const failedMsDefault = 1_000;

/** Repeats a step for as long as the process lives: at once while there is work, slowly while there is none. */
export function startLoop({ name, step, idleMs, log, ...options }: LoopOptions): Loop {
  const { failedMs = failedMsDefault, failedMsMax = failedMs } = options;
  let isStopped = false;
  let failures = 0;
  let wake: () => void = () => undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const runStep = async (): Promise<number> => {
    try {
      const done = await step();
      failures = 0;
      return done > 0 ? 0 : idleMs;
      // A loop must survive failures: the database or the broker will be back.
    } catch (error) {
      log.warn({ jobKind: name, error }, 'step failed, will retry');
      failures += 1;
      return Math.min(failedMs * 2 ** (failures - 1), failedMsMax);
    }
  };

  const run = async (): Promise<void> => {
    while (!isStopped) {
      const waitMs = await runStep();
      if (waitMs > 0 && !isStopped) await pause(waitMs);
    }
  };

  const ended = run();
  return {
    async stop() {
      isStopped = true;
      wake();
      await ended;
    },
  };
}
