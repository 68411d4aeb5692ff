import { decodeJwt } from 'jose';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { ClientDraft } from '../domain/client-registration.ts';
import { combinations, tryAll } from '../testing/mixtures.suite.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  createTestBrowser,
  goThroughPages,
  locationOf,
  pushRequest,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import {
  createPkce,
  createTestClient,
  type Form,
  redirectUri,
  type TestClient,
} from '../testing/test-client.suite.ts';
import { clientCertHeader, openTestProxy, type TestProxy } from '../testing/test-proxy.suite.ts';
import { anyCustomer, outcomeOf, tokensIn } from '../testing/test-tokens.suite.ts';

const validFrom = Temporal.Instant.from('2026-11-01T00:00:00Z');
const revokedSerial = '1badbad1';
/** Subject of the client's own certificate in RFC 4514 form. */
const subjectDn = 'CN=payments.test,2.5.4.97=PSDNL-DNB-12345,O=Test TPP One B.V.,C=NL';
const withCertificate = {
  authentication: { method: 'tls_client_auth', subject: { kind: 'dn', value: subjectDn } },
  binding: 'certificate',
} as const satisfies Partial<ClientDraft>;

let authority: TestAuthority;
let shown: Awaited<ReturnType<typeof issueAll>>;
let testApp: ServerTestApp;
let proxy: TestProxy;
let byCertificate: TestClient;
let byAssertion: TestClient;
let app: TestClient;
beforeAll(async () => {
  authority = await createTestAuthority({ validFrom });
  shown = await issueAll();
  testApp = await createServerTestApp({
    customers: anyCustomer,
    testApp: {
      acceptedAuthorities: [authority.caPem],
      revocations: { isRevoked: (_issuer, serial) => serial === revokedSerial },
    },
  });
  proxy = await openTestProxy(testApp);
  byCertificate = await createTestClient(testApp, withCertificate);
  byAssertion = await createTestClient(testApp, { binding: 'certificate' });
  app = await createTestClient(testApp, { kind: 'customer-app', ...withCertificate });
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await testApp[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

async function issueAll(): Promise<Readonly<Record<CertificateName, TestCertificate>>> {
  const own = { commonName: 'payments.test', noQc: true, validFrom } as const;
  const hosts = { ...own, commonName: 'hosts.test' } as const;
  const at0959 = Temporal.Instant.from('2026-11-15T09:59:59Z');
  const tomorrow = Temporal.Instant.from('2026-11-16T00:00:00Z');
  const [mine, renewed, other, named, wildcard, expired, early, revoked, evil, selfSigned] =
    await Promise.all([
      authority.issue(own),
      authority.issue(own),
      authority.issue({ ...own, commonName: 'other.test' }),
      authority.issue({ ...hosts, dnsNames: ['api.hosts.test', 'b.hosts.test'] }),
      authority.issue({ ...hosts, dnsNames: ['*.hosts.test'] }),
      authority.issue({ ...own, validTo: at0959 }),
      authority.issue({ ...own, validFrom: tomorrow }),
      authority.issue({ ...own, serial: revokedSerial }),
      authority.issueEvil(own),
      authority.issueSelfSigned(own),
    ]);
  return { mine, renewed, other, named, wildcard, expired, early, revoked, evil, selfSigned };
}
type CertificateName =
  | 'mine'
  | 'renewed'
  | 'other'
  | 'named'
  | 'wildcard'
  | 'expired'
  | 'early'
  | 'revoked'
  | 'evil'
  | 'selfSigned';

/** Form of a client that authenticates with a certificate. */
const nothingSigned: Form = { client_assertion: undefined, client_assertion_type: undefined };
const tokenForm: Form = { grant_type: 'client_credentials', scope: 'party.read' };

/** Posts as this client over a connection with this certificate; without a proof unless one is passed. */
function post(
  client: TestClient,
  certificate: TestCertificate | undefined,
  form: Form,
  headers: Readonly<Record<string, string | undefined>> = {},
  path = '/token',
): Promise<TestServerResponse> {
  const fields = { client_id: client.clientId, ...form };
  const present = Object.entries({ ...fields }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return proxy.callWith(certificate)({
    method: 'POST',
    path: `/oauth/${client.bankId}${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...Object.fromEntries(sent) },
    body: new URLSearchParams(present).toString(),
  });
}

const bindingIn = (answer: TestServerResponse): unknown => decodeJwt(tokensIn(answer).accessToken)['cnf'];
const boundTo = ({ fingerprint256 }: TestCertificate): unknown => ({
  'x5t#S256': Buffer.from(fingerprint256, 'hex').toString('base64url'),
});
const assertionForm = async (client: TestClient): Promise<Form> => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: await client.assertion(),
});

describe('a client with a certificate', () => {
  it('5.3.2.1-6 tls_client_auth with the registered subject is accepted, and the token is bound to it', async () => {
    const answer = await post(byCertificate, shown.mine, tokenForm);
    expect(outcomeOf(answer)).toBe('200');
    expect(at(answer.body, 'token_type')).toBe('Bearer');
    expect(bindingIn(answer)).toEqual(boundTo(shown.mine));
    expect(await testApp.verifier.verify(tokensIn(answer).accessToken)).toMatchObject({
      facts: { binding: { kind: 'certificate', fingerprint256: shown.mine.fingerprint256 } },
    });
  });

  it('5.3.2.1-6 a renewed certificate of the same subject is accepted', async () => {
    const answer = await post(byCertificate, shown.renewed, tokenForm);
    expect(bindingIn(answer)).toEqual(boundTo(shown.renewed));
  });

  it('5.3.2.1-6 a request without a certificate is refused', async () => {
    for (const path of ['/token', '/request', '/token/introspection', '/token/revocation', '/backchannel'])
      expect(outcomeOf(await post(byCertificate, undefined, { ...tokenForm, token: 'x' }, {}, path))).toBe(
        '401 invalid_client',
      );
  });

  it.each(['other', 'named', 'expired', 'early', 'revoked', 'evil', 'selfSigned'] as const)(
    '5.3.2.1-6 a certificate that is "%s" authenticates no client',
    async (name) => {
      expect(outcomeOf(await post(byCertificate, shown[name], tokenForm))).toBe('401 invalid_client');
    },
  );

  it('5.3.2.1-6 a certificate header is accepted from the proxy only, once and in its format', async () => {
    const body = new URLSearchParams({ client_id: byCertificate.clientId, grant_type: 'client_credentials' });
    const header = clientCertHeader(shown.mine);
    const request = (headers: Readonly<Record<string, string>>): Parameters<ServerTestApp['call']>[0] => ({
      method: 'POST',
      path: '/oauth/01/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: body.toString(),
    });
    // On a direct connection the same header is an unverified claim.
    expect(outcomeOf(await testApp.call(request(header)))).toBe('401 invalid_client');
    expect(outcomeOf(await proxy.call(request(header)))).toBe('200');
    const value = String(header['client-cert']);
    for (const forged of [`${value}, ${value}`, value.slice(1), `${value};a=1`, '::', 'x'])
      expect(outcomeOf(await proxy.call(request({ 'client-cert': forged })))).toBe('401 invalid_client');
    for (const name of ['client_cert', 'x-client-cert', 'x-forwarded-client-cert', 'ssl-client-cert'])
      expect(outcomeOf(await proxy.call(request({ [name]: value })))).toBe('401 invalid_client');
  });

  it('5.3.2.1-6 a client may be identified by a host name, without wildcard', async () => {
    const client = await createTestClient(testApp, {
      ...withCertificate,
      authentication: { method: 'tls_client_auth', subject: { kind: 'san-dns', value: 'api.hosts.test' } },
    });
    expect(outcomeOf(await post(client, shown.named, tokenForm))).toBe('200');
    for (const name of ['wildcard', 'mine', 'other'] as const)
      expect(outcomeOf(await post(client, shown[name], tokenForm))).toBe('401 invalid_client');
  });

  it('5.3.2.1-6 an assertion does not replace the certificate, nor the other way round', async () => {
    const signed = { ...tokenForm, ...(await assertionForm(byCertificate)) };
    expect(outcomeOf(await post(byCertificate, undefined, signed))).toBe('401 invalid_client');
    expect(
      outcomeOf(
        await post(byCertificate, shown.mine, { ...tokenForm, ...(await assertionForm(byCertificate)) }),
      ),
    ).toBe('401 invalid_client');
    expect(outcomeOf(await post(byAssertion, shown.mine, { ...tokenForm, ...nothingSigned }))).toBe(
      '401 invalid_client',
    );
  });
});

describe('a token bound to a certificate', () => {
  it('5.3.2.1-4 a client with an assertion needs its certificate too', async () => {
    const signed = async (): Promise<Form> => ({ ...tokenForm, ...(await assertionForm(byAssertion)) });
    expect(outcomeOf(await post(byAssertion, undefined, await signed()))).toBe('400 invalid_grant');
    for (const name of ['expired', 'revoked', 'evil', 'selfSigned'] as const)
      expect(outcomeOf(await post(byAssertion, shown[name], await signed()))).toBe('400 invalid_grant');
    expect(bindingIn(await post(byAssertion, shown.other, await signed()))).toEqual(boundTo(shown.other));
  });

  it('5.3.2.1-5 a proof does not replace the certificate, and both at once are refused', async () => {
    const dpop = (): Promise<string> => byCertificate.proof({ path: '/oauth/01/token' });
    expect(outcomeOf(await post(byCertificate, shown.mine, tokenForm, { dpop: await dpop() }))).toBe(
      '400 invalid_request',
    );
    const signed = { ...tokenForm, ...(await assertionForm(byAssertion)) };
    expect(outcomeOf(await post(byAssertion, undefined, signed, { dpop: await dpop() }))).toBe(
      '400 invalid_grant',
    );
  });

  it('5.3.2.1-5 a certificate does not replace the proof', async () => {
    const byProof = await createTestClient(testApp);
    const signed = async (): Promise<Form> => ({ ...tokenForm, ...(await assertionForm(byProof)) });
    expect(outcomeOf(await post(byProof, shown.mine, await signed()))).toBe('400 invalid_grant');
    const dpop = await byProof.proof({ path: '/oauth/01/token' });
    expect(bindingIn(await post(byProof, shown.mine, await signed(), { dpop }))).toEqual({
      jkt: byProof.thumbprint,
    });
  });

  it('5.3.2.1-5 a code and its refresh tokens are redeemed over the client’s certificate', async () => {
    const flow = await obtainCodeBy(app, shown.mine);
    const redeem = (certificate: TestCertificate | undefined): Promise<TestServerResponse> =>
      post(app, certificate, {
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code: flow.code,
        code_verifier: flow.verifier,
      });
    expect(outcomeOf(await redeem(undefined))).toBe('401 invalid_client');
    expect(outcomeOf(await redeem(shown.other))).toBe('401 invalid_client');
    const answer = await redeem(shown.mine);
    expect(bindingIn(answer)).toEqual(boundTo(shown.mine));
    const refresh = (certificate: TestCertificate | undefined): Promise<TestServerResponse> =>
      post(app, certificate, { grant_type: 'refresh_token', refresh_token: tokensIn(answer).refreshToken });
    expect(outcomeOf(await refresh(undefined))).toBe('401 invalid_client');
    expect(outcomeOf(await refresh(shown.other))).toBe('401 invalid_client');
    // RFC 8705 4: the certificate may have been renewed; the new token is bound to the new one.
    expect(bindingIn(await refresh(shown.renewed))).toEqual(boundTo(shown.renewed));
  });

  it('5.3.2.1-5 credentials captured by another client are refused, whatever certificate it uses', async () => {
    const dn = { kind: 'dn', value: subjectDn.replace('payments', 'other') } as const;
    const attacker = await createTestClient(testApp, {
      ...withCertificate,
      kind: 'customer-app',
      authentication: { method: 'tls_client_auth', subject: dn },
    });
    const parts = {
      name: ['own', 'caught'],
      certificate: ['none', 'own', 'forged'],
      verifier: ['own', 'caught'],
      redirect: ['own', 'caught'],
    };
    const { browser } = await obtainCodeBy(app, shown.mine);
    const outcome = await tryAll(combinations(parts), async (choice) => {
      const flow = await obtainCodeBy(app, shown.mine, browser);
      const form = { grant_type: 'authorization_code', code: flow.code };
      const own = { ...form, redirect_uri: redirectUri, code_verifier: flow.verifier };
      const shownNow = { none: undefined, own: shown.other, forged: shown.evil }[
        String(choice['certificate'])
      ];
      return {
        attempt: async () => {
          const answer = await post(choice['name'] === 'own' ? attacker : app, shownNow, {
            ...form,
            redirect_uri: choice['redirect'] === 'own' ? 'https://attacker.test/' : redirectUri,
            code_verifier: choice['verifier'] === 'own' ? createPkce().verifier : flow.verifier,
          });
          return answer.status >= 400 && answer.status < 500 && at(answer.body, 'access_token') === undefined;
        },
        use: async () => (await post(app, shown.mine, own)).status === 200,
      };
    });
    expect(outcome).toEqual({ tried: 24, letThrough: [], spoiled: [] });
  });

  it('RFC 8705 3.2 introspection returns the certificate that a token is bound to', async () => {
    const { accessToken } = tokensIn(await post(byCertificate, shown.mine, tokenForm));
    const answer = await post(byCertificate, shown.mine, { token: accessToken }, {}, '/token/introspection');
    expect(answer.body).toMatchObject({ active: true, token_type: 'Bearer', cnf: boundTo(shown.mine) });
  });
});

/** Obtains a code for a client that pushes over its certificate; signs the user in where needed. */
async function obtainCodeBy(
  client: TestClient,
  certificate: TestCertificate,
  known?: TestBrowser,
): Promise<{ readonly code: string; readonly verifier: string; readonly browser: TestBrowser }> {
  const pkce = createPkce();
  const withoutSigning: TestClient = {
    ...client,
    post: (path, form) => post(client, certificate, { ...form, ...nothingSigned }, {}, path),
  };
  const browser = known ?? createTestBrowser(testApp);
  const form = known === undefined ? {} : { prompt: undefined, scope: 'openid' };
  const first = await browser.get(authorizePath(client, await pushRequest(withoutSigning, pkce, form)));
  const answer = await goThroughPages(testApp, browser, {
    bankId: client.bankId,
    first,
    signedIn: {
      accountId: 'usr_test',
      assurance: 'sca',
      methods: ['pwd'],
      atSeconds: Math.floor(testApp.clock.now().epochMilliseconds / 1_000),
    },
  });
  const code = locationOf(answer).searchParams.get('code') ?? '';
  return { code, verifier: pkce.verifier, browser };
}
