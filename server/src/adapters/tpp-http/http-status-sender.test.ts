import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { OutgoingMessage, SendResult } from '#capabilities/tpp-notifications/index.ts';
import {
  type Canary,
  issueTestCertificate,
  startMutualTlsCanary,
  startTlsCanary,
} from '#platform/egress/canary.suite.ts';
import { createEgress, type Egress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { createHttpStatusSender } from './http-status-sender.ts';

const certificate = issueTestCertificate();
const purpose = 'tpp-notifications';
const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

async function receiver(respond: RequestListener): Promise<Canary> {
  const canary = await startTlsCanary(certificate, respond);
  opened.push(canary);
  return canary;
}

/** Every name leads to this machine; which names may do so, the policy says. */
function egressTo(port: number, policy: Partial<EgressPolicy> = {}, resolved = '127.0.0.1'): Egress {
  const egress = createEgress({
    purposes: {
      [purpose]: {
        hosts: ['*'],
        ports: [port],
        allowPrivateAddresses: ['127.0.0.0/8'],
        caPem: certificate.caPem,
        bodyMaxBytes: 16_384,
        timeoutMs: 500,
        ...policy,
      },
    },
    resolve: async () => [resolved],
  });
  opened.push(egress);
  return egress;
}

const message: Omit<OutgoingMessage, 'address'> = {
  headers: { 'content-type': 'application/json', 'x-request-id': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721' },
  body: '{"paymentId":"1","transactionStatus":"ACSC"}',
};

const sendTo = (egress: Egress, port: number, path = '/push'): Promise<SendResult> =>
  createHttpStatusSender({ egress, purpose }).send({
    ...message,
    address: `https://bank.test:${port}${path}`,
  });

describe('a message to a third party', () => {
  test('is one POST with the headers and the body, whose response is not read', async () => {
    const seen: unknown[] = [];
    const { port } = await receiver((request, response) => {
      const { headers, method, url } = request;
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push([method, url, headers['content-type'], headers['x-request-id'], body]);
        response.end('ignored');
      });
    });
    expect(await sendTo(egressTo(port), port)).toEqual({ kind: 'taken' });
    expect(seen).toEqual([
      ['POST', '/push', 'application/json', message.headers['x-request-id'], message.body],
    ]);
  });

  test('is not sent on by a redirect, and an error is a failure', async () => {
    const elsewhere = await receiver((_request, response) => response.end());
    const { port } = await receiver((request, response) => {
      if (request.url === '/error') return response.writeHead(500).end();
      return response.writeHead(307, { location: `https://bank.test:${elsewhere.port}/` }).end();
    });
    const egress = egressTo(port, { ports: [port, elsewhere.port] });
    expect(await sendTo(egress, port)).toMatchObject({ kind: 'failed' });
    expect(await sendTo(egress, port, '/error')).toEqual({ kind: 'failed', failure: 'status 500' });
    expect(elsewhere.connections()).toBe(0);
  });

  test('fails where the receiver is slow, away, or sends more than is read', async () => {
    const { port } = await receiver((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(100_000));
    });
    const egress = egressTo(port);
    expect(await sendTo(egress, port)).toEqual({ kind: 'failed', failure: 'timeout' });
    expect(await sendTo(egress, port, '/large')).toEqual({ kind: 'failed', failure: 'too-large' });
    const away = await receiver(() => undefined);
    await away[Symbol.asyncDispose]();
    opened.splice(opened.indexOf(away), 1);
    expect(await sendTo(egressTo(away.port), away.port)).toEqual({ kind: 'failed', failure: 'unreachable' });
  });

  test('goes to no address inside, also where the name leads there only now', async () => {
    const canary = await receiver((_request, response) => response.end());
    const { port } = canary;
    for (const resolved of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) {
      const inside = egressTo(port, { allowPrivateAddresses: [] }, resolved);
      expect(await sendTo(inside, port)).toEqual({ kind: 'forbidden', failure: 'address' });
    }
    const otherPort = egressTo(443);
    expect(await sendTo(otherPort, port)).toEqual({ kind: 'forbidden', failure: 'port' });
    expect(canary.connections()).toBe(0);
  });

  test('shows the certificate of the bank', async () => {
    const canary = await startMutualTlsCanary(certificate, (_request, response) => response.end());
    opened.push(canary);
    const clientCertificate = { certificatePem: certificate.certPem, keyPem: new Secret(certificate.keyPem) };
    const { port } = canary;
    expect(await sendTo(egressTo(port, { clientCertificate }), port)).toEqual({ kind: 'taken' });
    expect(await sendTo(egressTo(port), port)).toMatchObject({ kind: 'failed' });
  });
});

test('a failure of the own process is no failure of the receiver', async () => {
  const egress = createEgress({ purposes: {} });
  await expect(sendTo(egress, 443)).rejects.toThrow('purpose-unknown');
});
