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

test('the slot is given back while it waits, and taken again for the rest', async () => {
  const slot = testSlot();
  let asked = 0;
  const answer = await pollWithoutSlot(slot, 5_000, async () => {
    asked += 1;
    slot.seen.push('ask');
    return asked === 2 ? 'answer' : undefined;
  });
  expect([answer, slot.seen]).toEqual(['answer', ['suspend', 'ask', 'ask', 'resume']]);
});

test('there is no answer when none comes in time, and 503 when no slot is free', async () => {
  expect(await pollWithoutSlot(undefined, 60, async () => undefined)).toBeUndefined();
  await expect(pollWithoutSlot(testSlot(false), 1_000, async () => 'answer')).rejects.toMatchObject({
    literal: 'service-unavailable',
  });
});

test('the slot is taken again after an error', async () => {
  const slot = testSlot();
  await expect(pollWithoutSlot(slot, 1_000, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(slot.seen).toEqual(['suspend', 'resume']);
});

test('an error of the question is told, and does not count as waiting for ever', async () => {
  for (let round = 0; round < 66; round += 1)
    await expect(
      pollWithoutSlot(undefined, 1_000, async () => {
        await Promise.resolve();
        throw new Error('away');
      }),
    ).rejects.toThrow('away');
}, 20_000);

test('64 wait at once; the next ones have no answer at once', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = Array.from({ length: 64 }, () => pollWithoutSlot(undefined, 5_000, () => promise));
  const slot = testSlot();
  expect(await pollWithoutSlot(slot, 5_000, () => promise)).toBeUndefined();
  expect(slot.seen).toEqual([]);
  resolve('answer');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['answer']));
});
