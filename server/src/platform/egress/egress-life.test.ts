import { describe, expect, it, test, vi } from 'vitest';
import { issueTestCertificate, startPlainCanary, startTlsCanary } from './canary.suite.ts';
import { createEgress, type EgressRequest } from './egress.ts';
import type { EgressPolicy } from './egress-policy.ts';

const inside = { hosts: ['bank.test'], allowPrivateAddresses: ['127.0.0.0/8'] };

describe('createEgress', () => {
  const pem = (text: string): string => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`;
  const invalidPolicies: readonly (readonly [string, EgressPolicy, string])[] = [
    ['a host in upper case', { hosts: ['Bank.test'] }, 'not a host name'],
    ['a host with a port', { hosts: ['bank.test:443'] }, 'not a host name'],
    ['a host with a path', { hosts: ['bank.test/x'] }, 'not a host name'],
    ['an address in another spelling', { hosts: ['127.1'] }, 'not a host name'],
    ['an empty host', { hosts: [''] }, 'not a host name'],
    ['a pattern', { hosts: ['*.bank.test', 'https://bank.test'] }, 'not a host name'],
    ['an invalid network', { hosts: ['*'], allowPrivateAddresses: ['10.0.0.0'] }, 'not a network'],
    ['an unbounded network', { hosts: ['*'], allowPrivateAddresses: ['0.0.0.0/0'] }, 'too wide'],
    ['a port above the maximum', { hosts: ['*'], ports: [65_536] }, 'port must be'],
    ['a zero timeout', { hosts: ['*'], timeoutMs: 0 }, 'timeoutMs must be'],
    ['an infinite timeout', { hosts: ['*'], timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs must be'],
    ['an unlimited body', { hosts: ['*'], bodyMaxBytes: 2 ** 40 }, 'bodyMaxBytes must be'],
    ['an invalid certificate', { hosts: ['*'], caPem: pem('x') }, 'PEM'],
  ];

  test.each(invalidPolicies)('fails at start with %s', (_name, policy, message) => {
    expect(() => createEgress({ purposes: { keys: policy } })).toThrow(message);
  });

  test.each(['other', 'constructor', '__proto__', ''])(
    'refuses the unconfigured purpose %j',
    async (purpose) => {
      await using egress = createEgress({ purposes: { keys: inside } });
      const request: EgressRequest = { purpose, method: 'GET', url: 'https://bank.test/' };
      await expect(egress.send(request)).rejects.toMatchObject({
        name: 'EgressRefused',
        reason: 'purpose-unknown',
      });
    },
  );
});

describe('a refusal', () => {
  const urls = [
    'https://user:s3cret@bank.test/T0KEN?k=s3cret',
    'http://bank.test/T0KEN?k=s3cret',
    'https://bank.test:444/T0KEN?k=s3cret',
    'https://evil.test/T0KEN?k=s3cret',
    'https://bank.test/T0KEN?k=s3cret#s3cret',
    'https://s3cret:s3cret:T0KEN',
  ];

  test.each(urls)('contains neither path nor query nor credentials of %s', async (url) => {
    await using egress = createEgress({ purposes: { keys: inside }, resolve: async () => ['10.0.0.1'] });
    const headers = { authorization: 'Bearer s3cret' };
    const error: unknown = await egress
      .send({ purpose: 'keys', method: 'POST', url, headers, body: 's3cret' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'EgressRefused' });
    const refusalText =
      error instanceof Error ? [error.message, error.stack, JSON.stringify(error), error.cause].join() : '';
    expect(refusalText).toContain('purpose keys');
    expect(refusalText).not.toMatch(/s3cret|T0KEN/);
  });
});

describe('close', () => {
  it('waits for running calls, then refuses', async () => {
    const certificate = issueTestCertificate();
    const arrived = Promise.withResolvers<void>();
    const served = Promise.withResolvers<void>();
    await using canary = await startTlsCanary(certificate, (_request, response) => {
      arrived.resolve();
      void served.promise.then(() => response.end('late'));
    });
    const policy = { ...inside, ports: [canary.port], caPem: certificate.caPem };
    const egress = createEgress({ purposes: { keys: policy }, resolve: async () => ['127.0.0.1'] });
    const request: EgressRequest = {
      purpose: 'keys',
      method: 'GET',
      url: `https://bank.test:${canary.port}/`,
    };

    const call = egress.send(request);
    await arrived.promise;
    const closing = egress.close();
    await expect(egress.send(request)).rejects.toMatchObject({ reason: 'closed' });
    served.resolve();
    expect((await call).body.toString()).toBe('late');
    await closing;
    await egress.close();
  });
});

describe('idle connections', () => {
  it('are limited over all hosts together', async () => {
    await using canary = await startPlainCanary((_request, response) => response.end());
    const policy = {
      hosts: ['*'],
      allowHttp: true,
      ports: [canary.port],
      allowPrivateAddresses: ['127.0.0.0/8'],
    };
    await using egress = createEgress({ purposes: { hook: policy }, resolve: async () => ['127.0.0.1'] });
    const calls = Array.from({ length: 50 }, (_, host) =>
      egress.send({ purpose: 'hook', method: 'GET', url: `http://host-${host}.test:${canary.port}/` }),
    );
    await Promise.all(calls);
    await vi.waitFor(() => expect(canary.openNow()).toBe(32));
  });
});
