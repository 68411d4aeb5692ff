import type { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';

/** How long a loaded value may be used, and from when on it is reloaded in advance. */
export interface Freshness {
  readonly clock: Clock;
  readonly keepFor: Temporal.Duration;
  readonly renewAfter: Temporal.Duration;
  readonly entriesMax: number;
}

/** Caches loaded values for a limited time. Concurrent calls share one load. */
export interface FreshValues<Value> {
  /** Returns the cached value or loads it if it is missing or too old. A failed load is not cached. */
  get(name: string, load: () => Promise<Value>): Promise<Value>;
  /** Returns the cached value if it is not too old. */
  peek(name: string): Value | undefined;
  put(name: string, value: Value): void;
  evict(name: string): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly renewAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/** Creates an empty cache. */
export function freshValues<Value>({
  clock,
  keepFor,
  renewAfter,
  entriesMax,
}: Freshness): FreshValues<Value> {
  const entries = new Map<string, Entry<Value>>();
  const loading = new Map<string, Promise<Value>>();

  /** The age counts from before the load, so that a slow load does not extend it. */
  function put(name: string, value: Value, since = clock.now()): void {
    entries.delete(name);
    entries.set(name, { value, renewAt: since.add(renewAfter), endsAt: since.add(keepFor) });
    const [oldest] = entries.keys();
    if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
  }

  function purgeOld(): void {
    const now = clock.now();
    for (const [name, { endsAt }] of entries) if (isReached(now, endsAt)) entries.delete(name);
  }

  function loadOnce(name: string, load: () => Promise<Value>): Promise<Value> {
    const running = loading.get(name);
    if (running !== undefined) return running;
    const since = clock.now();
    const isWanted = (): boolean => loading.get(name) === started;
    const started: Promise<Value> = Promise.resolve()
      .then(load)
      .then((value) => {
        // Removed meanwhile: the callers get the value, but it is not cached.
        if (isWanted()) put(name, value, since);
        return value;
      })
      .finally(() => {
        if (isWanted()) loading.delete(name);
      });
    loading.set(name, started);
    return started;
  }

  return {
    async get(name, load) {
      purgeOld();
      const entry = entries.get(name);
      if (entry === undefined) return loadOnce(name, load);
      // In advance, so that an outage begins with some time left; the cached value is used until it expires.
      if (isReached(clock.now(), entry.renewAt)) loadOnce(name, load).catch(() => undefined);
      return entry.value;
    },
    peek(name) {
      purgeOld();
      return entries.get(name)?.value;
    },
    put: (name, value) => put(name, value),
    evict(name) {
      entries.delete(name);
      loading.delete(name);
    },
  };
}

function isReached(now: Temporal.Instant, instant: Temporal.Instant): boolean {
  return now.epochMilliseconds >= instant.epochMilliseconds;
}
