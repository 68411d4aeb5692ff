import { expect, test } from 'vitest';
import { pollWithoutSlot, type WorkSlot } from './poll-without-slot.ts';

function testSlot(isFree = true): WorkSlot & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    suspend: () => void seen.push('suspend'),
    resume() {
      seen.push('resume');
      return isFree;
    },
  };
}

test('the slot is released while it waits, and acquired again for the rest', async () => {
  const slot = testSlot();
  let polls = 0;
  const result = await pollWithoutSlot(slot, 5_000, async () => {
    polls += 1;
    slot.seen.push('ask');
    return polls === 2 ? 'answer' : undefined;
  });
  expect([result, slot.seen]).toEqual(['answer', ['suspend', 'ask', 'ask', 'resume']]);
});

test('returns nothing if there is no result in time, and 503 if no slot is free', async () => {
  expect(await pollWithoutSlot(undefined, 60, async () => undefined)).toBeUndefined();
  await expect(pollWithoutSlot(testSlot(false), 1_000, async () => 'answer')).rejects.toMatchObject({
    literal: 'service-unavailable',
  });
});

test('the slot is acquired again after an error', async () => {
  const slot = testSlot();
  await expect(pollWithoutSlot(slot, 1_000, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(slot.seen).toEqual(['suspend', 'resume']);
});

test('an error of the poll is thrown, and does not count as waiting for ever', async () => {
  for (let round = 0; round < 66; round += 1)
    await expect(
      pollWithoutSlot(undefined, 1_000, async () => {
        await Promise.resolve();
        throw new Error('away');
      }),
    ).rejects.toThrow('away');
}, 20_000);

test('64 wait concurrently; further ones return nothing at once', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = Array.from({ length: 64 }, () => pollWithoutSlot(undefined, 5_000, () => promise));
  const slot = testSlot();
  expect(await pollWithoutSlot(slot, 5_000, () => promise)).toBeUndefined();
  expect(slot.seen).toEqual([]);
  resolve('answer');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['answer']));
});
