import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('oauth', {
  'client-unknown': { kind: 'not-found', message: 'There is no such client.' },
  'client-exists': { kind: 'conflict', message: 'A client of this name is registered already.' },
  'client-invalid': { kind: 'invalid', message: 'The client cannot be registered like this.' },
  'client-state': {
    kind: 'conflict',
    message: 'The client changed meanwhile, or is not in a state that allows this.',
  },
  'bank-unknown': { kind: 'not-found', message: 'There is no server for such a bank here.' },
  'employee-mismatch': {
    kind: 'forbidden',
    message: 'The identity provider gave an employee id that belongs to somebody else.',
  },
  'employee-unnamed': {
    kind: 'forbidden',
    message: 'The identity provider gave no employee id, or one that cannot be used.',
  },
  'employee-without-role': {
    kind: 'forbidden',
    message: 'The identity provider gave no role that counts here.',
  },
  'employee-cut-off': {
    kind: 'forbidden',
    message: 'The bank has cut this member of staff off.',
  },
  'sign-in-over': {
    kind: 'gone',
    message: 'This sign-in was finished or has expired, or belongs to another browser.',
  },
  'sign-in-not-proven': {
    kind: 'refused',
    message: 'What the identity provider sent could not be verified.',
  },
  'sign-in-too-weak': { kind: 'forbidden', message: 'The sign-in is weaker than what was asked for.' },
  'sign-in-too-old': { kind: 'forbidden', message: 'The sign-in is older than what was asked for.' },
  'staff-provider-absent': {
    kind: 'unavailable',
    message: 'This bank has no identity provider for its staff here.',
  },
  'staff-provider-away': {
    kind: 'unavailable',
    message: 'The identity provider of this bank does not answer.',
  },
  'customer-sign-in-absent': {
    kind: 'unavailable',
    message: 'Sign-in for customers is not available here yet.',
  },
  'rotation-under-way': { kind: 'conflict', message: 'Somebody else has just given this class a new key.' },
});
