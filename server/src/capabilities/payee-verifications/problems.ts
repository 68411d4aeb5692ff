import { defineProblems } from '#platform/kernel/problem.ts';

export const problems = defineProblems('payee-verifications', {
  'payee-faulty': {
    kind: 'invalid',
    message: 'The request is invalid. See the path of each message.',
    xs2a: { status: 400, code: 'FORMAT_ERROR' },
  },
  'parameter-not-supported': {
    kind: 'invalid',
    message: 'A header or field is not supported by this bank. See the path of each message.',
    xs2a: { status: 400, code: 'PARAMETER_NOT_SUPPORTED' },
  },
  'requests-exceeded': {
    kind: 'too-many',
    message: 'Limit of 20 requests per second exceeded. Retry after the seconds in Retry-After.',
    xs2a: { status: 429, code: 'SERVICE_BLOCKED' },
  },
  'names-exceeded': {
    kind: 'too-many',
    message:
      'Limit of 10 different names per account and hour that did not match exceeded. Retry after the seconds in Retry-After.',
    xs2a: { status: 429, code: 'SERVICE_BLOCKED' },
  },
  'close-matches-exceeded': {
    kind: 'too-many',
    message:
      'Limit of 100 close matches per hour exceeded, counting those that this request could get. Retry after the seconds in Retry-After.',
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
