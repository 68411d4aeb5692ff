import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** How much of one kind of expensive work a process runs concurrently. */
export interface ConcurrencyRules {
  readonly runningMax: number;
  /** For one caller, so that one caller cannot use all of `runningMax`. */
  readonly runningPerCallerMax: number;
  readonly waitingMax: number;
  readonly waitingPerCallerMax: number;
  /** A waiting request occupies a slot of the load shedder: keep this short. */
  readonly waitMaxMs: number;
}

/** Limits how much expensive work runs concurrently in this process: in total, and for one caller. */
export interface ConcurrencyLimit {
  /**
   * Runs the work as soon as the rules allow it. Throws `too-many-requests` if the caller's own work blocks it, and
   * `service-unavailable` if that of other callers does.
   */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
  /** Rejects waiting and later work, and resolves when none runs any more. */
  close(): Promise<void>;
}

interface Waiter {
  readonly caller: string;
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

const retryAfterSeconds = 1;

/** Returns the problem, by what blocks the work: the caller's own work, or that of the whole process. */
function refusalOf(cause: 'caller' | 'process'): Error {
  return cause === 'caller'
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

class Slots implements ConcurrencyLimit {
  readonly #rules: ConcurrencyRules;
  readonly #waiting = new Set<Waiter>();
  readonly #running = new Map<string, number>();
  #runningCount = 0;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(rules: ConcurrencyRules) {
    this.#rules = rules;
  }

  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(caller);
    try {
      return await work();
    } finally {
      this.#leave(caller);
    }
  }

  async close(): Promise<void> {
    this.#closed ??= Promise.withResolvers<void>();
    for (const waiter of this.#waiting) waiter.reject(refusalOf('process'));
    if (this.#runningCount === 0) this.#closed.resolve();
    await this.#closed.promise;
  }

  async #enter(caller: string): Promise<void> {
    const { waitingMax, waitingPerCallerMax } = this.#rules;
    if (this.#closed !== undefined) throw refusalOf('process');
    if (this.#mayStart(caller)) return this.#count(caller, 1);
    const own = [...this.#waiting].filter((waiter) => waiter.caller === caller);
    if (own.length >= waitingPerCallerMax) throw refusalOf('caller');
    if (this.#waiting.size >= waitingMax) throw this.#refusal(caller);
    return this.#wait(caller);
  }

  #leave(caller: string): void {
    this.#count(caller, -1);
    for (const waiter of this.#waiting) if (this.#mayStart(waiter.caller)) waiter.start();
    if (this.#runningCount === 0) this.#closed?.resolve();
  }

  #wait(caller: string): Promise<void> {
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
      reject: (reason) => {
        leave();
        reject(reason);
      },
    };
    const timer = setTimeout(() => waiter.reject(this.#refusal(caller)), this.#rules.waitMaxMs);
    this.#waiting.add(waiter);
    return promise;
  }

  #hasOwnRunning(caller: string): boolean {
    return (this.#running.get(caller) ?? 0) >= this.#rules.runningPerCallerMax;
  }

  #mayStart(caller: string): boolean {
    return this.#runningCount < this.#rules.runningMax && !this.#hasOwnRunning(caller);
  }

  #refusal(caller: string): Error {
    return refusalOf(this.#hasOwnRunning(caller) ? 'caller' : 'process');
  }

  #count(caller: string, change: 1 | -1): void {
    const left = (this.#running.get(caller) ?? 0) + change;
    if (left === 0) this.#running.delete(caller);
    else this.#running.set(caller, left);
    this.#runningCount += change;
  }
}
