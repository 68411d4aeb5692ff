import { once } from 'node:events';
import { Agent, createServer, request as httpsRequest, type RequestOptions } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { type ConnectionOptions, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tlsOptions } from '#platform/http/tls-options.ts';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { type CertificateVerdict, createClientCertificates } from './client-certificates.ts';

let authority: TestAuthority;
let listenerCertificate: TestCertificate;
beforeAll(async () => {
  authority = await createTestAuthority();
  listenerCertificate = await authority.issue({ commonName: 'localhost', server: true });
});
afterAll(() => authority[Symbol.dispose]());

/** What the server saw of one request, and the session that the client can resume. */
interface Seen {
  readonly verdict: CertificateVerdict;
  readonly connection: number;
  readonly resumed: boolean;
  readonly session: Buffer | undefined;
}

type ClientOptions = RequestOptions & Pick<ConnectionOptions, 'session'>;

interface Listener extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly revoked: Set<string>;
  /** Sends one request and returns what the server saw. */
  see(options: ClientOptions): Promise<Seen>;
  /** Closes a connection and checks its certificate once more. */
  cut(connection: number): CertificateVerdict | undefined;
}

interface Authorities {
  /** Named to clients in the handshake. */
  readonly named?: readonly string[];
  /** Accepted by the application. */
  readonly accepted?: readonly string[];
}

async function listen(at: TestCertificate, authorities: Authorities = {}): Promise<Listener> {
  const { named = [authority.caPem], accepted = [authority.caPem] } = authorities;
  const clock = fakeClock(at.validFrom.add({ seconds: 1 }).toString());
  const revoked = new Set<string>();
  const certificates = createClientCertificates({
    clock,
    acceptedAuthorities: accepted,
    revocations: {
      isRevoked: (_issuer, serialNumber) => revoked.has(serialNumber),
    },
  });
  const connections: TLSSocket[] = [];
  const seen: Omit<Seen, 'session'>[] = [];
  const server = createServer(
    tlsOptions({ ...listenerCertificate, clientAuthoritiesPem: named }),
    ({ socket }, response) => {
      if (!(socket instanceof TLSSocket)) throw new Error('not a TLS connection');
      if (!connections.includes(socket)) connections.push(socket);
      const connection = connections.indexOf(socket);
      seen.push({ verdict: certificates.ofSocket(socket), connection, resumed: socket.isSessionReused() });
      response.end();
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = addressOf(server.address());
  return {
    clock,
    revoked,
    async see(options) {
      const session = await send({
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        ca: authority.caPem,
        ...options,
      });
      const last = seen.at(-1);
      if (last === undefined) throw new Error('the request was not seen');
      return { ...last, session };
    },
    cut(connection) {
      const socket = connections[connection]?.destroy();
      return socket && certificates.ofSocket(socket);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address;
}

/** Sends one request and returns the session that came with it; tickets arrive before the response. */
function send(options: ClientOptions): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let session: Buffer | undefined;
    httpsRequest(options, (response) => response.resume().once('end', () => resolve(session)))
      .once('socket', (socket) => socket.on('session', (newest: Buffer) => (session = newest)))
      .once('error', reject)
      .end();
  });
}

const client = ({ keyPem, certificatePem }: TestCertificate): RequestOptions => ({
  key: keyPem,
  cert: certificatePem,
});
/**
 * Node 24.21 drops the first intermediate a client sent if the TLS library finds a path to a root by itself
 * (nodejs/node#65579). A listener that names no authorities to its clients receives them all.
 */
const noAuthorities: readonly string[] = [];
/** One persistent connection. */
const persistentAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
const refused = (reason: string): unknown => expect.objectContaining({ kind: 'refused', reason });

describe('on an open connection', () => {
  test('an accepted certificate is refused once it is revoked, and accepted when the list removes it', async () => {
    const tpp = await authority.issue({ commonName: 'tpp-one.test', roles: ['PSP_AI'], serial: '1abc' });
    await using listener = await listen(tpp);
    using agent = disposable(persistentAgent());
    const options = { ...client(tpp), agent: agent.value };
    const first = await listener.see(options);
    expect(first).toMatchObject({
      connection: 0,
      verdict: { kind: 'accepted', certificate: { serialNumber: '1abc', psd2: { roles: ['PSP_AI'] } } },
    });
    listener.revoked.add('1abc');
    expect(await listener.see(options)).toMatchObject({ connection: 0, verdict: refused('revoked') });
    listener.revoked.clear();
    expect(await listener.see(options)).toMatchObject({ connection: 0, verdict: { kind: 'accepted' } });
  });

  test('the certificate is parsed once and still checked after the connection is closed', async () => {
    const tpp = await authority.issue({ commonName: 'tpp-one.test' });
    await using listener = await listen(tpp);
    using agent = disposable(persistentAgent());
    await listener.see({ ...client(tpp), agent: agent.value });
    expect(listener.cut(0)).toMatchObject({
      kind: 'accepted',
      certificate: { fingerprint256: tpp.fingerprint256 },
    });
  });

  test('an accepted certificate is refused once it expires', async () => {
    const tpp = await authority.issue({ commonName: 'tpp-one.test' });
    await using listener = await listen(tpp);
    using agent = disposable(persistentAgent());
    const options = { ...client(tpp), agent: agent.value };
    expect(await listener.see(options)).toMatchObject({ connection: 0, verdict: { kind: 'accepted' } });
    listener.clock.set(tpp.validTo.add({ seconds: 1 }).toString());
    expect(await listener.see(options)).toMatchObject({ connection: 0, verdict: refused('expired') });
  });

  test('an accepted certificate is refused once an intermediate above it expires or is revoked', async () => {
    const issuer = await authority.issueAuthority({ commonName: 'Issuing CA', days: 30, serial: '2abc' });
    const tpp = await issuer.issue({ commonName: 'tpp-one.test', days: 60 });
    await using listener = await listen(tpp, { named: noAuthorities });
    using agent = disposable(persistentAgent());
    const options = { key: tpp.keyPem, cert: `${tpp.certificatePem}${issuer.caPem}`, agent: agent.value };
    expect(await listener.see(options)).toMatchObject({ connection: 0, verdict: { kind: 'accepted' } });
    listener.revoked.add('2abc');
    expect(await listener.see(options)).toMatchObject({ connection: 0, verdict: refused('invalid') });
    listener.revoked.clear();
    listener.clock.advance({ days: 31 });
    expect(await listener.see(options)).toMatchObject({ connection: 0, verdict: refused('invalid') });
  });
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('on a resumed session of %s', (version) => {
  /** A first request, and the options to resume its session. */
  async function resumable(listener: Listener, identity: ClientOptions): Promise<ClientOptions> {
    const options: ClientOptions = { ...identity, agent: false, minVersion: version, maxVersion: version };
    const first = await listener.see(options);
    expect(first).toMatchObject({ verdict: { kind: 'accepted' }, resumed: false });
    return { ...options, session: first.session };
  }

  test('the certificate is still known and still checked', async () => {
    const tpp = await authority.issue({ commonName: 'tpp-one.test', serial: '3abc' });
    await using listener = await listen(tpp);
    const back = await resumable(listener, client(tpp));
    expect(await listener.see(back)).toMatchObject({
      connection: 1,
      resumed: true,
      verdict: { kind: 'accepted' },
    });
    listener.revoked.add('3abc');
    expect(await listener.see(back)).toMatchObject({
      connection: 2,
      resumed: true,
      verdict: refused('revoked'),
    });
    listener.revoked.clear();
    listener.clock.set(tpp.validTo.add({ seconds: 1 }).toString());
    expect(await listener.see(back)).toMatchObject({
      connection: 3,
      resumed: true,
      verdict: refused('expired'),
    });
  });

  test('a certificate is accepted although its intermediates are not sent again', async () => {
    const issuer = await authority.issueAuthority({ commonName: 'Issuing CA' });
    const tpp = await issuer.issue({ commonName: 'tpp-one.test' });
    await using listener = await listen(tpp, { named: noAuthorities });
    const back = await resumable(listener, { key: tpp.keyPem, cert: `${tpp.certificatePem}${issuer.caPem}` });
    expect(await listener.see(back)).toMatchObject({
      connection: 1,
      resumed: true,
      verdict: { kind: 'accepted' },
    });
  });
});

describe('a new connection', () => {
  test('without a certificate has none', async () => {
    await using listener = await listen(listenerCertificate);
    expect((await listener.see({ agent: false })).verdict).toEqual({ kind: 'none' });
  });

  test('with a certificate without qualified statements is accepted, without PSD2 identity', async () => {
    const tpp = await authority.issue({ commonName: 'tpp-one.test', noQc: true });
    await using listener = await listen(tpp);
    const { verdict } = await listener.see({ ...client(tpp), agent: false });
    expect(verdict).toMatchObject({ kind: 'accepted', certificate: { psd2: undefined } });
  });

  test('with a bad certificate gets a response and is refused', async () => {
    const now = listenerCertificate.validFrom;
    const year = { hours: 24 * 365 };
    const commonName = 'tpp-one.test';
    await using listener = await listen(listenerCertificate);
    const bad: readonly [TestCertificate, string][] = [
      [await authority.issueEvil({ commonName, validFrom: now }), 'invalid'],
      [await authority.issueSelfSigned({ commonName, validFrom: now }), 'invalid'],
      [listenerCertificate, 'not-for-clients'],
      [
        await authority.issue({ commonName, validFrom: now.add(year), validTo: now.add(year).add(year) }),
        'not-yet-valid',
      ],
      [await authority.issue({ commonName, validFrom: now.subtract(year), validTo: now }), 'expired'],
    ];
    for (const [certificate, reason] of bad) {
      expect((await listener.see({ ...client(certificate), agent: false })).verdict).toEqual(refused(reason));
    }
  });

  test('is refused when the intermediate is missing, and accepted when the client sends it', async () => {
    const issuer = await authority.issueAuthority({ commonName: 'Issuing CA' });
    const tpp = await issuer.issue({ commonName: 'tpp-one.test' });
    await using listener = await listen(tpp, { named: noAuthorities });
    const whole = { key: tpp.keyPem, cert: `${tpp.certificatePem}${issuer.caPem}`, agent: false };
    expect((await listener.see({ ...client(tpp), agent: false })).verdict).toEqual(refused('invalid'));
    expect((await listener.see(whole)).verdict.kind).toBe('accepted');
  });

  test('is accepted below a listed issuing authority, whether its root is listed, sent along or neither', async () => {
    const issuer = await authority.issueAuthority({ commonName: 'Issuing CA' });
    const tpp = await issuer.issue({ commonName: 'tpp-one.test' });
    const whole = {
      key: tpp.keyPem,
      cert: `${tpp.certificatePem}${issuer.caPem}${authority.caPem}`,
      agent: false,
    };
    for (const listed of [[issuer.caPem], [issuer.caPem, authority.caPem]]) {
      await using listener = await listen(tpp, { named: listed, accepted: listed });
      expect((await listener.see({ ...client(tpp), agent: false })).verdict.kind).toBe('accepted');
      expect((await listener.see(whole)).verdict.kind).toBe('accepted');
    }
  });

  test('is refused with a forged authority sent along', async () => {
    using imitation = await createTestAuthority();
    const evil = await imitation.issue({ commonName: 'tpp-one.test' });
    await using listener = await listen(evil);
    const options = { key: evil.keyPem, cert: `${evil.certificatePem}${imitation.caPem}`, agent: false };
    expect((await listener.see(options)).verdict).toEqual(refused('invalid'));
  });
});

describe('a socket', () => {
  test('without a connection has no certificate', () => {
    const certificates = createClientCertificates({
      clock: fakeClock('2026-03-01T10:00:00Z'),
      acceptedAuthorities: [authority.caPem],
      revocations: { isRevoked: () => false },
    });
    const socket = new TLSSocket(new Socket());
    socket.destroy();
    expect(certificates.ofSocket(socket)).toEqual({ kind: 'none' });
  });
});

function disposable(agent: Agent): { readonly value: Agent } & Disposable {
  return { value: agent, [Symbol.dispose]: () => agent.destroy() };
}
