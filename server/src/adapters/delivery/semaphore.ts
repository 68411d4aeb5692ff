/** A fixed number of places, given out in the order of asking. */
export interface Places {
  /** Waits for a place, at most this long; false when none became free. */
  enter(limitMs: number): Promise<boolean>;
  leave(): void;
  /** Resolves when nobody holds a place any more. */
  empty(): Promise<void>;
}

/** Makes them, all free. */
export function createPlaces(count: number): Places {
  const waiting = new Set<() => void>();
  const watchers = new Set<() => void>();
  let taken = 0;
  return {
    enter(limitMs) {
      if (taken < count) {
        taken += 1;
        return Promise.resolve(true);
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const call = (): void => {
        clearTimeout(timer);
        waiting.delete(call);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(call);
        resolve(false);
      }, limitMs);
      waiting.add(call);
      return promise;
    },
    leave() {
      const [next] = waiting;
      // Whoever waits takes the place over, so the number of those taken stays.
      if (next !== undefined) return next();
      taken -= 1;
      if (taken > 0) return undefined;
      for (const watch of watchers) watch();
      watchers.clear();
      return undefined;
    },
    empty() {
      if (taken === 0) return Promise.resolve();
      return new Promise((resolve) => {
        watchers.add(resolve);
      });
    },
  };
}
