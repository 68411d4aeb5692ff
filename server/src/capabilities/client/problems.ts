import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('client', {
  'client-restricted': {
    kind: 'refused',
    message: 'A restriction of this client forbids it. The customer should contact the bank.',
  },
  'device-required': {
    kind: 'refused',
    message: 'Only a paired device may do this: the token must be bound to the key of the device.',
  },
  'approval-over': {
    kind: 'gone',
    message: 'This request was answered or withdrawn, or its time is over.',
  },
  'number-required': {
    kind: 'refused',
    message: 'The number that the page shows is required.',
  },
  'number-wrong': {
    kind: 'refused',
    message: 'This is not the number that the page shows.',
  },

  // Restrictions and fraud reports.
  'restriction-kind-not-allowed': {
    kind: 'refused',
    message:
      'This caller may not set restrictions of this kind. Only employees set estate-hold and court-order.',
  },
  'restriction-ended': { kind: 'conflict', message: 'The restriction has expired or was lifted before.' },
  'second-employee-required': {
    kind: 'conflict',
    message: 'The employee who proposed to lift the restriction cannot confirm it.',
  },
  'lift-not-proposed': {
    kind: 'conflict',
    message: 'The bank set this restriction: one employee proposes to lift it, another one confirms.',
  },
  'report-state': { kind: 'conflict', message: 'The fraud report is in another state.' },

  'device-limit-reached': {
    kind: 'refused',
    message: 'This user has as many devices as one may have. Unpair one first.',
  },
  'pairing-refused': {
    kind: 'unauthenticated',
    message: 'The device cannot be paired. Request a new activation code and try again.',
  },
  'device-taken': {
    kind: 'conflict',
    message: 'This installation is paired with another user. Unpair it there, or reset the app.',
    plain: { code: 'conflict' },
  },
  'last-factor': {
    kind: 'refused',
    message: 'This device is the only second factor of the user. Pair another one first.',
  },
  'offline-verification-failed': {
    kind: 'unauthenticated',
    message: 'The code was not accepted.',
  },

  // Own data.
  'party-deceased': { kind: 'refused', message: 'This person is reported as deceased.' },
  'patch-test-failed': {
    kind: 'conflict',
    message: 'A test of the patch failed: the data differs from what the patch expects.',
  },
  'patch-not-applicable': {
    kind: 'refused',
    message: 'An operation of the patch cannot be applied: its target or its source is missing.',
  },
  'change-request-pending': {
    kind: 'refused',
    message: 'A change of this kind is open. Confirm or cancel it first.',
  },
  'change-request-closed': { kind: 'refused', message: 'This change request is closed.' },
  'code-not-valid': { kind: 'refused', message: 'The code is wrong or no longer valid.' },
  'document-required': { kind: 'refused', message: 'A document that proves the change is required.' },
  'precondition-not-met': {
    kind: 'refused',
    message: 'What the action asks for has not been done yet.',
  },
  'result-not-allowed': { kind: 'refused', message: 'This action cannot have this result.' },
  'terms-already-published': { kind: 'refused', message: 'This version of the terms is published already.' },
});
