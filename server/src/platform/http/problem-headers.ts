import { openChallenge } from '#platform/auth/challenge.ts';
import type { Problem, ProblemKind } from '#platform/kernel/problem.ts';
import type { Dialect } from './dialect.ts';

const retryAfter = { 'retry-after': '1' } as const;

/** Headers of every problem of a kind. A problem that knows a better value has its own. */
const usualHeaders: Readonly<Partial<Record<ProblemKind, Readonly<Record<string, string>>>>> = {
  // RFC 9110 15.5.2: a 401 names the authentication schemes.
  unauthenticated: openChallenge.headers,
  'too-many': retryAfter,
  unavailable: retryAfter,
};

/** Returns the headers that every problem of this kind has in the dialect. */
export function usualHeadersOf(kind: ProblemKind, dialect: Dialect): Readonly<Record<string, string>> {
  // Third parties authenticate by their certificate, for which HTTP has no challenge.
  if (kind === 'unauthenticated' && dialect.name === 'xs2a') return {};
  return usualHeaders[kind] ?? {};
}

/** Returns the headers of a problem. */
export function problemHeaders({ entry, more }: Problem, dialect: Dialect): Readonly<Record<string, string>> {
  return {
    ...usualHeadersOf(entry.kind, dialect),
    ...(more.retryAfterSeconds === undefined ? {} : { 'retry-after': String(more.retryAfterSeconds) }),
    ...more.headers,
  };
}
