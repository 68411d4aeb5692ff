/** A bounded memory: when it is full, what was unused for longest goes first. */
export interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Makes an empty memory for at most `entriesMax` values. */
export function lruCache<Value>(entriesMax: number): LruCache<Value> {
  // A Map keeps the order of insertion: its first key is always the one unused for longest.
  const entries = new Map<string, Value>();
  // One walk for ever: all it has passed is gone or stands at the end again. A new one would step over every gap.
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
