import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:https';
import { type ConnectionOptions, connect, getCiphers, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { cipherSuites, tlsOptions } from './tls-options.ts';

let authority: TestAuthority;
let identities: readonly TestCertificate[];
beforeAll(async () => {
  authority = await createTestAuthority();
  identities = await Promise.all(
    (['ec', 'rsa'] as const).map((key) => authority.issue({ commonName: 'localhost', server: true, key })),
  );
});
afterAll(() => authority[Symbol.dispose]());

interface Listener extends AsyncDisposable {
  readonly port: number;
}

async function listen(options: ServerOptions): Promise<Listener> {
  const server = createServer(options, (_request, response) => response.end());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const ours = (identity: TestCertificate): ServerOptions =>
  tlsOptions({ ...identity, clientAuthoritiesPem: [authority.caPem] });
/** A listener with everything the library supports; shows that our options cause a refusal. */
const unrestricted = (identity: TestCertificate): ServerOptions => ({
  ...ours(identity),
  minVersion: 'TLSv1',
  ciphers: 'ALL:@SECLEVEL=0',
});

/** The negotiated protocol and suite, or the code of the refusal. */
function handshake(port: number, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
    socket.once('secureConnect', () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(`refused ${error.code}`));
  });
}

const only = (version: SecureVersion, suites = 'ALL'): ConnectionOptions => ({
  minVersion: version,
  maxVersion: version,
  ciphers: `${suites}:@SECLEVEL=0`,
});

describe('the listener', () => {
  test.each(['TLSv1', 'TLSv1.1'] as const)(
    'refuses %s, which an unrestricted one would accept',
    async (version) => {
      for (const identity of identities) {
        await using strict = await listen(ours(identity));
        await using lenient = await listen(unrestricted(identity));
        expect(await handshake(lenient.port, only(version))).toContain(version);
        // Because of the version alone, not for lack of a common suite.
        await using strictOnVersion = await listen({ ...ours(identity), ciphers: 'ALL:@SECLEVEL=0' });
        for (const { port } of [strict, strictOnVersion]) {
          expect(await handshake(port, only(version))).toBe('refused ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
        }
      }
    },
  );

  test('supports the four suites of RFC 9325 in TLS 1.2 and refuses every other', async () => {
    const spoken = new Set<string>();
    const refusedOnes = new Set<string>();
    const suites = getCiphers()
      .map((name) => name.toUpperCase())
      .filter((name) => !name.startsWith('TLS_'));
    for (const identity of identities) {
      await using strict = await listen(ours(identity));
      await using lenient = await listen(unrestricted(identity));
      for (const suite of suites) {
        const options = only('TLSv1.2', suite);
        if ((await handshake(lenient.port, options)).startsWith('refused')) continue;
        const outcome = await handshake(strict.port, options);
        (outcome.startsWith('refused ERR_SSL') ? refusedOnes : spoken).add(suite);
      }
    }
    expect([...spoken].toSorted()).toEqual(
      cipherSuites.filter((name) => !name.startsWith('TLS_')).toSorted(),
    );
    expect(refusedOnes.size).toBeGreaterThan(15);
  });

  test('supports the suites of TLS 1.3', async () => {
    for (const identity of identities) {
      await using strict = await listen(ours(identity));
      for (const suite of cipherSuites.filter((name) => name.startsWith('TLS_'))) {
        const options: ConnectionOptions = { minVersion: 'TLSv1.3', ciphers: suite };
        expect(await handshake(strict.port, options)).toBe(`TLSv1.3 ${suite}`);
      }
    }
  });

  test('chooses the suite, strongest first, whatever the client prefers', async () => {
    const [identity] = identities;
    if (identity === undefined) throw new Error('no identity');
    await using strict = await listen(ours(identity));
    const weakestFirst = cipherSuites.toReversed().join(':');
    expect(await handshake(strict.port, { ciphers: weakestFirst })).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
    expect(await handshake(strict.port, { ciphers: weakestFirst, maxVersion: 'TLSv1.2' })).toBe(
      'TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384',
    );
  });

  test('refuses to renegotiate, so a connection keeps its certificate', async () => {
    const [identity] = identities;
    if (identity === undefined) throw new Error('no identity');
    await using strict = await listen(ours(identity));
    const socket = connect({
      host: '127.0.0.1',
      port: strict.port,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
    });
    await once(socket, 'secureConnect');
    const refusal = await new Promise<Error | null>((resolve) => {
      socket.once('error', resolve);
      socket.renegotiate({}, resolve);
    });
    expect(refusal).toBeInstanceOf(Error);
    socket.destroy();
  });

  test.each(['-tls1_2', '-tls1_3'])(
    'requests a certificate and issues tickets for five minutes (%s)',
    async (version) => {
      const [identity] = identities;
      if (identity === undefined) throw new Error('no identity');
      await using strict = await listen(ours(identity));
      const output = await new Promise<string>((resolve) => {
        const client = execFile(
          'openssl',
          ['s_client', '-connect', `127.0.0.1:${strict.port}`, version, '-ign_eof'],
          (_error, stdout) => resolve(stdout),
        );
        // The response ends the connection, and the tickets of TLS 1.3 arrive before it.
        client.stdin?.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      });
      expect(output).toContain('Acceptable client certificate CA names');
      expect(output).toContain('Test QTSP CA');
      expect(output).toMatch(/ticket lifetime hint: 300 \(seconds\)/);
    },
  );
});
