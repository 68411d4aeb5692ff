import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** What blocks refused work: the caller's own work, that of all callers, or the end of the process. */
export type BlockedBy = 'caller' | 'process' | 'closing';

/** How much of one kind of expensive work a process runs concurrently. */
export interface ConcurrencyRules {
  readonly runningMax: number;
  /** For one caller, so that one caller cannot use all of `runningMax`; without it, callers share all of it. */
  readonly runningPerCallerMax?: number;
  readonly waitingMax: number;
  readonly waitingPerCallerMax?: number;
  /** A waiting request occupies a slot of the load shedder: keep this short. Without it, only the queue is bounded. */
  readonly waitMaxMs?: number;
  /** The error of refused work; without it, a problem for the caller of an interface. */
  readonly refuse?: (blockedBy: BlockedBy) => Error;
}

/** Limits how much expensive work runs concurrently in this process: in total, and for one caller. */
export interface ConcurrencyLimit {
  /**
   * Runs the work as soon as the rules allow it. Unless the rules say otherwise, throws `too-many-requests` if the
   * caller's own work blocks it, and `service-unavailable` if that of other callers does.
   */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
  load(): Readonly<{ running: number; waiting: number }>;
  /** Rejects waiting and later work, and resolves when none runs any more. */
  close(): Promise<void>;
}

interface Waiter {
  readonly caller: string;
  readonly start: () => void;
  readonly refuse: (blockedBy: BlockedBy) => void;
}

const retryAfterSeconds = 1;

function problemOf(blockedBy: BlockedBy): Error {
  return blockedBy === 'caller'
    ? standardProblems['too-many-requests']({ retryAfterSeconds })
    : standardProblems['service-unavailable']({ retryAfterSeconds });
}

/**
 * Creates a limit with nothing running. Work starts in the order of the calls, except where a caller's own limit delays
 * it.
 */
export function createConcurrencyLimit(rules: ConcurrencyRules): ConcurrencyLimit {
  return new Slots(rules);
}

const unlimited = Number.POSITIVE_INFINITY;

class Slots implements ConcurrencyLimit {
  readonly #rules: Required<Omit<ConcurrencyRules, 'waitMaxMs'>> & Pick<ConcurrencyRules, 'waitMaxMs'>;
  readonly #waiting = new Set<Waiter>();
  readonly #running = new Map<string, number>();
  #runningCount = 0;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(rules: ConcurrencyRules) {
    this.#rules = {
      runningPerCallerMax: unlimited,
      waitingPerCallerMax: unlimited,
      refuse: problemOf,
      ...rules,
    };
  }

  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    // Work that may start begins within the call.
    const wait = this.#enter(caller);
    if (wait !== undefined) await wait;
    try {
      return await work();
    } finally {
      this.#leave(caller);
    }
  }

  load(): Readonly<{ running: number; waiting: number }> {
    return { running: this.#runningCount, waiting: this.#waiting.size };
  }

  async close(): Promise<void> {
    this.#closed ??= Promise.withResolvers<void>();
    for (const waiter of this.#waiting) waiter.refuse('closing');
    if (this.#runningCount === 0) this.#closed.resolve();
    await this.#closed.promise;
  }

  #enter(caller: string): Promise<void> | undefined {
    const { refuse, waitingMax, waitingPerCallerMax } = this.#rules;
    if (this.#closed !== undefined) throw refuse('closing');
    if (this.#mayStart(caller)) {
      this.#count(caller, 1);
      return undefined;
    }
    if (this.#waitingOf(caller) >= waitingPerCallerMax) throw refuse('caller');
    if (this.#waiting.size >= waitingMax) throw refuse(this.#blockedBy(caller));
    return this.#wait(caller);
  }

  #leave(caller: string): void {
    this.#count(caller, -1);
    // At once: work that arrives later must not overtake what waits.
    for (const waiter of this.#waiting) if (this.#mayStart(waiter.caller)) waiter.start();
    if (this.#runningCount === 0) this.#closed?.resolve();
  }

  #wait(caller: string): Promise<void> {
    const { refuse, waitMaxMs } = this.#rules;
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const leave = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(waiter);
    };
    const waiter: Waiter = {
      caller,
      start: () => {
        leave();
        this.#count(caller, 1);
        resolve();
      },
      refuse: (blockedBy) => {
        leave();
        reject(refuse(blockedBy));
      },
    };
    const timer =
      waitMaxMs === undefined
        ? undefined
        : setTimeout(() => waiter.refuse(this.#blockedBy(caller)), waitMaxMs);
    this.#waiting.add(waiter);
    return promise;
  }

  #waitingOf(caller: string): number {
    if (this.#rules.waitingPerCallerMax === unlimited) return 0;
    return [...this.#waiting].filter((waiter) => waiter.caller === caller).length;
  }

  #hasOwnRunning(caller: string): boolean {
    return (this.#running.get(caller) ?? 0) >= this.#rules.runningPerCallerMax;
  }

  #mayStart(caller: string): boolean {
    return this.#runningCount < this.#rules.runningMax && !this.#hasOwnRunning(caller);
  }

  #blockedBy(caller: string): BlockedBy {
    return this.#hasOwnRunning(caller) ? 'caller' : 'process';
  }

  #count(caller: string, change: 1 | -1): void {
    const left = (this.#running.get(caller) ?? 0) + change;
    if (left === 0) this.#running.delete(caller);
    else this.#running.set(caller, left);
    this.#runningCount += change;
  }
}
