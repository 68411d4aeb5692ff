import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { freshValues } from './fresh-values.ts';

const clock = fakeClock('2026-03-01T10:00:00Z');
const freshness = {
  clock,
  keepFor: Temporal.Duration.from({ minutes: 15 }),
  renewAfter: Temporal.Duration.from({ minutes: 5 }),
  entriesMax: 2,
};

describe('fresh values', () => {
  it('are not cached when loading fails', async () => {
    const values = freshValues<string>(freshness);
    await expect(values.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await values.get('a', async () => 'loaded')).toBe('loaded');
  });

  it('age from before they were loaded', async () => {
    const values = freshValues<string>(freshness);
    await values.get('a', async () => {
      clock.advance({ minutes: 10 });
      return 'slow';
    });
    clock.advance({ minutes: 5 });
    expect(values.peek('a')).toBeUndefined();
  });

  it('that were removed while they were loaded are not cached', async () => {
    const values = freshValues<string>(freshness);
    const { promise, resolve } = Promise.withResolvers<string>();
    const loading = values.get('a', () => promise);
    values.evict('a');
    resolve('before');
    expect(await loading).toBe('before');
    expect(values.peek('a')).toBeUndefined();
  });

  it('are bounded; the oldest is evicted first', () => {
    const values = freshValues<number>(freshness);
    for (const [index, name] of ['a', 'b', 'c'].entries()) values.put(name, index);
    expect(['a', 'b', 'c'].map(values.peek)).toEqual([undefined, 1, 2]);
  });
});
