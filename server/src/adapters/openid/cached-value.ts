/** A value from elsewhere that is kept for a while. */
export interface KeptValue<Value> {
  get(): Promise<Value>;
}

/** Keeps one value. However many ask at once, it is fetched once; a failure is told to them and not kept. */
export function createKeptValue<Value>(
  fetchValue: () => Promise<Value>,
  { freshForMs, nowMs }: { readonly freshForMs: number; readonly nowMs: () => number },
): KeptValue<Value> {
  let kept: { readonly value: Value; readonly atMs: number } | undefined;
  let underWay: Promise<Value> | undefined;

  const fetchAnew = async (): Promise<Value> => {
    try {
      const value = await fetchValue();
      kept = { value, atMs: nowMs() };
      return value;
    } finally {
      underWay = undefined;
    }
  };

  return {
    get() {
      if (kept !== undefined && nowMs() - kept.atMs < freshForMs) return Promise.resolve(kept.value);
      underWay ??= fetchAnew();
      return underWay;
    },
  };
}
