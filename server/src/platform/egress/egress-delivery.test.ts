import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import {
  type Canary,
  issueTestCertificate,
  startMutualTlsCanary,
  startPlainCanary,
  startTlsCanary,
  type TestCertificate,
} from './canary.suite.ts';
import { createEgress, type Egress } from './egress.ts';
import type { EgressPolicy } from './egress-policy.ts';
import { EgressRefused } from './egress-refused.ts';
import type { EgressResponse } from './pinned-exchange.ts';

const certificate = issueTestCertificate();
const other = issueTestCertificate();

function openFor({ port }: Pick<Canary, 'port'>, policy: Partial<EgressPolicy> = {}): Egress {
  const inside = { hosts: ['bank.test'], ports: [port], allowPrivateAddresses: ['127.0.0.0/8'] };
  const purposes = { core: { ...inside, caPem: certificate.caPem, allowHttp: true, ...policy } };
  return createEgress({ purposes, resolve: async () => ['127.0.0.1'] });
}

function identityOf({ certPem, keyPem }: TestCertificate): Pick<EgressPolicy, 'clientCertificate'> {
  return { clientCertificate: { certificatePem: certPem, keyPem: new Secret(keyPem) } };
}

async function send(
  egress: Egress,
  { port }: Pick<Canary, 'port'>,
  scheme = 'https',
): Promise<EgressResponse> {
  const url = `${scheme}://bank.test:${port}/`;
  return egress.send({ purpose: 'core', method: 'PUT', url, body: '{}' });
}

/** Returns why it was refused, and whether the server may have the request. */
async function refusalOf(answer: Promise<unknown>): Promise<Pick<EgressRefused, 'reason' | 'wasSent'>> {
  const error: unknown = await answer.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof EgressRefused)) throw error;
  const { reason, wasSent } = error;
  return { reason, wasSent };
}

const drop: RequestListener = (request) => request.socket.destroy();

describe('a client certificate', () => {
  const subject: RequestListener = ({ socket }, response) => {
    response.end(socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : '');
  };

  it('is presented to a server that requests one', async () => {
    await using canary = await startMutualTlsCanary(certificate, subject);
    await using egress = openFor(canary, identityOf(certificate));
    expect((await send(egress, canary)).body.toString()).toBe('bank.test');
  });

  it('of another authority, or none, reaches no server that requires one', async () => {
    let requests = 0;
    await using canary = await startMutualTlsCanary(certificate, () => void (requests += 1));
    for (const policy of [{}, identityOf(other)]) {
      await using egress = openFor(canary, policy);
      // The server refuses after the client has finished its part, so the client cannot know what was read.
      expect(await refusalOf(send(egress, canary))).toMatchObject({ wasSent: true });
    }
    expect(requests).toBe(0);
  });

  it('that cannot be used stops the start', () => {
    const { clientCertificate } = identityOf({ ...certificate, keyPem: other.keyPem });
    expect(() => openFor({ port: 443 }, clientCertificate && { clientCertificate })).toThrow(
      /key values mismatch/i,
    );
  });
});

describe('a refusal tells whether the server may have the request', () => {
  it('no, if no server listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const port = portOf(closed);
    closed.close();
    await using egress = openFor({ port });
    expect(await refusalOf(send(egress, { port }))).toEqual({ reason: 'unreachable', wasSent: false });
  });

  it('no, if the name does not resolve', async () => {
    const purposes = { core: { hosts: ['bank.test'] } };
    await using egress = createEgress({ purposes, resolve: async () => [] });
    expect(await refusalOf(send(egress, { port: 443 }))).toEqual({ reason: 'unreachable', wasSent: false });
  });

  it('no, if the server does not prove its name, and it has not', async () => {
    let requests = 0;
    await using canary = await startTlsCanary(other, () => void (requests += 1));
    await using egress = openFor(canary);
    expect(await refusalOf(send(egress, canary))).toEqual({ reason: 'tls', wasSent: false });
    expect(requests).toBe(0);
  });

  it('no, if the connection is not open in time', async () => {
    await using silent = await startSilentServer();
    await using egress = openFor(silent, { timeoutMs: 200 });
    expect(await refusalOf(send(egress, silent))).toEqual({ reason: 'timeout', wasSent: false });
  });

  it('yes, if the server drops the connection or does not respond in time', async () => {
    await using dropping = await startTlsCanary(certificate, drop);
    await using first = openFor(dropping);
    expect(await refusalOf(send(first, dropping))).toEqual({ reason: 'unreachable', wasSent: true });
    await using silent = await startTlsCanary(certificate, () => undefined);
    await using second = openFor(silent, { timeoutMs: 1_000 });
    expect(await refusalOf(send(second, silent))).toEqual({ reason: 'timeout', wasSent: true });
    await using plain = await startPlainCanary(drop);
    await using third = openFor(plain);
    expect(await refusalOf(send(third, plain, 'http'))).toEqual({ reason: 'unreachable', wasSent: true });
  });

  it('yes, if an open connection is used again and breaks', async () => {
    let requests = 0;
    await using canary = await startTlsCanary(certificate, (request, response) => {
      requests += 1;
      if (requests === 1) response.end('first');
      else drop(request, response);
    });
    await using egress = openFor(canary);
    await send(egress, canary);
    expect(await refusalOf(send(egress, canary))).toEqual({ reason: 'unreachable', wasSent: true });
    expect(canary.connections()).toBe(1);
  });

  it('yes, if the response is refused', async () => {
    await using canary = await startTlsCanary(certificate, (_request, response) => {
      response.writeHead(302, { location: '/' }).end();
    });
    await using egress = openFor(canary);
    expect(await refusalOf(send(egress, canary))).toEqual({ reason: 'redirect', wasSent: true });
    await using large = await startTlsCanary(certificate, (_request, response) => void response.end('12345'));
    await using narrow = openFor(large, { bodyMaxBytes: 4 });
    expect(await refusalOf(send(narrow, large))).toEqual({ reason: 'too-large', wasSent: true });
  });

  it('no, if the request itself is refused', async () => {
    await using egress = openFor({ port: 443 }, { bodyMaxBytes: 1 });
    expect(await refusalOf(send(egress, { port: 443 }))).toEqual({ reason: 'too-large', wasSent: false });
  });
});

function portOf(server: Server): number {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return bound.port;
}

/** Accepts connections and never begins TLS. */
async function startSilentServer(): Promise<{ readonly port: number } & AsyncDisposable> {
  const sockets = new Set<{ destroy(): unknown }>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
