import { describe, expect, test } from 'vitest';
import {
  type ConsentEvent,
  changeCauses,
  consentStatuses,
  isFinal,
  isUnapproved,
  nextStatus,
} from './consent.ts';

const events: readonly ConsentEvent[] = [
  { kind: 'approved', extent: 'partly' },
  { kind: 'approved', extent: 'fully' },
  { kind: 'not-approved' },
  { kind: 'terminated' },
  { kind: 'withdrawn' },
  { kind: 'revoked' },
  { kind: 're-established' },
];

const nameOf = (event: ConsentEvent): string =>
  event.kind === 'approved' ? `${event.kind} ${event.extent}` : event.kind;

test('every state and event has its follower', () => {
  const table = consentStatuses.map((status) => [
    status,
    Object.fromEntries(events.map((event) => [nameOf(event), nextStatus(status, event)])),
  ]);
  const open = {
    'approved partly': 'partiallyAuthorised',
    'approved fully': 'valid',
    'not-approved': 'rejected',
    terminated: 'terminatedByTpp',
    withdrawn: 'rejected',
    revoked: 'rejected',
    're-established': undefined,
  };
  const none = Object.fromEntries(events.map((event) => [nameOf(event), undefined]));
  expect(Object.fromEntries(table)).toEqual({
    received: open,
    partiallyAuthorised: open,
    valid: { ...none, terminated: 'terminatedByTpp', withdrawn: 'revokedByPsu', revoked: 'revokedByPsu' },
    rejected: none,
    revokedByPsu: { ...none, 're-established': 'valid' },
    terminatedByTpp: none,
  });
});

describe('a state', () => {
  test('is open, valid or final', () => {
    expect(consentStatuses.filter(isUnapproved)).toEqual(['received', 'partiallyAuthorised']);
    expect(consentStatuses.filter(isFinal)).toEqual(['rejected', 'revokedByPsu', 'terminatedByTpp']);
  });

  test('changes for the causes that subscribers know', () => {
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(changeCauses));
  });
});
