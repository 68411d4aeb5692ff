import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('admits no more than its slots, in the order of requests', async () => {
  const semaphore = createSemaphore(2);
  const order: number[] = [];
  const acquire = async (number: number): Promise<void> => {
    await semaphore.acquire(1_000);
    order.push(number);
  };
  const acquiring = [1, 2, 3, 4].map(acquire);
  await Promise.all(acquiring.slice(0, 2));
  expect(order).toEqual([1, 2]);
  semaphore.release();
  await acquiring[2];
  semaphore.release();
  await acquiring[3];
  expect(order).toEqual([1, 2, 3, 4]);
});

test('a waiter that times out gets no slot and takes none from others', async () => {
  const semaphore = createSemaphore(1);
  expect(await semaphore.acquire(10)).toBe(true);
  expect(await semaphore.acquire(10)).toBe(false);
  semaphore.release();
  expect(await semaphore.acquire(10)).toBe(true);
});

test('is idle when the last holder has left, waiters included', async () => {
  const semaphore = createSemaphore(1);
  await semaphore.idle();
  await semaphore.acquire(10);
  const waiting = semaphore.acquire(1_000);
  let isIdle = false;
  const idle = semaphore.idle().then(() => {
    isIdle = true;
  });
  semaphore.release();
  await waiting;
  expect(isIdle).toBe(false);
  semaphore.release();
  await idle;
  expect(isIdle).toBe(true);
});
