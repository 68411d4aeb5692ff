import { describe, expect, test } from 'vitest';
import { type ConsentEvent, consentStatuses, isFinal, isUnapproved, nextStatus } from './consent.ts';

const events: Readonly<Record<string, ConsentEvent>> = {
  'approved by some': { kind: 'approved', extent: 'partly' },
  approved: { kind: 'approved', extent: 'fully' },
  'not approved in time': { kind: 'not-approved' },
  'run out': { kind: 'ran-out' },
  replaced: { kind: 'replaced' },
  'deleted by the third party': { kind: 'terminated' },
  'withdrawn by the customer': { kind: 'withdrawn' },
  'revoked by the bank': { kind: 'revoked' },
  're-established by the customer': { kind: 're-established' },
};

/** Every change that exists; any other pair of a state and an event changes nothing. */
const changes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  received: {
    'approved by some': 'partiallyAuthorised',
    approved: 'valid',
    'not approved in time': 'rejected',
    'deleted by the third party': 'terminatedByTpp',
    'withdrawn by the customer': 'rejected',
    'revoked by the bank': 'rejected',
  },
  partiallyAuthorised: {
    'approved by some': 'partiallyAuthorised',
    approved: 'valid',
    'not approved in time': 'rejected',
    replaced: 'rejected',
    'deleted by the third party': 'terminatedByTpp',
    'withdrawn by the customer': 'rejected',
    'revoked by the bank': 'rejected',
  },
  valid: {
    'run out': 'expired',
    replaced: 'expired',
    'deleted by the third party': 'terminatedByTpp',
    'withdrawn by the customer': 'revokedByPsu',
    'revoked by the bank': 'revokedByPsu',
  },
  revokedByPsu: { 're-established by the customer': 'valid' },
};

describe.each(consentStatuses)('a consent that is %s', (status) => {
  test.each(Object.entries(events))('and is %s', (name, event) => {
    expect(nextStatus(status, event)).toBe(changes[status]?.[name]);
  });

  test('is open, valid or ended', () => {
    expect([isUnapproved(status), status === 'valid', isFinal(status)].filter(Boolean)).toHaveLength(1);
  });
});
