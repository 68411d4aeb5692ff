import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('oauth', {
  'client-unknown': { kind: 'not-found', message: 'Client not found.' },
  'client-exists': { kind: 'conflict', message: 'A client with this id is already registered.' },
  'client-invalid': { kind: 'invalid', message: 'The client registration is invalid.' },
  'client-state': {
    kind: 'conflict',
    message:
      'The client has changed in the meantime, or its state does not allow this. Read it again and retry.',
  },
  'bank-unknown': { kind: 'not-found', message: 'No authorization server for this bank.' },
  'employee-mismatch': {
    kind: 'forbidden',
    message: 'The identity provider sent an employee id that belongs to another person.',
  },
  'employee-unnamed': {
    kind: 'forbidden',
    message: 'The identity provider sent no employee id, or an invalid one.',
  },
  'employee-without-role': {
    kind: 'forbidden',
    message: 'The identity provider sent no role that is known here.',
  },
  'employee-cut-off': {
    kind: 'forbidden',
    message: 'The bank has cut off this employee.',
  },
  'sign-in-over': {
    kind: 'gone',
    message: 'This sign-in has finished, has expired, or belongs to another browser.',
  },
  'sign-in-not-proven': {
    kind: 'refused',
    message: 'The response of the identity provider could not be verified.',
  },
  'sign-in-too-weak': { kind: 'forbidden', message: 'The sign-in is weaker than requested.' },
  'sign-in-too-old': { kind: 'forbidden', message: 'The sign-in is older than requested.' },
  'staff-provider-absent': {
    kind: 'unavailable',
    message: 'This bank has no identity provider for its staff.',
  },
  'staff-provider-away': {
    kind: 'unavailable',
    message: 'The identity provider of this bank does not respond.',
  },
  'customer-sign-in-absent': {
    kind: 'unavailable',
    message: 'Customer sign-in is not available.',
  },
  'rotation-under-way': { kind: 'conflict', message: 'Key rotation already in progress.' },
});
