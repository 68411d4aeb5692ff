import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { earlierOf, laterOf } from './instants.ts';

const [one, two] = ['2026-11-15T10:00:00Z', '2026-11-15T10:00:01Z'].map((text) =>
  Temporal.Instant.from(text),
);

test('of two moments one is the earlier and one the later', () => {
  if (one === undefined || two === undefined) throw new Error('two moments expected');
  expect([earlierOf(one, two), earlierOf(two, one)]).toEqual([one, one]);
  expect([laterOf(one, two), laterOf(two, one)]).toEqual([two, two]);
  expect([earlierOf(one, one), laterOf(one, one)]).toEqual([one, one]);
});
