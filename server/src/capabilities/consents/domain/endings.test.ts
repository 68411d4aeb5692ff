import { expect, test } from 'vitest';
import { nextStatus } from './consent.ts';
import { endingEvent, isEndingKept } from './endings.ts';

test.each([
  ['valid', 'terminatedByTpp', 'terminatedByTpp'],
  ['valid', 'revokedByPsu', 'revokedByPsu'],
  ['valid', 'expired', 'expired'],
  ['valid', undefined, 'revokedByPsu'],
  ['partiallyAuthorised', 'expired', 'rejected'],
  ['received', 'revokedByPsu', 'rejected'],
  ['received', 'expired', 'rejected'],
  ['received', 'rejected', 'rejected'],
  ['received', 'terminatedByTpp', 'terminatedByTpp'],
] as const)('a restored consent in %s that had ended as %s is then %s', (status, reason, after) => {
  expect(nextStatus(status, endingEvent(status, reason))).toBe(after);
});

test.each(['terminatedByTpp', 'revokedByPsu', 'expired', 'rejected'] as const)(
  'a restored consent in %s is not ended once more',
  (status) => {
    expect(nextStatus(status, endingEvent(status, status))).toBeUndefined();
  },
);

test('the end that a clock causes is not kept', () => {
  expect(isEndingKept({ kind: 'ran-out' })).toBe(false);
  expect(isEndingKept({ kind: 'not-approved' })).toBe(false);
  expect(isEndingKept({ kind: 'replaced' })).toBe(true);
});
