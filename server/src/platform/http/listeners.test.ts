import { X509Certificate } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { callerId } from '#platform/auth/caller.ts';
import { strictThirdPartyPolicy } from '#platform/auth/third-party-checks.ts';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { type Listener, type ListenerKind, openListener } from './listeners.ts';
import { tlsOptions } from './tls-options.ts';

const requestId = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';

let authority: TestAuthority;
let server: TestCertificate;
let tpp: TestCertificate;
let otherTpp: TestCertificate;
beforeAll(async () => {
  authority = await createTestAuthority();
  const third = { commonName: 'tpp.test', organizationIdentifier: 'PSDNL-DNB-1' } as const;
  [server, tpp, otherTpp] = await Promise.all([
    authority.issue({ commonName: 'localhost', server: true }),
    authority.issue({ ...third, roles: ['PSP_AI'] }),
    authority.issue({ ...third, organizationIdentifier: 'PSDDE-BAFIN-2', roles: ['PSP_PI'] }),
  ]);
});
afterAll(() => authority[Symbol.dispose]());

const who = { 200: { description: 'Who you are.', body: Type.Object({ caller: Type.String() }) } };
const routes = [
  testContract({
    interface: testInterface(xs2a),
    access: callers({ tpp: { roles: ['PSP_AI'] } }),
    responses: who,
  }),
  testContract({
    interface: testInterface(channel),
    access: callers({ application: { scope: 'x' } }),
    responses: who,
  }),
].map((contract) =>
  testEndpoint(contract, ({ caller }) => ({ status: 200, body: { caller: callerId(caller) } })),
);

interface Setting extends AsyncDisposable {
  readonly testServer: TestServer;
  readonly revoked: Set<string>;
  readonly blocked: Set<string>;
  readonly port: Readonly<Record<ListenerKind, number>>;
}

/** One server with all three kinds of listeners. */
async function openSetting(): Promise<Setting> {
  const revoked = new Set<string>();
  const blocked = new Set<string>();
  const testServer = await createTestServer({
    routes,
    ports: () => ({}),
    dialectFor: () => xs2a,
    startAt: tpp.validFrom.add({ minutes: 1 }).toString(),
    acceptedAuthorities: [authority.caPem],
    revocations: { isRevoked: (_issuer, serialNumber) => revoked.has(serialNumber) },
    thirdPartyChecks: {
      policyOf: () => strictThirdPartyPolicy,
      statuses: { statusOf: () => ({ kind: 'good' }) },
      blocks: { isBlocked: ({ serialNumber }) => blocked.has(serialNumber) },
    },
  });
  const tls = tlsOptions({ ...server, clientAuthoritiesPem: [authority.caPem] });
  const open = (kind: ListenerKind): Promise<Listener> =>
    openListener({ kind, listen: { host: '127.0.0.1', port: 0 }, tls }, testServer.handler);
  const [plainOne, tlsOne, proxyOne] = await Promise.all([open('plain'), open('tls'), open('proxy')]);
  return {
    testServer: testServer,
    revoked,
    blocked,
    port: { plain: plainOne.address().port, tls: tlsOne.address().port, proxy: proxyOne.address().port },
    async [Symbol.asyncDispose]() {
      await Promise.all([plainOne, tlsOne, proxyOne].map((listener) => listener.close(0)));
      await testServer[Symbol.asyncDispose]();
    },
  };
}

interface Seen {
  readonly status: number;
  /** The code of the first tppMessage, the channel's literal, or the caller that was identified. */
  readonly outcome: string;
  readonly headers: IncomingMessage['headers'];
  readonly localPort: number;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;
const outgoing = (headers: Headers): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );

async function read(response: IncomingMessage): Promise<Seen> {
  // After the end the connection returns to its agent and is no longer reachable from here.
  const localPort = response.socket.localPort ?? 0;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  const body: unknown = text === '' ? {} : JSON.parse(text);
  const outcome = /"(?:code|problem|caller)":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? text;
  return { status: response.statusCode ?? 0, outcome: outcome, headers: response.headers, localPort };
}

function overTls(
  setting: Setting,
  agent: TlsAgent,
  headers: Headers = {},
  path = '/v1/xs2a/thing',
): Promise<Seen> {
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const sent = tlsRequest({
    agent,
    host: '127.0.0.1',
    port: setting.port.tls,
    path,
    headers: outgoing({ 'x-request-id': requestId, ...headers }),
  });
  sent
    .on('response', (response) => void read(response).then(resolve, reject))
    .on('error', reject)
    .end();
  return promise;
}

function overHttp(port: number, headers: Headers, path = '/v1/xs2a/thing'): Promise<Seen> {
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const sent = httpRequest({
    agent: new Agent({ keepAlive: false }),
    host: '127.0.0.1',
    port,
    path,
    headers: outgoing({ 'x-request-id': requestId, ...headers }),
  });
  sent
    .on('response', (response) => void read(response).then(resolve, reject))
    .on('error', reject)
    .end();
  return promise;
}

const clientWith = (certificate?: TestCertificate): TlsAgent =>
  new TlsAgent({
    keepAlive: true,
    maxSockets: 1,
    rejectUnauthorized: false,
    ...(certificate === undefined ? {} : { key: certificate.keyPem, cert: certificate.certificatePem }),
  });

const inHeader = (certificate: TestCertificate): string => `:${certificate.der.toString('base64')}:`;
const serialOf = ({ certificatePem }: TestCertificate): string =>
  new X509Certificate(certificatePem).serialNumber.toLowerCase();

describe('over TLS a third party', () => {
  test('is identified by its certificate, and its responses require https for a year', async () => {
    await using setting = await openSetting();
    const seen = await overTls(setting, clientWith(tpp));
    expect(seen).toMatchObject({ status: 200, outcome: 'PSDNL-DNB-1' });
    expect(seen.headers).toMatchObject({
      'x-request-id': requestId,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  test.each([
    ['none', 'CERTIFICATE_MISSING'],
    ['other role', 'ROLE_INVALID'],
    ['evil', 'CERTIFICATE_INVALID'],
    ['self-signed', 'CERTIFICATE_INVALID'],
    ['without qualified statements', 'CERTIFICATE_INVALID'],
  ] as const)(
    'with an unacceptable certificate (%s) gets a response, not a broken handshake',
    async (change, code) => {
      await using setting = await openSetting();
      const holder = { commonName: 'x', organizationIdentifier: 'PSDNL-DNB-1', roles: ['PSP_AI'] } as const;
      const certificates: Readonly<Record<typeof change, () => Promise<TestCertificate | undefined>>> = {
        none: async () => undefined,
        'other role': async () => otherTpp,
        evil: () => authority.issueEvil(holder),
        'self-signed': () => authority.issueSelfSigned(holder),
        'without qualified statements': () => authority.issue({ ...holder, noQc: true }),
      };
      const seen = await overTls(setting, clientWith(await certificates[change]()));
      expect(seen).toMatchObject({ status: 401, outcome: code });
    },
  );

  test('whose certificate expires while the connection is open is refused on its next request', async () => {
    await using setting = await openSetting();
    const client = clientWith(tpp);
    const before = await overTls(setting, client);
    setting.testServer.clock.set(tpp.validTo.toString());
    const lastMoment = await overTls(setting, client);
    setting.testServer.clock.advance({ seconds: 1 });
    const after = await overTls(setting, client);
    expect([before.status, lastMoment.status]).toEqual([200, 200]);
    expect(after).toMatchObject({ status: 401, outcome: 'CERTIFICATE_EXPIRED' });
    expect(new Set([before.localPort, lastMoment.localPort, after.localPort]).size).toBe(1);
  });

  test.each([
    ['revoked', 'CERTIFICATE_REVOKED'],
    ['blocked', 'CERTIFICATE_BLOCKED'],
  ] as const)('whose certificate is %s meanwhile is refused on its next request', async (change, code) => {
    await using setting = await openSetting();
    const client = clientWith(tpp);
    const before = await overTls(setting, client);
    setting[change].add(serialOf(tpp));
    const after = await overTls(setting, client);
    setting[change].clear();
    const again = await overTls(setting, client);
    expect([before.status, again.status]).toEqual([200, 200]);
    expect(after).toMatchObject({ status: 401, outcome: code });
    expect(new Set([before.localPort, after.localPort, again.localPort]).size).toBe(1);
  });

  test('cannot claim another certificate by header', async () => {
    await using setting = await openSetting();
    const headers = { 'client-cert': inHeader(otherTpp) };
    expect(await overTls(setting, clientWith(tpp), headers)).toMatchObject({ outcome: 'PSDNL-DNB-1' });
    expect(await overTls(setting, clientWith(), { 'client-cert': inHeader(tpp) })).toMatchObject({
      status: 401,
      outcome: 'CERTIFICATE_MISSING',
    });
  });

  test('must send a request id, and learns so after it is identified', async () => {
    await using setting = await openSetting();
    const seen = await overTls(setting, clientWith(tpp), { 'x-request-id': 'none' });
    expect(seen).toMatchObject({ status: 400, outcome: 'FORMAT_ERROR' });
  });
});

describe('a forged Client-Cert header', () => {
  test('on the plain listener is ignored', async () => {
    await using setting = await openSetting();
    const seen = await overHttp(setting.port.plain, { 'client-cert': inHeader(tpp) });
    expect(seen).toMatchObject({ status: 401, outcome: 'CERTIFICATE_MISSING' });
    expect(seen.headers['strict-transport-security']).toBeUndefined();
  });
});

describe('the proxy listener', () => {
  test('trusts the header', async () => {
    await using setting = await openSetting();
    const seen = await overHttp(setting.port.proxy, { 'client-cert': inHeader(tpp) });
    expect(seen).toMatchObject({ status: 200, outcome: 'PSDNL-DNB-1' });
    expect(seen.headers['strict-transport-security']).toBeDefined();
  });

  test.each([
    ['two values', (): Headers => ({ 'client-cert': [inHeader(tpp), inHeader(tpp)] })],
    ['two values in one', (): Headers => ({ 'client-cert': `${inHeader(tpp)}, ${inHeader(tpp)}` })],
    ['a value with parameters', (): Headers => ({ 'client-cert': `${inHeader(tpp)};a=1` })],
    ['an empty value', (): Headers => ({ 'client-cert': '' })],
    ['an empty sequence', (): Headers => ({ 'client-cert': '::' })],
    ['a PEM text', (): Headers => ({ 'client-cert': encodeURIComponent(tpp.certificatePem) })],
    [
      'a certificate with a tail',
      (): Headers => ({
        'client-cert': `:${Buffer.concat([tpp.der, Buffer.from([0])]).toString('base64')}:`,
      }),
    ],
  ])('trusts nothing if the header has %s', async (_what, headers) => {
    await using setting = await openSetting();
    expect(await overHttp(setting.port.proxy, headers())).toMatchObject({
      status: 401,
      outcome: 'CERTIFICATE_INVALID',
    });
  });

  test('without the header has no caller', async () => {
    await using setting = await openSetting();
    expect(await overHttp(setting.port.proxy, {})).toMatchObject({
      status: 401,
      outcome: 'CERTIFICATE_MISSING',
    });
  });

  test('checks validity and revocation like any other', async () => {
    await using setting = await openSetting();
    setting.revoked.add(serialOf(tpp));
    const headers = { 'client-cert': inHeader(tpp) };
    expect(await overHttp(setting.port.proxy, headers)).toMatchObject({ outcome: 'CERTIFICATE_REVOKED' });
  });
});

describe('a token bound to a certificate', () => {
  const bound = async (setting: Setting, certificate: TestCertificate): Promise<Headers> => {
    const thumbprint = Buffer.from(certificate.fingerprint256, 'hex').toString('base64url');
    const token = await setting.testServer.mint.mint({
      kind: 'application',
      scope: 'x',
      claims: { cnf: { 'x5t#S256': thumbprint } },
    });
    return { authorization: `Bearer ${token}` };
  };
  const path = '/v1/channel/thing';

  test('is accepted on the connection of that certificate', async () => {
    await using setting = await openSetting();
    const headers = await bound(setting, tpp);
    expect(await overTls(setting, clientWith(tpp), headers, path)).toMatchObject({
      status: 200,
      outcome: 'app-1',
    });
    expect(
      await overHttp(setting.port.proxy, { ...headers, 'client-cert': inHeader(tpp) }, path),
    ).toMatchObject({ status: 200 });
  });

  test('is refused on any other', async () => {
    await using setting = await openSetting();
    const headers = await bound(setting, tpp);
    const elsewhere = [
      overTls(setting, clientWith(otherTpp), headers, path),
      overTls(setting, clientWith(), headers, path),
      overHttp(setting.port.plain, headers, path),
      overHttp(setting.port.plain, { ...headers, 'client-cert': inHeader(tpp) }, path),
      overHttp(setting.port.proxy, { ...headers, 'client-cert': inHeader(otherTpp) }, path),
    ];
    for (const seen of await Promise.all(elsewhere)) {
      expect(seen).toMatchObject({ status: 401, outcome: 'unauthorized' });
      expect(seen.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    }
  });

  test('is refused once the certificate is revoked', async () => {
    await using setting = await openSetting();
    const headers = await bound(setting, tpp);
    const client = clientWith(tpp);
    expect((await overTls(setting, client, headers, path)).status).toBe(200);
    setting.revoked.add(serialOf(tpp));
    expect((await overTls(setting, client, headers, path)).status).toBe(401);
  });
});

test('a listener that closes ends idle connections at once and busy ones at the deadline', async () => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  const listener = await openListener({ kind: 'plain', listen: { host: '127.0.0.1', port: 0 } }, () =>
    enter(),
  );
  const { port } = listener.address();
  const hanging = overHttp(port, {}).then(
    () => 'answered',
    () => 'cut',
  );
  await entered;
  const startedAt = performance.now();
  await listener.close(100);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(await hanging).toBe('cut');
});
