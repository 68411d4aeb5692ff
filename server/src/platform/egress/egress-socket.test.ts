import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, test } from 'vitest';
import { type Canary, issueTestCertificate, startPlainCanary, startTlsCanary } from './canary.suite.ts';
import { createEgress, type Egress, type EgressOptions, type EgressSocketRequest } from './egress.ts';
import type { EgressPolicy } from './egress-policy.ts';
import { EgressRefused } from './egress-refused.ts';

const certificate = issueTestCertificate();
const sockets = { sockets: true };

function openFor(
  { port }: Pick<Canary, 'port'>,
  policy: Partial<EgressPolicy> = {},
  options: Partial<EgressOptions> = {},
): Egress {
  const inside = { hosts: ['bank.test'], ports: [port], allowPrivateAddresses: ['127.0.0.0/8'], ...sockets };
  const purposes = { mail: { ...inside, caPem: certificate.caPem, ...policy } };
  return createEgress({ purposes, resolve: async () => ['127.0.0.1'], ...options });
}

function callTo(
  { port }: Pick<Canary, 'port'>,
  more: Partial<EgressSocketRequest> = {},
): EgressSocketRequest {
  return { purpose: 'mail', host: 'bank.test', port, tls: 'none', ...more };
}

async function refusalOf(call: Promise<unknown>): Promise<EgressRefused> {
  const error: unknown = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof EgressRefused) return error;
  throw error;
}

/** A server without any protocol that counts connections. */
async function startRaw(meet: (socket: Socket) => void): Promise<Canary> {
  const open = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    meet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return {
    port: bound.port,
    connections: () => count,
    openNow: () => open.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function startGreeter(): Promise<Canary> {
  return startRaw((socket) => socket.end('hello'));
}

/** A server that accepts connections, reads, and sends nothing. */
async function startSilent(): Promise<Canary> {
  return startRaw((socket) => socket.resume());
}

async function firstText(socket: AsyncIterable<Buffer>): Promise<string> {
  for await (const chunk of socket) return chunk.toString();
  return '';
}

describe('an allowed connection', () => {
  it('is open when it is returned', async () => {
    await using greeter = await startGreeter();
    await using egress = openFor(greeter);
    const { socket } = await egress.openSocket(callTo(greeter));
    expect(await firstText(socket)).toBe('hello');
  });

  it('uses TLS from the start with the host name, trusting the authorities of the purpose', async () => {
    await using canary = await startTlsCanary(certificate, (_request, response) => response.end('secret'));
    await using egress = openFor(canary);
    const { socket } = await egress.openSocket(callTo(canary, { tls: 'implicit' }));
    socket.write('GET / HTTP/1.0\r\n\r\n');
    expect(await firstText(socket)).toContain('secret');
  });

  it('can be upgraded to TLS later on the same terms', async () => {
    await using canary = await startTlsCanary(certificate, (_request, response) => response.end('secret'));
    await using egress = openFor(canary);
    const { socket, upgrade } = await egress.openSocket(callTo(canary));
    const upgraded = connectTls({ socket, ...upgrade });
    await once(upgraded, 'secureConnect');
    expect(upgraded.authorized).toBe(true);
    upgraded.destroy();
  });

  it('tries the next checked address when the first does not respond', async () => {
    await using greeter = await startGreeter();
    const resolve = async (): Promise<readonly string[]> => ['127.0.0.9', '127.0.0.1'];
    await using egress = openFor(greeter, {}, { resolve });
    const { socket } = await egress.openSocket(callTo(greeter));
    expect(socket.remoteAddress).toBe('127.0.0.1');
  });
});

describe('a connection is refused before any packet is sent', () => {
  const refusals: readonly (readonly [
    string,
    string,
    Partial<EgressPolicy>,
    Partial<EgressSocketRequest>,
    readonly string[],
  ])[] = [
    ['an unconfigured purpose', 'purpose-unknown', {}, { purpose: 'other' }, ['127.0.0.1']],
    ['a purpose for HTTP only', 'scheme', { sockets: false }, {}, ['127.0.0.1']],
    ['a host that is not listed', 'host', {}, { host: 'evil.test' }, ['127.0.0.1']],
    ['another spelling of the host', 'url', {}, { host: 'BANK.test' }, ['127.0.0.1']],
    ['a host with a path', 'url', {}, { host: 'bank.test/x' }, ['127.0.0.1']],
    ['a host with a port', 'url', {}, { host: 'bank.test:25' }, ['127.0.0.1']],
    ['an address in another spelling', 'url', { hosts: ['*'] }, { host: '2130706433' }, ['127.0.0.1']],
    ['a port that is not listed', 'port', {}, { port: 25 }, ['127.0.0.1']],
    ['a private address', 'address', { allowPrivateAddresses: [] }, {}, ['127.0.0.1']],
    [
      'a literal private address',
      'address',
      { hosts: ['*'], allowPrivateAddresses: [] },
      { host: '127.0.0.1' },
      [],
    ],
    ['one private address among others', 'address', { allowPrivateAddresses: [] }, {}, ['8.8.8.8', '::1']],
    ['a name that does not resolve', 'unreachable', {}, {}, []],
  ];

  test.each(refusals)('for %s', async (_name, reason, policy, request, addresses) => {
    await using canary = await startPlainCanary((_request, response) => response.end());
    await using egress = openFor(canary, policy, { resolve: async () => addresses });
    const refusal = await refusalOf(egress.openSocket(callTo(canary, request)));
    expect([refusal.reason, canary.connections()]).toEqual([reason, 0]);
  });

  it('when a second resolution would return another address: there is only one', async () => {
    await using canary = await startPlainCanary((_request, response) => response.end());
    const resolutions = [['127.0.0.2'], ['127.0.0.1']];
    let resolved = 0;
    const resolve = async (): Promise<readonly string[]> => {
      resolved += 1;
      return resolutions.shift() ?? [];
    };
    const policy = { allowPrivateAddresses: ['127.0.0.2/32'] };
    await using egress = openFor(canary, policy, { resolve });
    const refusal = await refusalOf(egress.openSocket(callTo(canary)));
    expect([refusal.reason, resolved, canary.connections()]).toEqual(['unreachable', 1, 0]);
  });
});

describe('a faulty remote server', () => {
  it('is given up at the deadline if it never finishes the handshake', async () => {
    await using silent = await startSilent();
    await using egress = openFor(silent, { timeoutMs: 150 });
    const started = performance.now();
    const request = callTo(silent, { tls: 'implicit', timeoutMs: 60_000 });
    expect((await refusalOf(egress.openSocket(request))).reason).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(10_000);
    await expect.poll(() => silent.openNow()).toBe(0);
  });

  it('is given up at the deadline if its name is never resolved', async () => {
    await using egress = openFor(
      { port: 25 },
      { timeoutMs: 50 },
      { resolve: () => new Promise(() => undefined) },
    );
    expect((await refusalOf(egress.openSocket(callTo({ port: 25 })))).reason).toBe('timeout');
  });

  it('has no deadline once it is open', async () => {
    await using silent = await startSilent();
    await using egress = openFor(silent, { timeoutMs: 50 });
    const { socket } = await egress.openSocket(callTo(silent));
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect([socket.destroyed, silent.openNow()]).toEqual([false, 1]);
  });

  it('is refused if no trusted authority issued its certificate', async () => {
    await using canary = await startTlsCanary(issueTestCertificate(), (_request, response) => response.end());
    await using egress = openFor(canary);
    expect((await refusalOf(egress.openSocket(callTo(canary, { tls: 'implicit' })))).reason).toBe('tls');
  });

  it('is refused if its certificate is for another name', async () => {
    await using canary = await startTlsCanary(certificate, (_request, response) => response.end());
    await using egress = openFor(canary, { hosts: ['other.test'] });
    const refusal = await refusalOf(
      egress.openSocket(callTo(canary, { host: 'other.test', tls: 'implicit' })),
    );
    expect([refusal.reason, refusal.message]).toEqual(['tls', expect.stringContaining('ALTNAME')]);
  });

  it('is unreachable if it does not listen', async () => {
    const gone = await startSilent();
    await gone[Symbol.asyncDispose]();
    await using egress = openFor(gone);
    expect((await refusalOf(egress.openSocket(callTo(gone)))).reason).toBe('unreachable');
  });
});

describe('close', () => {
  it('closes the connections that are still open and opens no more', async () => {
    await using silent = await startSilent();
    const egress = openFor(silent);
    const { socket } = await egress.openSocket(callTo(silent));
    await egress.close();
    expect(socket.destroyed).toBe(true);
    expect((await refusalOf(egress.openSocket(callTo(silent)))).reason).toBe('closed');
  });
});
