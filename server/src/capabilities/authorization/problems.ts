import { defineProblems } from '#platform/kernel/problem.ts';

/** SPEC 002: the closed set of the authorization interface. */
export const problems = defineProblems('authorization', {
  'no-such-user': {
    kind: 'refused',
    message: 'The user does not exist or cannot be reached by this channel.',
  },
  'bad-otp': { kind: 'refused', message: 'The one-time password is wrong.' },
  'replayed-otp': { kind: 'refused', message: 'The one-time password was already used.' },
  'no-such-verification': {
    kind: 'refused',
    message: 'The verification does not exist, or it has expired. Send a new one-time password.',
  },
  'bad-response': { kind: 'refused', message: 'The response to the challenge is wrong.' },
  'replayed-response': { kind: 'refused', message: 'The challenge was already answered.' },
  'no-such-challenge': {
    kind: 'refused',
    message: 'The challenge does not exist, or it has expired. Request a new one.',
  },
});
