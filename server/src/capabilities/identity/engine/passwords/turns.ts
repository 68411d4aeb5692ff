import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** How many may work at once, and how many more may wait. */
export interface TurnLimits {
  readonly concurrency: number;
  readonly waitingMax: number;
}

/** Work in turns: first come, first served. */
export interface Turns {
  /** Runs the work when its turn comes. Where too many wait already, it is refused at once. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly load: () => { running: number; waiting: number };
  /** Whether whoever comes now would be refused. */
  isFull(): boolean;
}

const retryAfterSeconds = 1;

/** A bounded queue before work that is dear. Whoever is refused learns it now, not after a wait that was for nothing. */
export function createTurns({ concurrency, waitingMax }: TurnLimits): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** The place is handed over, not given up: nobody who comes now gets it before those who wait. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async take(work) {
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
