import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { createJwtVerifier, type TokenIssuer } from '#platform/auth/jwt-verifier.ts';
import { createKeySet } from '#platform/auth/key-set.ts';
import { refusalCauses } from '#platform/kernel/refusal-cause.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { createProofMaker, type ProofMaker } from '#platform/testing/proof-maker.ts';
import { revokedTokens } from '#platform/testing/revoked-tokens.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import {
  createTokenMint,
  type TokenMint,
  type TokenRequest,
  testTokenIssuer,
} from '#platform/testing/token-mint.ts';

const startAt = '2026-11-15T10:00:00Z';
const startSeconds = Date.parse(startAt) / 1_000;
const clock = fakeClock(startAt);
const revoked = revokedTokens();
const inPlain = testInterface(plain);
const at = (name: string): string => `/v1/plain/${name}`;

const access = callers({
  application: { scope: 'x' },
  employee: { role: 'x' },
  customer: { scope: 'x' },
});
const routes = [
  testEndpoint(testContract({ interface: inPlain, at: '/open', access, rate: 'search' })),
  testEndpoint(
    testContract({
      interface: inPlain,
      at: '/narrow',
      access: callers({ application: { scope: 'party.read|party.search', binding: 'required' } }),
    }),
  ),
  testEndpoint(
    testContract({
      interface: inPlain,
      at: '/strong',
      access: callers({ customer: { scope: 'x', assurance: 'sca', freshForSeconds: 60 } }),
    }),
  ),
  testEndpoint(testContract({ interface: inPlain, at: '/decided', access }), () => {
    throw standardProblems.forbidden();
  }),
  testEndpoint(testContract({ interface: inPlain, at: '/public', rate: 'anonymous' })),
  testEndpoint(
    testContract({ interface: testInterface(xs2a), access: callers({ tpp: { roles: ['PSP_AI'] } }) }),
  ),
];

let server: TestServer;
let mint: TokenMint;
let otherMaker: ProofMaker;
beforeAll(async () => {
  mint = await createTokenMint(clock);
  otherMaker = await createProofMaker(clock);
  const keys = createKeySet({ load: async () => mint.keySet, nowMs: () => 0 });
  const named = (issuer: string, limits: Partial<TokenIssuer>): TokenIssuer => ({
    ...testTokenIssuer(keys),
    issuer,
    ...limits,
  });
  const issuers = [
    testTokenIssuer(keys),
    named('https://limited.test', { banks: ['02'], callers: { application: new Set(['x']) } }),
    named('https://binding.test', { unbound: 'refused' }),
  ];
  server = await createTestServer({
    routes,
    ports: () => ({}),
    dialectFor: () => plain,
    startAt,
    services: { tokens: createJwtVerifier({ clock, revocations: revoked, issuers }) },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

type Headers = Readonly<Record<string, string>>;

const application: TokenRequest = { kind: 'application', scope: 'x' };
const customer: TokenRequest = { kind: 'customer', id: 'usr_1', scope: 'x' };

async function bearer(request: Partial<TokenRequest> = {}): Promise<Headers> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a complete request with some members replaced
  return { authorization: `Bearer ${await mint.mint({ ...application, ...request } as TokenRequest)}` };
}

/** A customer's token with a proof that is changed in one member. */
async function proved(
  claims: Readonly<Record<string, unknown>> = {},
  maker: ProofMaker = mint.wallet,
): Promise<Headers> {
  const token = await mint.mint(customer);
  const dpop = await maker.prove({ method: 'GET', path: at('open'), token, claims });
  return { authorization: `DPoP ${token}`, dpop };
}

/** A token with one changed character. */
function damaged({ authorization = '' }: Headers): Headers {
  const end = authorization.lastIndexOf('.') + 10;
  const letter = authorization[end] === 'A' ? 'B' : 'A';
  return { authorization: `${authorization.slice(0, end)}${letter}${authorization.slice(end + 1)}` };
}

const seen = new Set<unknown>();

/** Calls, and returns the response with the log line of this request. */
async function calling(
  name: string,
  headers: Headers,
  path: string = at(name),
): Promise<{
  readonly response: TestServerResponse;
  readonly line: Readonly<Record<string, unknown>> | undefined;
}> {
  const response = await server.call({ method: 'GET', path, headers });
  const line = server.lines.findLast(
    ({ message, requestId }) => message === 'request' && requestId === response.headers['x-request-id'],
  );
  seen.add(line?.['cause']);
  return { response: response, line };
}

async function replayed(): Promise<Headers> {
  const headers = await proved();
  await server.call({ method: 'GET', path: at('open'), headers });
  return headers;
}

async function withoutProof(): Promise<Headers> {
  const { authorization = '' } = await proved();
  return { authorization };
}

async function revokedToken(): Promise<Headers> {
  revoked.revoke('token', 'taken-back');
  return bearer({ tokenId: 'taken-back' });
}

const unknownKey = async (): Promise<Headers> => {
  const { authorization = '' } = await bearer();
  const [, payload = '', signature = ''] = authorization.split('.');
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'other' })).toString(
    'base64url',
  );
  return { authorization: `Bearer ${head}.${payload}.${signature}` };
};

function errorFor(cause: string): string | undefined {
  if (cause === 'credentials-missing') return undefined;
  return cause.startsWith('proof-') ? 'invalid_dpop_proof' : 'invalid_token';
}

describe('the log has the cause, and the caller gets the same response as always, of a request', () => {
  test.each<[string, () => Headers | Promise<Headers>]>([
    ['credentials-missing', () => ({})],
    ['credentials-malformed', () => ({ authorization: 'Basic abc' })],
    ['token-malformed', () => ({ authorization: 'Bearer abc' })],
    ['token-malformed', () => ({ authorization: `Bearer ${'a'.repeat(9_000)}` })],
    ['token-issuer-unknown', () => bearer({ issuer: 'https://evil.test' })],
    ['token-key-unknown', unknownKey],
    ['token-signature-invalid', async () => damaged(await bearer())],
    ['token-type-wrong', () => bearer({ type: 'JWT' })],
    ['token-audience-wrong', () => bearer({ audience: 'https://other.test' })],
    ['token-expired', () => bearer({ validForSeconds: -11 })],
    ['token-not-yet-valid', () => bearer({ claims: { nbf: startSeconds + 60 } })],
    ['token-not-yet-valid', () => bearer({ claims: { iat: startSeconds + 60 } })],
    ['token-claims-invalid', () => bearer({ banks: [] })],
    ['token-claims-invalid', () => bearer({ claims: { jti: undefined } })],
    ['token-bank-not-of-issuer', () => bearer({ issuer: 'https://limited.test', banks: ['01'] })],
    [
      'token-caller-not-of-issuer',
      () => bearer({ issuer: 'https://limited.test', banks: ['02'], claims: { 'employee-id': 'e-1' } }),
    ],
    ['token-revoked', revokedToken],
    ['token-unbound', () => bearer({ issuer: 'https://binding.test' })],
    ['token-unbound', () => bearer({ claims: { sub: 'usr_1' } })],
    ['token-scheme-wrong', async () => ({ authorization: `Bearer ${await mint.mint(customer)}` })],
    ['token-certificate-not-shown', () => bearer({ boundTo: { fingerprint256: 'ab'.repeat(32) } })],
    ['proof-missing', withoutProof],
    ['proof-malformed', async () => ({ ...(await withoutProof()), dpop: 'a.b.c' })],
    ['proof-malformed', () => proved({ jti: undefined })],
    ['proof-malformed', () => proved({ iat: 'now' })],
    ['proof-key-wrong', () => proved({}, otherMaker)],
    ['proof-method-wrong', () => proved({ htm: 'POST' })],
    ['proof-address-wrong', () => proved({ htu: 'https://evil.test/v1/plain/open' })],
    ['proof-token-hash-missing', () => proved({ ath: undefined })],
    ['proof-token-hash-wrong', () => proved({ ath: 'another' })],
    ['proof-expired', () => proved({ iat: startSeconds - 61 })],
    ['proof-from-future', () => proved({ iat: startSeconds + 11 })],
    [
      'proof-signature-invalid',
      async () => {
        const { authorization = '', dpop = '' } = await proved();
        return { authorization, dpop: damaged({ authorization: dpop })['authorization'] ?? '' };
      },
    ],
    ['proof-replayed', replayed],
  ])('refused with 401 because of %s', async (cause, headersOf) => {
    const { response: answer, line } = await calling('open', await headersOf());
    expect(line).toMatchObject({ status: 401, problem: 'unauthorized', cause });
    expect(answer.status).toBe(401);
    const message = 'Authentication is missing or not accepted.';
    expect(answer.body).toEqual({
      type: 'urn:problem:platform:unauthorized',
      title: message,
      status: 401,
      detail: message,
      instance: `urn:uuid:${String(answer.headers['x-request-id'])}`,
      code: 'unauthorized',
    });
    // As RFC 9449 has it, a client learns only whether token or proof was refused.
    const challenge = String(answer.headers['www-authenticate']);
    expect(/error="(\w+)"/.exec(challenge)?.[1]).toBe(errorFor(cause));
    expect(`${challenge}${answer.text}`).not.toContain(cause);
  });
});

describe('the log has the cause of a request', () => {
  const signedIn = async (person: Partial<TokenRequest>, name: string): Promise<Headers> =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a complete request with some members replaced
    mint.headersFor({ ...customer, ...person } as TokenRequest, { method: 'GET', path: at(name) });

  test.each<[string, string, () => Promise<Headers>, object]>([
    ['bank-not-in-token', 'open', async () => ({ ...(await bearer()), 'x-bank-id': '02' }), {}],
    ['caller-kind-not-allowed', 'narrow', () => signedIn({}, 'narrow'), {}],
    ['scope-missing', 'narrow', () => bearer(), { required: 'party.read party.search' }],
    ['scope-missing', 'open', () => signedIn({ scope: 'y' }, 'open'), { required: 'x' }],
    [
      'role-missing',
      'open',
      () => bearer({ kind: 'employee', id: 'e-1', roles: ['y'] }),
      { required: 'x', callerKind: 'employee', callerId: 'e-1' },
    ],
    ['operation-refused', 'decided', () => bearer(), { callerKind: 'application' }],
  ])('refused with 403 because of %s', async (cause, name, headersOf, more) => {
    const { response: answer, line } = await calling(name, await headersOf());
    expect(line).toMatchObject({ status: 403, problem: 'forbidden', cause, ...more });
    expect(answer.body).toMatchObject({ detail: 'This caller may not do this.' });
    expect(answer.text).not.toContain(cause);
    expect(answer.text).not.toContain('party.read');
  });

  test.each<[string, string, () => Promise<Headers>, string]>([
    ['token-unbound', 'narrow', () => bearer({ scope: 'party.read' }), 'unauthorized'],
    ['sign-in-too-weak', 'strong', () => signedIn({ assurance: '1fa' }, 'strong'), 'step-up-required'],
    [
      'sign-in-too-old',
      'strong',
      () => signedIn({ assurance: 'sca', ageSeconds: 61 }, 'strong'),
      'step-up-required',
    ],
  ])('refused with 401 by its contract because of %s', async (cause, name, headersOf, problem) => {
    const { line } = await calling(name, await headersOf());
    expect(line).toMatchObject({ status: 401, problem, cause });
  });

  test('of a caller or a network above its rate, with the class of the limit', async () => {
    const refusedLine = async (name: string, headers: Headers): Promise<unknown> => {
      for (let count = 0; count < 60; count += 1)
        await server.call({ method: 'GET', path: at(name), headers });
      return (await calling(name, headers)).line;
    };
    expect(await refusedLine('open', await bearer({ id: 'busy-app' }))).toMatchObject({
      status: 429,
      cause: 'rate-limit-of-caller',
      rateClass: 'search',
      callerId: 'busy-app',
    });
    expect(await refusedLine('public', {})).toMatchObject({
      status: 429,
      cause: 'rate-limit-of-network',
      rateClass: 'anonymous',
    });
  });

  test('of a third party without a certificate, and of a request without TLS', async () => {
    const third = await calling('open', {}, '/v1/xs2a/thing');
    expect(third.line).toMatchObject({ status: 401, cause: 'certificate-missing' });
    await using strict = await createTestServer({
      routes,
      ports: () => ({}),
      dialectFor: () => plain,
      services: { plainHttp: 'probes' },
    });
    const headers = await bearer();
    expect(await strict.call({ method: 'GET', path: at('open'), headers })).toMatchObject({ status: 403 });
    expect(strict.lines.at(-1)).toMatchObject({ status: 403, cause: 'https-required' });
    seen.add('https-required');
  });

  test('that succeeds has none', async () => {
    const { line } = await calling('decided', {});
    expect(line).toMatchObject({ cause: 'credentials-missing' });
    const good = await calling('open', await bearer({ id: 'quiet-app' }));
    expect(good.line).toMatchObject({ status: 200 });
    expect(good.line).not.toHaveProperty('cause');
  });

  test('is one of a closed list, each covered above except those of other certificates and of signatures', () => {
    const ofCertificates = ['invalid', 'expired', 'revoked', 'blocked'].map((what) => `certificate-${what}`);
    const unmet = refusalCauses.filter((cause) => !seen.has(cause));
    expect(unmet).toEqual([...ofCertificates, 'role-invalid', 'signature-missing', 'signature-invalid']);
  });
});
