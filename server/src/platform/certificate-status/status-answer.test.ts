import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isCurrent } from './status-answer.ts';

const thisUpdate = Temporal.Instant.from('2026-11-15T10:00:00Z');
const inHours = (hours: number): Temporal.Instant => thisUpdate.add({ hours });

describe('an answer', () => {
  test.each([
    ['counts until its next update', 48, 48, true],
    ['does not count after it', 48, 49, false],
    ['does not count before it was made', 48, -1, false],
    ['without a next update counts for a day', undefined, 24, true],
    ['without a next update does not count longer', undefined, 25, false],
    ['with a far next update counts for ten days', 24 * 365, 24 * 10, true],
    ['with a far next update can not be sent again later', 24 * 365, 24 * 10 + 1, false],
  ])('%s', (_, nextUpdate, hours, expected) => {
    const answer = { thisUpdate, nextUpdate: nextUpdate === undefined ? undefined : inHours(nextUpdate) };
    expect(isCurrent(answer, inHours(hours))).toBe(expected);
  });
});
