import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { channelContract } from '#capabilities/correspondence/testing/channel.suite.ts';
import { outboundMessageFor } from '#capabilities/correspondence/testing/outbound-message.suite.ts';
import { issueTestCertificate } from '#platform/egress/canary.suite.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { type MailServer, startMailServer } from './mail-server.suite.ts';
import type { MailServerMode } from './mail-server-mode.suite.ts';
import { returnedCommunication } from './return-address.ts';
import { createSmtpChannel, type SmtpOptions } from './smtp-channel.ts';
import { egressTo, openSmtpHarness, readMail, shortLimits, smtpServerAt } from './smtp-harness.suite.ts';

const to = 'customer@example.test';
const senderOf = (): { name: string; address: string } => ({ name: 'Example Bank', address: 'a@bank.test' });
const certificate = issueTestCertificate();
/** How a closed connection is detected depends on what was being sent. */
const connectionClosed: unknown = expect.stringMatching(/^smtp (?:ECONNECTION|ECONNRESET|EPIPE|failed)$/);
const credentials = { user: 'portico', password: 's3cret-word' };

let server: MailServer;
let tlsServer: MailServer;

beforeAll(async () => {
  const { certPem, keyPem } = certificate;
  [server, tlsServer] = await Promise.all([
    startMailServer({ content: 'stored' }),
    startMailServer({ content: 'stored', tls: { certPem, keyPem }, credentials }),
  ]);
});

afterAll(async () => {
  await server.stop();
  await tlsServer.stop();
});

channelContract('smtp', () => openSmtpHarness(server));

describe('a reply of the server', () => {
  const replies: readonly (readonly [string, MailServerMode, object])[] = [
    ['no such user', { reject: '^customer@' }, { kind: 'refused', reason: 'smtp 550 5.1.1' }],
    ['not now', { defer: '^customer@' }, { kind: 'deferred', reason: 'smtp 451 4.7.1' }],
    ['greylisted', { isGreylisting: true }, { kind: 'deferred', reason: 'smtp 451 4.7.1' }],
    ['content refused', { rejectsContent: true }, { kind: 'refused', reason: 'smtp 554 5.6.0' }],
    ['sender refused', { rejectSender: '@bank' }, { kind: 'deferred', reason: 'smtp 550 5.7.1' }],
    ['no greeting', { cut: 'at-greeting' }, { kind: 'unavailable', reason: connectionClosed }],
    ['silence', { isSilent: true }, { kind: 'unavailable', reason: 'smtp ETIMEDOUT' }],
    ['a cut in the message', { cut: 'mid-data' }, { kind: 'unavailable', reason: connectionClosed }],
    ['a cut after the message', { cut: 'after-data' }, { kind: 'unavailable', reason: connectionClosed }],
    ['a closed port', { isDown: true }, { kind: 'unavailable', reason: 'smtp unreachable' }],
    ['immediate 421', { leaveAfter: 0 }, { kind: 'unavailable', reason: expect.stringMatching(/^smtp /) }],
  ];

  test.each(replies)('that says %s is reported by codes only', async (_name, mode, outcome) => {
    await using harness = await openSmtpHarness(server);
    await server.setMode(mode);
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual(outcome);
  });

  it('returns the queue id of the server', async () => {
    await using harness = await openSmtpHarness(server);
    const outcome = await harness.channel.send(outboundMessageFor(to));
    expect(outcome).toEqual({
      kind: 'accepted',
      reference: expect.stringMatching(/^Q\d+$/),
      isDelivered: false,
    });
  });

  it('that greylists the first attempt accepts the second one, which is the same message', async () => {
    await using harness = await openSmtpHarness(server);
    await server.setMode({ isGreylisting: true });
    const outbound = outboundMessageFor(to);
    expect((await harness.channel.send(outbound)).kind).toBe('deferred');
    expect((await harness.channel.send(outbound)).kind).toBe('accepted');
    expect(await harness.arrivals()).toHaveLength(1);
  });

  it('that is missing after the message leaves the same bytes for the next attempt', async () => {
    await using harness = await openSmtpHarness(server);
    const outbound = outboundMessageFor(to);
    await server.setMode({ cut: 'after-data' });
    expect((await harness.channel.send(outbound)).kind).toBe('unavailable');
    await server.setMode({});
    expect((await harness.channel.send(outbound)).kind).toBe('accepted');
    const digests = (await harness.arrivals()).map(({ digest }) => digest);
    expect(digests).toHaveLength(2);
    expect(new Set(digests).size).toBe(1);
  });
});

describe('the connections to the server', () => {
  it('are closed and reopened when the server requests it', async () => {
    await using harness = await openSmtpHarness(server, { capacity: 2 });
    await server.setMode({ leaveAfter: 3 });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => harness.channel.send(outboundMessageFor(to))),
    );
    expect(outcomes.filter(({ kind }) => kind !== 'accepted')).toEqual([]);
    expect(await harness.arrivals()).toHaveLength(20);
  });

  it('are reused after a refused message', async () => {
    await using harness = await openSmtpHarness(server, { capacity: 1 });
    await server.setMode({ reject: '^unknown@' });
    const kinds: string[] = [];
    for (const name of ['customer', 'unknown', 'customer', 'unknown', 'customer'])
      kinds.push((await harness.channel.send(outboundMessageFor(`${name}@example.test`))).kind);
    expect(kinds).toEqual(['accepted', 'refused', 'accepted', 'refused', 'accepted']);
  });

  it('are reopened after an outage', async () => {
    await using harness = await openSmtpHarness(server, { capacity: 1 });
    await harness.channel.send(outboundMessageFor(to));
    await server.setMode({ isDown: true });
    await server.setMode({});
    expect((await harness.channel.send(outboundMessageFor(to))).kind).toBe('accepted');
  });

  it('are not reopened for a message the server may have already: that is left to a later attempt', async () => {
    await using harness = await openSmtpHarness(server, { capacity: 1 });
    await harness.channel.send(outboundMessageFor(to));
    await server.setMode({ cut: 'after-data' });
    const outbound = outboundMessageFor(to);
    expect((await harness.channel.send(outbound)).kind).toBe('unavailable');
    const ids = (await harness.arrivals()).map(({ communicationId }) => communicationId);
    expect(ids.filter((id) => id === outbound.communicationId)).toHaveLength(1);
  });

  it('are limited by the capacity; a message without one in time is unavailable', async () => {
    await using harness = await openSmtpHarness(server, { capacity: 1 });
    await server.setMode({ delayMs: 650 });
    const outcomes = await Promise.all([1, 2, 3].map(() => harness.channel.send(outboundMessageFor(to))));
    expect(outcomes).toContainEqual({ kind: 'unavailable', reason: 'smtp busy' });
  });
});

describe('a server that sends slowly and never ends', () => {
  const stages: readonly (readonly [string, string])[] = [
    ['in its greeting', ''],
    ['after the message', '250 OK\r\n250 OK\r\n250 OK\r\n354 go\r\n'],
  ];

  test.each(stages)('%s times out, and its connection is closed', async (_name, first) => {
    const open = new Set<Socket>();
    const dripping = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => open.delete(socket));
      socket.write(`220 hello\r\n${first}`);
      const drip = setInterval(() => socket.write('250-wait\r\n'), 30);
      socket.once('close', () => clearInterval(drip));
      socket.resume();
    });
    dripping.listen(0, '127.0.0.1');
    await once(dripping, 'listening');
    const bound = dripping.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    await using egress = egressTo(port);
    const channel = createSmtpChannel({ server: smtpServerAt(egress, port), senderOf, limits: shortLimits });
    const started = performance.now();
    expect(await channel.send(outboundMessageFor(to))).toEqual({
      kind: 'unavailable',
      reason: 'smtp ETIMEDOUT',
    });
    expect(performance.now() - started).toBeLessThan(2_500);
    await expect.poll(() => open.size).toBe(0);
    dripping.close();
  });
});

describe('an invalid message', () => {
  const addresses = [
    'a@example.test, b@example.test',
    'a@example.test;b@example.test',
    'Name <a@example.test>',
    'a@example.test\r\nRCPT TO:<thief@evil.test>',
    'a\r\n@example.test',
    'a@exa\nmple.test',
    '"a b"@example.test',
    'a@@example.test',
    'a@localhost',
    'a@[127.0.0.1]',
    'group: a@example.test',
    '@example.test:a@evil.test',
    'ä@example.test',
    '',
    `${'a'.repeat(65)}@example.test`,
  ];

  test.each(addresses)('is refused for the address %j before any connection', async (address) => {
    await using harness = await openSmtpHarness(server);
    expect(await harness.channel.send(outboundMessageFor(address))).toEqual({
      kind: 'refused',
      reason: 'smtp address',
    });
    expect(await harness.arrivals()).toEqual([]);
  });

  it('is refused for a title that does not fit a header', async () => {
    await using harness = await openSmtpHarness(server);
    const outcome = await harness.channel.send(outboundMessageFor(to, { title: 'x'.repeat(1_001) }));
    expect(outcome).toEqual({ kind: 'refused', reason: 'smtp title' });
  });

  it('is deferred when its bank has no sender', async () => {
    await using harness = await openSmtpHarness(server, { senderOf: () => undefined });
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual({
      kind: 'deferred',
      reason: 'smtp sender',
    });
  });

  it('is refused when it is larger than the server accepts', async () => {
    await using harness = await openSmtpHarness(server);
    const content = new Uint8Array(26_000_000);
    const enclosures = [{ name: 'a.pdf', contentType: 'application/pdf', content }];
    const outcome = await harness.channel.send(outboundMessageFor(to, { enclosures }));
    expect(outcome).toEqual({ kind: 'refused', reason: 'smtp size' });
  });
});

describe('the envelope', () => {
  it('has a signed return address that identifies the message', async () => {
    const secret = new Secret('0123456789abcdef0123456789abcdef');
    await using harness = await openSmtpHarness(server, { bounces: { domain: 'bounce.bank.test', secret } });
    const outbound = outboundMessageFor(to);
    await harness.channel.send(outbound);
    const { content = '', from = '' } = (await server.journal()).at(-1) ?? {};
    expect(returnedCommunication(from, 'bounce.bank.test', secret)).toBe(outbound.communicationId);
    expect((await readMail(content)).from?.address).toBe('no-reply@bank.test');
  });

  it('has the sender as return address without a bounce listener', async () => {
    await using harness = await openSmtpHarness(server);
    await harness.channel.send(outboundMessageFor(to));
    expect((await server.journal()).at(-1)?.from).toBe('no-reply@bank.test');
  });
});

describe('a secured server', () => {
  async function sendSecurely(options: {
    readonly caPem?: string;
    readonly password?: string;
    readonly security?: SmtpOptions['server']['security'];
    readonly at?: MailServer;
    readonly host?: string;
  }): Promise<unknown> {
    const {
      at = tlsServer,
      host = 'bank.test',
      password = credentials.password,
      security = 'starttls',
    } = options;
    await using egress = egressTo(at.port, options.caPem);
    const known = { user: credentials.user, password: new Secret(password) };
    const channel = createSmtpChannel({
      server: smtpServerAt(egress, at.port, { host, security, credentials: known }),
      senderOf,
      limits: shortLimits,
    });
    const outcome = await channel.send(outboundMessageFor(to));
    await channel.close();
    return outcome;
  }

  it('is used with TLS and credentials', async () => {
    expect(await sendSecurely({ caPem: certificate.caPem })).toMatchObject({ kind: 'accepted' });
    expect((await tlsServer.journal()).at(-1)).toMatchObject({ isSecure: true, to: [to] });
  });

  const failures: readonly (readonly [string, () => Parameters<typeof sendSecurely>[0], string])[] = [
    ['its certificate is not trusted', () => ({}), 'smtp UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    [
      'its certificate is from another authority',
      () => ({ caPem: issueTestCertificate().caPem }),
      'smtp UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    [
      'its certificate is for another name',
      () => ({ caPem: certificate.caPem, host: 'other.test' }),
      'smtp ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    ['it offers no TLS', () => ({ at: server, caPem: certificate.caPem }), 'smtp 502 5.5.1'],
    ['it rejects our credentials', () => ({ caPem: certificate.caPem, password: 'wrong' }), 'smtp 535 5.7.8'],
    [
      'it does not support implicit TLS',
      () => ({ caPem: certificate.caPem, security: 'implicit' }),
      'smtp tls',
    ],
  ];

  test.each(failures)('is unavailable when %s', async (_name, options, reason) => {
    const before = (await tlsServer.journal()).length;
    expect(await sendSecurely(options())).toEqual({ kind: 'unavailable', reason });
    expect((await tlsServer.journal()).length).toBe(before);
  });
});
