import type { ProblemKind } from '#platform/kernel/problem.ts';

/** The RFC 9110 status of each problem kind that has an established one. */
export const httpStatuses: Readonly<Record<Exclude<ProblemKind, 'refused'>, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  timeout: 408,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'key-reused': 422,
  'too-many': 429,
  internal: 500,
  'not-implemented': 501,
  unavailable: 503,
};
