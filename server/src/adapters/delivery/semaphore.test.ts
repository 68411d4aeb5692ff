import { expect, test } from 'vitest';
import { createPlaces } from './semaphore.ts';

test('no more enter than there are places, and they enter in the order of asking', async () => {
  const places = createPlaces(2);
  const order: number[] = [];
  const enter = async (number: number): Promise<void> => {
    await places.enter(1_000);
    order.push(number);
  };
  const entering = [1, 2, 3, 4].map(enter);
  await Promise.all(entering.slice(0, 2));
  expect(order).toEqual([1, 2]);
  places.leave();
  await entering[2];
  places.leave();
  await entering[3];
  expect(order).toEqual([1, 2, 3, 4]);
});

test('whoever waits too long goes without, and takes nobody the place', async () => {
  const places = createPlaces(1);
  expect(await places.enter(10)).toBe(true);
  expect(await places.enter(10)).toBe(false);
  places.leave();
  expect(await places.enter(10)).toBe(true);
});

test('they are empty when the last one has left, those who waited included', async () => {
  const places = createPlaces(1);
  await places.empty();
  await places.enter(10);
  const waiting = places.enter(1_000);
  let isEmpty = false;
  const emptied = places.empty().then(() => {
    isEmpty = true;
  });
  places.leave();
  await waiting;
  expect(isEmpty).toBe(false);
  places.leave();
  await emptied;
  expect(isEmpty).toBe(true);
});
