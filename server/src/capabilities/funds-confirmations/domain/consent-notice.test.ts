import { expect, test } from 'vitest';
import { consentStatuses } from './consent.ts';
import { noticeOf } from './consent-notice.ts';
import { endingEvent, isEndingKept } from './endings.ts';

test('changes of a consent that was approved are notified', () => {
  const notices = consentStatuses.map((status) => noticeOf({ status, cause: undefined, isApproved: true }));
  expect(notices).toEqual([undefined, undefined, 'granted', undefined, 'withdrawn', 'terminated']);
  expect(noticeOf({ status: 'valid', cause: 're-established', isApproved: true })).toBe('re-established');
  expect(noticeOf({ status: 'revokedByPsu', cause: 'revoked', isApproved: true })).toBe('revoked');
});

test('nothing is said about one that was never approved', () => {
  for (const status of consentStatuses)
    expect(noticeOf({ status, cause: undefined, isApproved: false })).toBeUndefined();
});

test('a restore repeats every end but that of the clock', () => {
  expect([isEndingKept({ kind: 'not-approved' }), isEndingKept({ kind: 'withdrawn' })]).toEqual([
    false,
    true,
  ]);
  expect([endingEvent('terminatedByTpp'), endingEvent('revokedByPsu')]).toEqual([
    { kind: 'terminated' },
    { kind: 'revoked' },
  ]);
});
