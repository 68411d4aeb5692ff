import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  isActive,
  isContactExpired,
  mayChangeState,
  shownContact,
  stateAfterProof,
  type User,
  userStates,
} from './user.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');
const nothing = {
  firstName: undefined,
  lastName: undefined,
  language: undefined,
  email: undefined,
  phone: undefined,
  openEmail: undefined,
  openPhone: undefined,
};
const user: User = {
  userId: 'usr_1',
  username: 'someone',
  kind: 'customer',
  customerNumber: undefined,
  state: 'active',
  profile: nothing,
  openEmailAt: undefined,
  openPhoneAt: undefined,
  phoneCoolingOffUntil: undefined,
  termsVersion: '1',
  lastLoginAt: undefined,
  lastAnswerValidatedAt: undefined,
  lastPasswordResetAt: undefined,
  hintPictureId: undefined,
  profilePictureId: undefined,
  rowVersion: 1n,
  createdAt: now,
};

test('only active users may act', () => {
  expect(userStates.filter((state) => isActive({ state }))).toEqual(['active']);
});

test('these state changes are allowed, and no others', () => {
  const changes = userStates.flatMap((from) =>
    userStates.filter((to) => mayChangeState(from, to)).map((to) => `${from} ${to}`),
  );
  expect(changes).toEqual([
    'pending active',
    'pending suspended',
    'pending closed',
    'active suspended',
    'active closed',
    'suspended active',
    'suspended closed',
  ]);
});

describe('a verified contact', () => {
  const proven = { ...nothing, phone: '+491511234567' };
  test('activates a user who has accepted the terms', () => {
    expect(stateAfterProof({ state: 'pending', profile: proven, termsVersion: '1' })).toBe('active');
    expect(
      stateAfterProof({ state: 'pending', profile: { ...nothing, email: 'a@b.test' }, termsVersion: '1' }),
    ).toBe('active');
    expect(stateAfterProof({ state: 'pending', profile: proven, termsVersion: undefined })).toBe('pending');
    expect(
      stateAfterProof({ state: 'pending', profile: { ...nothing, openPhone: '+49' }, termsVersion: '1' }),
    ).toBe('pending');
  });

  test('does not reactivate a user whom the bank stopped', () => {
    for (const state of ['suspended', 'closed', 'active'] as const)
      expect(stateAfterProof({ state, profile: proven, termsVersion: '1' })).toBe(state);
  });
});

test('an unverified contact expires after seven days', () => {
  const given = (hours: number): Temporal.Instant => now.subtract({ hours });
  expect([
    isContactExpired(undefined, now),
    isContactExpired(given(167), now),
    isContactExpired(given(168), now),
  ]).toEqual([false, false, true]);
});

test('the verified contact is shown before the pending one, which is shown until it expires', () => {
  const both = {
    ...user,
    profile: { ...nothing, email: 'old@b.test', openEmail: 'new@b.test' },
    openEmailAt: now,
  };
  expect(shownContact(both, 'email', now)).toEqual({ value: 'old@b.test', isVerified: true });
  const waiting = { ...user, profile: { ...nothing, openPhone: '+49' }, openPhoneAt: now };
  expect(shownContact(waiting, 'phone', now)).toEqual({ value: '+49', isVerified: false });
  expect(shownContact(waiting, 'phone', now.add({ hours: 168 }))).toBeUndefined();
  expect(shownContact(waiting, 'email', now)).toBeUndefined();
});
