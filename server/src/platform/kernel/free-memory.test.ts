import { expect, test } from 'vitest';
import { freeMemory } from './free-memory.ts';

test('bytes that fill their buffer are freed at once, and again without an error', () => {
  const before = process.memoryUsage().arrayBuffers;
  const bytes = Buffer.alloc(50_000_000);
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(40_000_000);
  freeMemory(bytes);
  freeMemory(bytes);
  expect(bytes).toHaveLength(0);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});

test('a part of a buffer, shared memory and no bytes stay as they are', () => {
  const whole = Buffer.alloc(100);
  const shared = Buffer.from(new SharedArrayBuffer(100));
  freeMemory(whole.subarray(1));
  freeMemory(shared);
  freeMemory(Buffer.alloc(0));
  expect(whole).toHaveLength(100);
  expect(shared).toHaveLength(100);
});
