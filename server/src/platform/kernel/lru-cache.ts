/** A bounded cache: when it is full, the least recently used entry is evicted. */
export interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Creates an empty cache for at most `entriesMax` values. */
export function lruCache<Value>(entriesMax: number): LruCache<Value> {
  // A Map has insertion order: its first key is always the least recently used.
  const entries = new Map<string, Value>();
  // One iterator for ever: everything it has passed is gone or at the end again. A new one would step over every gap.
  const oldestFirst = entries.keys();

  function set(key: string, value: Value): void {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size <= entriesMax) return;
    const oldest = oldestFirst.next();
    if (oldest.done !== true) entries.delete(oldest.value);
  }

  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
}
