import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate for `bank.test` and the loopback addresses, and the authority that issued it. */
export type TestCertificate = Readonly<{ caPem: string; certPem: string; keyPem: string }>;

/** A real server on a loopback address that counts connections before any byte is exchanged. */
export type Canary = AsyncDisposable &
  Readonly<{ port: number; connections: () => number; openNow: () => number }>;

/** Creates a new authority and leaf with the openssl command line. */
export function issueTestCertificate(): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'egress-test-'));
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const fresh = [
    '-config',
    'empty.cnf',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
  ];
  const names = 'subjectAltName=DNS:bank.test,IP:127.0.0.1,IP:127.0.0.2,IP:::1';
  try {
    writeFileSync(join(folder, 'empty.cnf'), '[req]\ndistinguished_name=dn\n[dn]\n');
    const authority = ['-subj', '/CN=Test CA', '-addext', 'basicConstraints=critical,CA:TRUE'];
    openssl('req', '-x509', ...fresh, ...authority, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2');
    const leaf = ['-subj', '/CN=bank.test', '-addext', names, '-CA', 'ca.pem', '-CAkey', 'ca.key'];
    openssl('req', '-x509', ...fresh, ...leaf, '-keyout', 'leaf.key', '-out', 'leaf.pem', '-days', '2');
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    return { caPem: read('ca.pem'), certPem: read('leaf.pem'), keyPem: read('leaf.key') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts a canary that speaks https. */
export async function startTlsCanary(
  certificate: TestCertificate,
  respond: RequestListener,
  at: Readonly<{ address: string; port: number }> = { address: '127.0.0.1', port: 0 },
): Promise<Canary> {
  const { certPem: cert, keyPem: key } = certificate;
  return startCanary(createHttpsServer({ cert, key }, respond), at);
}

/** Starts a canary that speaks https with clients of its own authority only. */
export async function startMutualTlsCanary(
  { caPem: ca, certPem: cert, keyPem: key }: TestCertificate,
  respond: RequestListener,
): Promise<Canary> {
  const terms = { ca, cert, key, requestCert: true, rejectUnauthorized: true };
  return startCanary(createHttpsServer(terms, respond), { address: '127.0.0.1', port: 0 });
}

/** Starts a canary that speaks plain http. */
export async function startPlainCanary(
  respond: RequestListener,
  at: Readonly<{ address: string; port: number }> = { address: '127.0.0.1', port: 0 },
): Promise<Canary> {
  return startCanary(createHttpServer(respond), at);
}

async function startCanary(server: Server, at: Readonly<{ address: string; port: number }>): Promise<Canary> {
  let count = 0;
  let open = 0;
  server.on('connection', (socket) => {
    count += 1;
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(at.port, at.address, listening.resolve);
  await listening.promise;
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the canary has no port');
  return {
    port: bound.port,
    connections: () => count,
    openNow: () => open,
    [Symbol.asyncDispose]: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
