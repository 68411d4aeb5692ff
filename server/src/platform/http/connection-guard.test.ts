import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestAuthority } from '#platform/testing/certificates.ts';
import { createConnectionGuard } from './connection-guard.ts';
import { type Listener, type ListenerKind, listenerTimeouts, openListener } from './listeners.ts';
import { tlsOptions } from './tls-options.ts';

// Real sockets on a shared machine.
vi.setConfig({ testTimeout: 30_000 });

let closedFor: string[];
let sockets: Socket[];
let listener: Listener;
beforeEach(() => {
  closedFor = [];
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close(0);
});

const briefTimeouts = {
  ...listenerTimeouts,
  headersTimeout: 100,
  handshakeTimeout: 100,
  keepAliveTimeout: 100,
  connectionsCheckingInterval: 20,
};

async function open(kind: ListenerKind, more: object = {}): Promise<void> {
  const guard = createConnectionGuard({
    perNetworkMax: 2,
    isExempt: (address) => address === '127.0.0.9',
    countClosed: (cause) => closedFor.push(cause),
  });
  listener = await openListener(
    { kind, listen: { host: '0.0.0.0', port: 0 }, guard, ...more },
    (_request, response) => response.end('served'),
  );
}

async function openSocket(bytes: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: listener.address().port, localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return socket;
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** Whether the server responds on a connection from this address, or closes it. */
async function isServed(localAddress?: string): Promise<boolean> {
  const socket = await openSocket(get, localAddress);
  const served = once(socket, 'data').then(() => true);
  return Promise.race([served, once(socket, 'close').then(() => false)]);
}

describe('connections of one network', () => {
  test('above the limit are closed; those of other networks and exempt addresses are served', async () => {
    await open('plain');
    expect(await isServed()).toBe(true);
    expect(await isServed()).toBe(true);
    expect(await isServed()).toBe(false);
    expect(await isServed('127.0.0.2')).toBe(true);
    for (let count = 0; count < 5; count += 1) expect(await isServed('127.0.0.9')).toBe(true);
    expect(closedFor).toEqual(['network']);
  });

  test('free capacity when they close', async () => {
    await open('plain');
    const accepted: Socket[] = [];
    listener.server.on('connection', (socket) => accepted.push(socket));
    expect([await isServed(), await isServed(), await isServed()]).toEqual([true, true, false]);
    const [first = new Socket()] = accepted;
    const isGone = once(first, 'close');
    sockets[0]?.destroy();
    await isGone;
    expect([await isServed(), await isServed()]).toEqual([true, false]);
  });

  test('are not limited on the listener of the proxy', async () => {
    await open('proxy');
    for (let count = 0; count < 5; count += 1) expect(await isServed()).toBe(true);
    expect(closedFor).toEqual([]);
  });
});

describe('a connection is closed', () => {
  test.each([
    ['that never sends anything', ''],
    ['that does not finish its head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ])('%s', async (_what, bytes) => {
    await open('plain', { timeouts: briefTimeouts });
    await once(await openSocket(bytes), 'close');
    expect(closedFor).toEqual(['slow-headers']);
  });

  test('that is idle after its response', async () => {
    await open('plain', { timeouts: briefTimeouts });
    await once(await openSocket(get), 'close');
    expect(closedFor).toEqual([]);
  });

  test('that does not finish its TLS handshake', async () => {
    using authority = await createTestAuthority();
    const server = await authority.issue({ commonName: 'localhost', server: true });
    await open('tls', {
      tls: tlsOptions({ ...server, clientAuthoritiesPem: [] }),
      timeouts: briefTimeouts,
    });
    await once(await openSocket(''), 'close');
    expect(closedFor).toEqual(['slow-handshake']);
  });
});

test('in production a head or a handshake that is not finished is closed within 10 seconds', async () => {
  await open('plain');
  const { connectionsCheckingInterval, handshakeTimeout, headersTimeout } = listenerTimeouts;
  expect(listener.server.headersTimeout).toBe(headersTimeout);
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThan(10_000);
  expect(handshakeTimeout).toBeLessThan(10_000);
});
