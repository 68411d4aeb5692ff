import { defineProblems } from '#platform/kernel/problem.ts';

/** SPEC 002: the closed set of the identity interface. */
export const problems = defineProblems('identity', {
  'answers-not-valid': { kind: 'refused', message: 'The security answers are wrong.' },
  'login-already-used': { kind: 'refused', message: 'This login is already linked to a user.' },
  'provider-not-supported': { kind: 'refused', message: 'Logins of this provider are not supported.' },
  'password-same-as-existing': { kind: 'refused', message: 'The new password equals the current one.' },
  'password-does-not-meet-requirements': {
    kind: 'refused',
    message: 'The password does not meet the requirements. See the details.',
  },
  'username-already-used': { kind: 'refused', message: 'Another user has this username.' },
  'email-already-used': { kind: 'refused', message: 'Another user has this e-mail address.' },
  'phone-number-already-used': { kind: 'refused', message: 'Another user has this phone number.' },
  'verification-expired': {
    kind: 'refused',
    message: 'No verification is in progress, or it has expired. Start a new one.',
  },
});
