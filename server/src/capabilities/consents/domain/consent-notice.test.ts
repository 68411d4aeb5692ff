import { expect, test } from 'vitest';
import { changeCauses, consentStatuses } from './consent.ts';
import { noticeOf } from './consent-notice.ts';

test.each([
  ['valid', 'approved', 'granted'],
  ['valid', 're-established', 're-established'],
  ['revokedByPsu', 'withdrawn', 'withdrawn'],
  ['revokedByPsu', 'revoked', 'revoked'],
  ['terminatedByTpp', 'terminated', 'terminated'],
  ['expired', 'replaced', 'replaced'],
  ['expired', 'ran-out', 'expired'],
  ['partiallyAuthorised', 'approved', undefined],
  ['rejected', 'not-approved', undefined],
] as const)('a consent that is %s because of %s: %s', (status, cause, notice) => {
  expect(noticeOf({ status, cause, isApproved: true, isRecurring: true })).toBe(notice);
});

test('a consent that was never approved says nothing, whatever becomes of it', () => {
  for (const status of consentStatuses)
    for (const cause of changeCauses)
      expect(noticeOf({ status, cause, isApproved: false, isRecurring: true })).toBeUndefined();
});

test('the end of a consent for one access needs no message, its withdrawal does', () => {
  const once = { isApproved: true, isRecurring: false } as const;
  expect(noticeOf({ ...once, status: 'expired', cause: 'ran-out' })).toBeUndefined();
  expect(noticeOf({ ...once, status: 'revokedByPsu', cause: 'withdrawn' })).toBe('withdrawn');
});
