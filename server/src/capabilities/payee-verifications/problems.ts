import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('payee-verifications', {
  'payee-faulty': {
    kind: 'invalid',
    message: 'The payee cannot be verified as it is named.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'parameter-not-supported': {
    kind: 'invalid',
    message: 'The bank does not offer this parameter.',
    xs2a: { status: 400, code: 'PARAMETER_NOT_SUPPORTED' },
  },
  'requests-exceeded': {
    kind: 'too-many',
    message: 'A third party may send 20 verifications a second. Wait as Retry-After says.',
    xs2a: { status: 429, code: 'SERVICE_BLOCKED' },
  },
  'names-exceeded': {
    kind: 'too-many',
    message:
      'A third party may send 10 different names an hour for one account that do not match. Wait as Retry-After says.',
    xs2a: { status: 429, code: 'SERVICE_BLOCKED' },
  },
  'close-matches-exceeded': {
    kind: 'too-many',
    message: 'A third party may get 100 close matches an hour. Wait as Retry-After says.',
    xs2a: { status: 429, code: 'SERVICE_BLOCKED' },
  },
  'bulk-unknown': {
    kind: 'not-found',
    message: 'There is no such list of verifications.',
    xs2a: { status: 404, code: 'RESOURCE_UNKNOWN' },
  },
  'bulk-expired': {
    kind: 'gone',
    message: 'Verifications of a list are kept for 24 hours. Send the list again.',
    xs2a: { status: 403, code: 'RESOURCE_EXPIRED' },
  },
});
