/** A fixed number of slots, granted in the order of requests. */
export interface Semaphore {
  /** Waits for a slot, at most this long; false if none became free. */
  acquire(limitMs: number): Promise<boolean>;
  release(): void;
  /** Resolves when all slots are free. */
  idle(): Promise<void>;
}

/** Creates it with all slots free. */
export function createSemaphore(count: number): Semaphore {
  const waiting = new Set<() => void>();
  const idleWaiters = new Set<() => void>();
  let used = 0;
  return {
    acquire(limitMs) {
      if (used < count) {
        used += 1;
        return Promise.resolve(true);
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const grant = (): void => {
        clearTimeout(timer);
        waiting.delete(grant);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(grant);
        resolve(false);
      }, limitMs);
      waiting.add(grant);
      return promise;
    },
    release() {
      const [next] = waiting;
      // A waiter takes over the slot, so the number of used slots stays the same.
      if (next !== undefined) return next();
      used -= 1;
      if (used > 0) return undefined;
      for (const resolveIdle of idleWaiters) resolveIdle();
      idleWaiters.clear();
      return undefined;
    },
    idle() {
      if (used === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.add(resolve);
      });
    },
  };
}
