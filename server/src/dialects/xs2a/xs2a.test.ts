import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { CertificateVerdict } from '#platform/auth/client-certificates.ts';
import type { RequestCredentials } from '#platform/auth/request-credentials.ts';
import { noThirdParties } from '#platform/auth/third-party-checks.ts';
import { noTokensAccepted } from '#platform/auth/token-verifier.ts';
import { defaultProfile, type Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { ProblemContext, RenderedProblem, RequestFacts } from '#platform/http/dialect.ts';
import { defineProblems, type FieldError, Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { xs2a } from './xs2a.ts';

const context = (accept?: string): ProblemContext => ({
  requestId: '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001',
  path: '/v1/consents',
  method: 'POST',
  accept,
  traceId: undefined,
});
const fieldErrors: readonly FieldError[] = [
  { part: 'body', path: ['access', 'accounts', 0, 'iban'], code: 'pattern', message: 'Must be an IBAN.' },
  { part: 'header', path: ['PSU-IP-Address'], code: 'required', message: 'Field is required.' },
  { part: 'query', path: ['dateFrom'], code: 'format', message: 'Must be a date.' },
];

describe('field errors of a request', () => {
  test('are one tppMessage each, with their path', () => {
    expect(xs2a.render(standardProblems.invalid({ fieldErrors }), context())).toEqual({
      status: 400,
      contentType: 'application/json',
      body: {
        tppMessages: [
          {
            category: 'ERROR',
            code: 'FORMAT_ERROR',
            path: '/access/accounts/0/iban',
            text: 'Must be an IBAN.',
          },
          {
            category: 'ERROR',
            code: 'FORMAT_ERROR',
            path: 'PSU-IP-Address',
            text: 'Field is required.',
          },
          { category: 'ERROR', code: 'FORMAT_ERROR', path: 'dateFrom', text: 'Must be a date.' },
        ],
      },
    });
  });

  test('have a JSON pointer as path even for names with slashes', () => {
    const odd: FieldError = { part: 'body', path: ['a/b', 'c~d'], code: 'type', message: 'x' };
    expect(xs2a.render(standardProblems.invalid({ fieldErrors: [odd] }), context()).body).toMatchObject({
      tppMessages: [{ path: '/a~1b/c~0d' }],
    });
  });

  test.each(['application/problem+json', 'application/json;q=0.5, application/problem+json'])(
    'are one problem with additionalErrors for callers that accept %s',
    (accept) => {
      expect(xs2a.render(standardProblems.invalid({ fieldErrors }), context(accept))).toEqual({
        status: 400,
        contentType: 'application/problem+json',
        body: {
          type: 'urn:xs2a:error-code:FORMAT_ERROR',
          title: 'The request is not well formed.',
          detail: 'The request is not well formed.',
          code: 'FORMAT_ERROR',
          additionalErrors: [
            { code: 'FORMAT_ERROR', title: '/access/accounts/0/iban', detail: 'Must be an IBAN.' },
            { code: 'FORMAT_ERROR', title: 'PSU-IP-Address', detail: 'Field is required.' },
            { code: 'FORMAT_ERROR', title: 'dateFrom', detail: 'Must be a date.' },
          ],
        },
      });
    },
  );
});

describe('the format of a problem', () => {
  test.each([
    ['application/problem+json', 'application/problem+json'],
    ['application/problem+json, application/json;q=0.9', 'application/problem+json'],
    ['application/xml, application/problem+json;q=0.1', 'application/problem+json'],
    ['APPLICATION/PROBLEM+JSON', 'application/problem+json'],
    ['application/json, application/problem+json', 'application/json'],
    ['application/problem+json;q=0.2, application/json', 'application/json'],
    ['application/problem+json;q=0', 'application/json'],
    ['application/problem+jsonx', 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/json'],
  ])('for callers that accept %s is %s', (accept, contentType) => {
    expect(xs2a.render(standardProblems.invalid(), context(accept)).contentType).toBe(contentType);
  });
});

describe('a problem', () => {
  const problems = defineProblems('payments', {
    'no-funds': {
      kind: 'refused',
      message: 'x'.repeat(600),
      xs2a: { status: 403, code: 'FUNDS_NOT_AVAILABLE' },
    },
  });

  test('may define its own status and code', () => {
    expect(xs2a.render(problems['no-funds'](), context())).toMatchObject({
      status: 403,
      body: { tppMessages: [{ category: 'ERROR', code: 'FUNDS_NOT_AVAILABLE' }] },
    });
  });

  test('has at most 500 characters of detail and 70 of title', () => {
    const { body } = xs2a.render(problems['no-funds'](), context());
    expect(body).toMatchObject({ tppMessages: [{ text: 'x'.repeat(500) }] });
    expect(xs2a.render(problems['no-funds'](), context('application/problem+json')).body).toMatchObject({
      title: 'x'.repeat(70),
      detail: 'x'.repeat(500),
    });
  });

  test('without a message code has no body, unless the bank publishes a maintenance text', () => {
    expect(xs2a.render(standardProblems['service-unavailable'](), context()).body).toBeUndefined();
    expect(
      xs2a.render(standardProblems['service-unavailable']({ message: 'Zurück um 10 Uhr.' }), context()),
    ).toMatchObject({
      status: 503,
      body: { tppMessages: [{ category: 'ERROR', text: 'Zurück um 10 Uhr.' }] },
    });
  });
});

const facts: RequestFacts = {
  caller: { kind: 'anonymous' },
  now: Temporal.Instant.from('2026-11-15T10:00:00Z'),
  profile: undefined,
};

describe('X-Request-ID', () => {
  test.each([undefined, '', 'x', '3f1c9a529d0b4a528d0e0f2f7b1c0001', ['a', 'b']])(
    'of %j is a field error',
    (sent) => {
      expect(xs2a.checkHeaders({ 'x-request-id': sent }, facts)).toMatchObject([
        { part: 'header', path: ['X-Request-ID'] },
      ]);
    },
  );

  test('in upper or lower case is accepted', () => {
    const id = '3F1C9A52-9d0b-4a52-8d0e-0f2f7b1c0001';
    expect(xs2a.checkHeaders({ 'x-request-id': id }, facts)).toEqual([]);
  });
});

describe('the caller', () => {
  const credentials = (certificate: CertificateVerdict): RequestCredentials => ({
    certificate,
    authorization: 'Bearer ignored',
    proof: undefined,
    method: 'GET',
    path: '/v1/accounts',
    requestedBank: '02',
    tokens: noTokensAccepted,
    proofs: { check: () => ({ kind: 'refused', cause: 'proof-missing' }) },
    countCaller: () => undefined,
    hostBank: 'nl',
    thirdParties: noThirdParties,
    now: Temporal.Instant.from('2026-11-15T10:00:00Z'),
  });
  const codeFor = async (certificate: CertificateVerdict): Promise<unknown> => {
    try {
      return await xs2a.identify(credentials(certificate));
    } catch (error) {
      return error instanceof Problem ? error.literal : error;
    }
  };

  test.each([
    [{ kind: 'none' }, 'certificate-missing'],
    [{ kind: 'refused', reason: 'invalid' }, 'certificate-invalid'],
  ] as const)('with %j is refused as %s', async (verdict, literal) => {
    expect(await codeFor(verdict)).toBe(literal);
  });
});

describe('a bank that keeps to the statuses of the seed', () => {
  const seed: Xs2aProfile = { ...defaultProfile, statusCodes: 'seed' };
  const rendered = (problem: Problem, path: string, profile: Xs2aProfile): RenderedProblem =>
    xs2a.render(problem, { ...context(), path, profile });

  test.each([
    ['conflict', '/v1/consents/x', 400, 'STATUS_INVALID'],
    ['unsupported-media-type', '/v1/payments/sepa-credit-transfers', 400, 'FORMAT_ERROR'],
    ['too-many-requests', '/v1/periodic-payments/sepa-credit-transfers', 403, 'SERVICE_BLOCKED'],
    ['too-many-requests', '/v1/accounts', 429, 'SERVICE_BLOCKED'],
    ['not-found', '/v1/payments/x', 404, 'RESOURCE_UNKNOWN'],
  ] as const)('answers %s on %s with %d %s', (literal, path, status, code) => {
    const { body, status: sent } = rendered(standardProblems[literal](), path, seed);
    expect(sent).toBe(status);
    expect(body).toMatchObject({ tppMessages: [{ code }] });
  });

  test('is not the default', () => {
    expect(rendered(standardProblems.conflict(), '/v1/consents/x', defaultProfile).status).toBe(409);
  });
});

describe('a problem with links', () => {
  const problem = standardProblems.unauthorized({
    links: { startAuthorisation: '/v1/consents/c/authorisations' },
  });
  const links = { _links: { startAuthorisation: { href: '/v1/consents/c/authorisations' } } };
  const rendered = (accept: string | undefined, problemJson: boolean): RenderedProblem =>
    xs2a.render(problem, { ...context(accept), profile: { ...defaultProfile, problemJson } });

  test('shows them in both formats', () => {
    expect(rendered(undefined, true).body).toMatchObject(links);
    expect(rendered('application/problem+json', true)).toMatchObject({
      contentType: 'application/problem+json',
      body: links,
    });
  });

  test('is never problem+json where the bank does not offer it', () => {
    expect(rendered('application/problem+json', false).contentType).toBe('application/json');
  });
});
