import { defineProblems } from '#platform/kernel/problem.ts';

/** SPEC 002: the closed set of the authorization interface. */
export const problems = defineProblems('authorization', {
  'no-such-user': { kind: 'refused', message: 'There is no such user, or none who can be reached this way.' },
  'bad-otp': { kind: 'refused', message: 'The one-time password is wrong.' },
  'replayed-otp': { kind: 'refused', message: 'The one-time password was used before.' },
  'no-such-verification': {
    kind: 'refused',
    message: 'There is no such verification, or it is over. Send a new one-time password.',
  },
  'bad-response': { kind: 'refused', message: 'The response does not answer the challenge.' },
  'replayed-response': { kind: 'refused', message: 'The challenge was answered before.' },
  'no-such-challenge': {
    kind: 'refused',
    message: 'There is no such challenge, or it is over. Ask for a new one.',
  },
});
