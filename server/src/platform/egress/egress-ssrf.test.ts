import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Canary, issueTestCertificate, startPlainCanary, startTlsCanary } from './canary.suite.ts';
import { createEgress, type Egress, type EgressOptions } from './egress.ts';
import type { EgressPolicy } from './egress-policy.ts';
import { type EgressRefusalReason, EgressRefused } from './egress-refused.ts';

const certificate = issueTestCertificate();
const names: Readonly<Record<string, readonly string[]>> = {
  'inside.test': ['10.0.0.1'],
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'metadata.test': ['169.254.169.254'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'mixed.test': ['8.8.8.8', '127.0.0.1'],
  'mixed-last.test': ['127.0.0.1', '2606:4700::1111'],
  'zone.test': ['fe80::1%lo'],
  'garbage.test': ['8.8.8.8', 'not-an-address'],
  'octal.test': ['0177.0.0.1'],
};

let secret: Canary;
let secret6: Canary;
let plain: Canary;

beforeAll(async () => {
  secret = await startTlsCanary(certificate, (_request, response) => response.end('secret'));
  secret6 = await startTlsCanary(certificate, (_request, response) => response.end('secret'), {
    address: '::1',
    port: secret.port,
  });
  plain = await startPlainCanary((_request, response) => response.end('secret'));
});

afterAll(async () => {
  await secret[Symbol.asyncDispose]();
  await secret6[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
});

/**
 * A webhook-like purpose: any public host, even on the canaries' ports and over http, so that only the address check
 * refuses.
 */
function openWide(policy: Partial<EgressPolicy> = {}, options: Partial<EgressOptions> = {}): Egress {
  const ports = [443, 80, secret.port, plain.port];
  const wide = { hosts: ['*'], allowHttp: true, ports, caPem: certificate.caPem, ...policy };
  return createEgress({ purposes: { hook: wide }, resolve: async (host) => names[host] ?? [], ...options });
}

async function reasonOf(call: Promise<unknown>): Promise<EgressRefusalReason> {
  const error: unknown = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof EgressRefused) return error.reason;
  throw error;
}

function expectNoConnections(): void {
  expect([secret.connections(), secret6.connections(), plain.connections()]).toEqual([0, 0, 0]);
}

const spellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '0X7F.0.0.0x1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  ...Object.keys(names),
];

describe('egress to any public host', () => {
  test.each(spellings)('refuses %s and opens no connection', async (host) => {
    await using egress = openWide();
    for (const origin of [`https://${host}:${secret.port}`, `http://${host}:${plain.port}`]) {
      const call = egress.send({ purpose: 'hook', method: 'POST', url: `${origin}/x?q=1`, body: '{}' });
      expect(await reasonOf(call)).toBe('address');
    }
    expectNoConnections();
  });

  it('refuses localhost as the operating system resolves it', async () => {
    const ports = [secret.port];
    await using egress = createEgress({ purposes: { hook: { hosts: ['*'], ports } } });
    const url = `https://localhost:${secret.port}/`;
    expect(await reasonOf(egress.send({ purpose: 'hook', method: 'GET', url }))).toBe('address');
    expectNoConnections();
  });

  it('refuses any refused IPv4 address in any spelling a URL allows', async () => {
    await using egress = openWide();
    const block = fc.constantFrom(...([10, 127, 0] as const));
    const low = fc.integer({ min: 0, max: 0xff_ff_ff });
    const spell = fc.constantFrom('decimal', 'hex', 'octal', 'dotted octal', 'short', 'mapped', 'nat64');
    await fc.assert(
      fc.asyncProperty(block, low, spell, async (first, rest, spelling) => {
        const host = spellAddress(first, rest, spelling);
        const call = egress.send({
          purpose: 'hook',
          method: 'GET',
          url: `https://${host}:${secret.port}/`,
        });
        expect(await reasonOf(call)).toBe('address');
      }),
      { numRuns: 500 },
    );
    expectNoConnections();
  });

  const targets: readonly (readonly [string, EgressRefusalReason, (port: number) => string])[] = [
    ['plain http', 'scheme', (port) => `http://bank.test:${port}/`],
    ['another scheme', 'scheme', () => 'file:///etc/passwd'],
    ['a script', 'scheme', () => 'javascript:alert(1)'],
    ['a user name', 'userinfo', (port) => `https://bank.test@127.0.0.1:${port}/`],
    ['a password', 'userinfo', (port) => `https://:secret@bank.test:${port}/`],
    ['another port', 'port', () => 'https://bank.test:8443/'],
    ['the default port when it is not listed', 'port', () => 'https://bank.test/'],
    ['a host that is not listed', 'host', (port) => `https://evil.test:${port}/`],
    ['a listed host as prefix', 'host', (port) => `https://bank.test.evil.test:${port}/`],
    ['a listed host as suffix', 'host', (port) => `https://notbank.test:${port}/`],
    ['a listed host behind a backslash', 'host', (port) => `https://evil.test:${port}\\@bank.test/`],
    ['a literal address that is not listed', 'host', (port) => `https://127.0.0.1:${port}/`],
    ['text that is not a URL', 'url', () => 'bank.test'],
    ['a very long URL', 'url', (port) => `https://bank.test:${port}/${'x'.repeat(9_000)}`],
  ];

  test.each(targets)('refuses %s (%s) for a purpose with a list of hosts', async (_name, reason, url) => {
    const policy = { hosts: ['bank.test'], ports: [secret.port], allowHttp: false };
    await using egress = openWide(policy, { resolve: async () => ['127.0.0.1'] });
    const call = egress.send({ purpose: 'hook', method: 'GET', url: url(secret.port) });
    expect(await reasonOf(call)).toBe(reason);
    expectNoConnections();
  });
});

describe('egress and DNS rebinding', () => {
  it('resolves once and connects to the checked address, although the name changes in between', async () => {
    const at = { address: '127.0.0.2', port: secret.port };
    await using good = await startTlsCanary(certificate, (_request, response) => response.end('good'), at);
    let resolved = 0;
    const resolve = async (): Promise<readonly string[]> => {
      resolved += 1;
      return resolved === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
    };
    await using egress = openWide({ allowPrivateAddresses: ['127.0.0.2/32'] }, { resolve });
    const request = { purpose: 'hook', method: 'GET', url: `https://bank.test:${secret.port}/` } as const;

    const response = await egress.send(request);
    expect([response.body.toString(), resolved]).toEqual(['good', 1]);

    expect(await reasonOf(egress.send(request))).toBe('address');
    expect(good.connections()).toBe(1);
    expectNoConnections();
  });

  test.each([301, 302, 303, 307, 308])('does not follow a %i to loopback', async (status) => {
    const location = `https://127.0.0.1:${secret.port}/`;
    await using bouncer = await startTlsCanary(
      certificate,
      (_request, response) => response.writeHead(status, { location }).end(),
      { address: '127.0.0.2', port: 0 },
    );
    const policy = { allowPrivateAddresses: ['127.0.0.2/32'], ports: [bouncer.port, secret.port] };
    await using egress = openWide(policy, { resolve: async () => ['127.0.0.2'] });
    const call = egress.send({ purpose: 'hook', method: 'GET', url: `https://bank.test:${bouncer.port}/` });
    expect(await reasonOf(call)).toBe('redirect');
    expect(bouncer.connections()).toBe(1);
    expectNoConnections();
  });
});

function spellAddress(first: number, rest: number, spelling: string): string {
  const value = first * 2 ** 24 + rest;
  const parts = [first, (rest >> 16) & 0xff, (rest >> 8) & 0xff, rest & 0xff];
  switch (spelling) {
    case 'decimal':
      return value.toString();
    case 'hex':
      return `0x${value.toString(16)}`;
    case 'octal':
      return `0${value.toString(8)}`;
    case 'dotted octal':
      return parts.map((part) => `0${part.toString(8)}`).join('.');
    case 'short':
      return `${first}.${rest}`;
    case 'mapped':
      return `[::ffff:${parts.join('.')}]`;
    default:
      return `[64:ff9b::${parts.join('.')}]`;
  }
}
