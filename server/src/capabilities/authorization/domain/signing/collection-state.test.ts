import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { collectionStates, isOver } from './collection-state.ts';

const end = Temporal.Instant.from('2026-11-18T08:00:00Z');
const overAt = (now: Temporal.Instant) =>
  collectionStates.filter((state) => isOver({ state, expiresAt: end }, now));

test('signatures of a collection count until it is cancelled, or has expired before it was complete', () => {
  expect(overAt(end.subtract({ nanoseconds: 1 }))).toEqual(['expired', 'cancelled']);
  expect(overAt(end)).toEqual(['open', 'expired', 'cancelled']);
  expect(overAt(end.add({ nanoseconds: 1 }))).toEqual(['open', 'expired', 'cancelled']);
});
