import { expect, test } from 'vitest';
import { isStoppedBy, stopExtentOf } from './bulk-stop.ts';

test('a stop by restrictions leaves the core what it has, any other one does not', () => {
  expect(stopExtentOf('MS03')).toBe('unsent');
  expect([stopExtentOf('DS0C'), stopExtentOf('AC01')]).toEqual(['all', 'all']);
});

test('a second stop has an effect only if it reaches further', () => {
  expect([isStoppedBy('MS03', undefined), isStoppedBy('DS0C', undefined)]).toEqual([true, true]);
  expect([isStoppedBy('DS0C', 'MS03'), isStoppedBy('MS03', 'DS0C')]).toEqual([true, false]);
  expect([isStoppedBy('MS03', 'MS03'), isStoppedBy('AC01', 'DS0C')]).toEqual([false, false]);
});
