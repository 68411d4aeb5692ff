/** A remote value that is cached for a while. */
export interface CachedValue<Value> {
  get(): Promise<Value>;
}

/** Caches one value. Concurrent callers share one fetch; a failure is returned to them and not cached. */
export function createCachedValue<Value>(
  fetchValue: () => Promise<Value>,
  { freshForMs, nowMs }: { readonly freshForMs: number; readonly nowMs: () => number },
): CachedValue<Value> {
  let cached: { readonly value: Value; readonly atMs: number } | undefined;
  let pending: Promise<Value> | undefined;

  const refresh = async (): Promise<Value> => {
    try {
      const value = await fetchValue();
      cached = { value, atMs: nowMs() };
      return value;
    } finally {
      pending = undefined;
    }
  };

  return {
    get() {
      if (cached !== undefined && nowMs() - cached.atMs < freshForMs) return Promise.resolve(cached.value);
      pending ??= refresh();
      return pending;
    },
  };
}
