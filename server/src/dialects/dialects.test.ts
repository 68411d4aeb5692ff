import { describe, expect, test } from 'vitest';
import type { Dialect, ProblemContext } from '#platform/http/dialect.ts';
import { defineProblems, type ProblemKind, problemKinds } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { channel } from './channel/channel.ts';
import { oauth } from './oauth/oauth.ts';
import { plain } from './plain/plain.ts';
import { xs2a } from './xs2a/xs2a.ts';

const requestId = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';
const context: ProblemContext = {
  requestId,
  path: '/v1/thing',
  method: 'GET',
  accept: undefined,
  traceId: undefined,
};

/** Status and code of each problem kind: xs2a, channel, plain, oauth. `-` is a response without a body. */
const table: Readonly<Record<ProblemKind, readonly [string, string, string, string]>> = {
  invalid: ['400 FORMAT_ERROR', '400 malformed', '400 word', '400 invalid_request'],
  unauthenticated: ['401 TOKEN_INVALID', '401 word', '401 word', '401 invalid_token'],
  forbidden: ['403 SERVICE_BLOCKED', '403 word', '403 word', '403 insufficient_scope'],
  'not-found': ['404 RESOURCE_UNKNOWN', '404 word', '404 word', '404 invalid_request'],
  'method-not-allowed': ['405 SERVICE_INVALID', '405 word', '405 word', '405 invalid_request'],
  'not-acceptable': ['406 REQUESTED_FORMATS_INVALID', '406 word', '406 word', '406 invalid_request'],
  timeout: ['408 -', '408 word', '408 word', '408 invalid_request'],
  conflict: ['409 STATUS_INVALID', '409 word', '409 word', '409 invalid_request'],
  gone: ['403 RESOURCE_EXPIRED', '410 word', '410 word', '400 invalid_grant'],
  'precondition-failed': ['409 STATUS_INVALID', '412 word', '412 word', '412 invalid_request'],
  'too-large': ['413 -', '413 word', '413 word', '413 invalid_request'],
  'unsupported-media-type': ['415 -', '415 word', '415 word', '415 invalid_request'],
  'key-reused': ['400 FORMAT_ERROR', '422 word', '422 word', '422 invalid_request'],
  refused: ['400 PAYMENT_FAILED', '440 word', '422 word', '400 invalid_grant'],
  'too-many': ['429 ACCESS_EXCEEDED', '429 word', '429 word', '400 slow_down'],
  internal: ['500 -', '500 word', '500 word', '500 server_error'],
  'not-implemented': ['501 -', '501 word', '501 word', '501 server_error'],
  unavailable: ['503 -', '503 word', '503 word', '503 temporarily_unavailable'],
};

/** Reads the code from the body of each dialect. */
const codeIn: Readonly<Record<Dialect['name'], (body: unknown) => unknown>> = {
  xs2a: (body) => at(at(at(body, 'tppMessages'), '0'), 'code'),
  channel: (body) => at(body, 'problem') ?? at(at(at(body, 'errors'), '0'), 'code'),
  plain: (body) => at(body, 'code'),
  oauth: (body) => at(body, 'error'),
};

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

const dialects = [xs2a, channel, plain, oauth] as const;

describe.each(problemKinds)('a problem of kind %s', (kind) => {
  const { word } = defineProblems('test', { word: { kind, message: 'What is the matter.' } });

  test.each(dialects.map((dialect, column) => [dialect.name, dialect, column] as const))(
    'is rendered in %s',
    (_name, dialect, column) => {
      const { status, body, contentType } = dialect.render(word(), context);
      const rendered = body === undefined ? '-' : String(codeIn[dialect.name](body));
      expect(`${status} ${rendered}`).toBe(table[kind][column]);
      expect(contentType).toMatch(/^application\/(problem\+)?json$/);
    },
  );

  test.each(dialects.map((dialect) => [dialect.name, dialect] as const))(
    'is documented in %s with the status and code of its response',
    (_name, dialect) => {
      const { status, body } = dialect.render(word(), context);
      // A validation problem has no literal of its own: it lists its field errors.
      const isList = dialect.name === 'channel' && kind === 'invalid';
      const rendered = isList ? 'word' : body === undefined ? '' : codeIn[dialect.name](body);
      expect(dialect.describeProblem(word.entry, word.literal)).toEqual({ status, code: rendered });
    },
  );
});

test.each([
  ['certificate-missing', 'CERTIFICATE_MISSING'],
  ['certificate-invalid', 'CERTIFICATE_INVALID'],
  ['certificate-expired', 'CERTIFICATE_EXPIRED'],
  ['certificate-revoked', 'CERTIFICATE_REVOKED'],
  ['certificate-blocked', 'CERTIFICATE_BLOCKED'],
  ['role-invalid', 'ROLE_INVALID'],
  ['token-unknown', 'TOKEN_UNKNOWN'],
  ['token-invalid', 'TOKEN_INVALID'],
  ['token-expired', 'TOKEN_EXPIRED'],
] as const)('%s has the standard’s own code %s', (literal, code) => {
  const { status, body } = xs2a.render(standardProblems[literal](), context);
  expect([status, codeIn.xs2a(body)]).toEqual([401, code]);
  expect(channel.render(standardProblems[literal](), context)).toMatchObject({
    status: 401,
    body: { problem: literal },
  });
});

test.each([
  ['unauthorized', 401],
  ['forbidden', 403],
  ['https-required', 403],
  ['not-found', 404],
  ['method-not-allowed', 405],
  ['not-acceptable', 406],
  ['request-timeout', 408],
  ['conflict', 409],
  ['gone', 410],
  ['precondition-failed', 412],
  ['payload-too-large', 413],
  ['unsupported-media-type', 415],
  ['idempotency-key-reused', 422],
  ['too-many-requests', 429],
  ['internal-error', 500],
  ['not-implemented', 501],
  ['service-unavailable', 503],
] as const)('the default error %s is %s in the channel interfaces', (literal, status) => {
  expect(channel.render(standardProblems[literal](), context)).toMatchObject({
    status,
    body: { problem: literal, status },
  });
});

test('no dialect echoes what a caller sent in a path or header', () => {
  const canary = 'canary-4711';
  for (const dialect of dialects) {
    for (const problem of Object.values(standardProblems)) {
      const rendered = dialect.render(problem(), {
        ...context,
        path: `/v1/${canary}`,
        accept: `application/problem+json, ${canary}`,
      });
      expect(JSON.stringify(rendered)).not.toContain(canary);
    }
  }
});
