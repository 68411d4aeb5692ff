import type { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';

/** How long something loaded may be used, and from when on it is loaded again in advance. */
export interface Freshness {
  readonly clock: Clock;
  readonly keepFor: Temporal.Duration;
  readonly renewAfter: Temporal.Duration;
  readonly entriesMax: number;
}

/** Remembers what was loaded, for a limited time, and loads once however many ask at the same moment. */
export interface FreshValues<Value> {
  /** Loads what is not there or too old. A failed load is not remembered. */
  get(name: string, load: () => Promise<Value>): Promise<Value>;
  /** What is there and not too old. */
  peek(name: string): Value | undefined;
  put(name: string, value: Value): void;
  forget(name: string): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly renewAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/** Makes an empty memory. */
export function freshValues<Value>({
  clock,
  keepFor,
  renewAfter,
  entriesMax,
}: Freshness): FreshValues<Value> {
  const entries = new Map<string, Entry<Value>>();
  const loading = new Map<string, Promise<Value>>();

  /** Age is counted from before the load, so that slow loads make nothing live longer. */
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
        // Forgotten meanwhile: whoever asked gets it, but it is not kept.
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
      // In advance, so that an outage begins with some time left; what is at hand serves until its end.
      if (isReached(clock.now(), entry.renewAt)) loadOnce(name, load).catch(() => undefined);
      return entry.value;
    },
    peek(name) {
      purgeOld();
      return entries.get(name)?.value;
    },
    put: (name, value) => put(name, value),
    forget(name) {
      entries.delete(name);
      loading.delete(name);
    },
  };
}

function isReached(now: Temporal.Instant, instant: Temporal.Instant): boolean {
  return now.epochMilliseconds >= instant.epochMilliseconds;
}
