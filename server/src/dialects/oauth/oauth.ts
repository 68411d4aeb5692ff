import { identifyByToken } from '#platform/auth/token-caller.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { Problem, ProblemEntry, ProblemKind } from '#platform/kernel/problem.ts';
import { requestIdFieldErrors } from '../request-id.ts';
import { type OAuthError, oauthErrorBody } from './error-bodies.ts';

/** RFC 6749, 6750, 8628 define few error codes, so several problem kinds share one. */
const codes: Readonly<Record<ProblemKind, { readonly status: number; readonly code: string }>> = {
  invalid: { status: 400, code: 'invalid_request' },
  unauthenticated: { status: 401, code: 'invalid_token' },
  forbidden: { status: 403, code: 'insufficient_scope' },
  'not-found': { status: 404, code: 'invalid_request' },
  'method-not-allowed': { status: 405, code: 'invalid_request' },
  'not-acceptable': { status: 406, code: 'invalid_request' },
  timeout: { status: 408, code: 'invalid_request' },
  conflict: { status: 409, code: 'invalid_request' },
  gone: { status: 400, code: 'invalid_grant' },
  'precondition-failed': { status: 412, code: 'invalid_request' },
  'too-large': { status: 413, code: 'invalid_request' },
  'unsupported-media-type': { status: 415, code: 'invalid_request' },
  'key-reused': { status: 422, code: 'invalid_request' },
  refused: { status: 400, code: 'invalid_grant' },
  'too-many': { status: 400, code: 'slow_down' },
  internal: { status: 500, code: 'server_error' },
  'not-implemented': { status: 501, code: 'server_error' },
  unavailable: { status: 503, code: 'temporarily_unavailable' },
};

/** The OAuth 2.0 server: `error` and `error_description`. */
export const oauth: Dialect = {
  name: 'oauth',
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  answersHead: true,
  idempotencyHeader: 'idempotency-key',
  keyedHeaders: [],
  identify: identifyByToken,
  checkHeaders: requestIdFieldErrors,
  describeProblem: (entry) => codeFor(entry),
  errorBodies: () => ({ 'application/json': oauthErrorBody }),
  render(problem) {
    const { status, code } = codeFor(problem.entry);
    return { status, contentType: 'application/json', body: errorOf(problem, code) };
  },
};

function errorOf(problem: Problem, code: string): OAuthError {
  const fieldErrors = problem.more.fieldErrors ?? [];
  const where = fieldErrors.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ');
  return { error: code, error_description: asDescription(where === '' ? problem.message : where) };
}

function codeFor(entry: ProblemEntry): { readonly status: number; readonly code: string } {
  const usual = codes[entry.kind];
  return { status: entry.oauth?.status ?? usual.status, code: entry.oauth?.code ?? usual.code };
}

/** RFC 6749 5.2 allows printable ASCII without quote and backslash. */
function asDescription(text: string): string {
  return text.replaceAll(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, ' ');
}
