import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lruCache } from './lru-cache.ts';

describe('an LRU cache', () => {
  test('evicts the least recently used entry, and only when it is full', () => {
    const memory = lruCache<number>(2);
    memory.set('a', 1);
    memory.set('b', 2);
    expect(memory.get('a')).toBe(1);
    memory.set('c', 3);
    expect(['a', 'b', 'c'].map((key) => memory.get(key))).toEqual([1, undefined, 3]);
  });

  test('replaces a value without evicting another', () => {
    const memory = lruCache<number>(2);
    memory.set('a', 1);
    memory.set('b', 2);
    memory.set('a', 3);
    expect(['a', 'b'].map((key) => memory.get(key))).toEqual([3, 2]);
  });

  test('has exactly the keys used last, for any sequence of uses', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(key, { maxLength: 50 }), (max, uses) => {
        const memory = lruCache<string>(max);
        for (const use of uses) if (memory.get(use) === undefined) memory.set(use, use);
        const last = [...new Set(uses.toReversed())];
        expect(last.filter((use) => memory.get(use) !== undefined)).toEqual(last.slice(0, max));
      }),
    );
  });
});
