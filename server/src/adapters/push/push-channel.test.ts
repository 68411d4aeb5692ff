import { exportJWK, generateKeyPair, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  type ChannelHarness,
  channelContract,
  type ServerMode,
} from '#capabilities/correspondence/testing/channel.suite.ts';
import { outboundMessageFor } from '#capabilities/correspondence/testing/outbound-message.suite.ts';
import { issueTestCertificate } from '#platform/egress/canary.suite.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { at } from '#platform/testing/json-at.ts';
import { createPushChannel, type PushOptions } from './push-channel.ts';
import { type PushService, type PushServiceMode, startPushService } from './push-service.suite.ts';

const certificate = issueTestCertificate();
const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const jwk = await exportJWK(privateKey);
const modes: Readonly<Record<ServerMode, PushServiceMode>> = {
  well: {},
  refusing: { status: 410 },
  deferring: { status: 429 },
  down: { isDown: true },
  late: { delayMs: 100 },
  slow: { delayMs: 20_000 },
};

let service: PushService;

beforeAll(async () => {
  service = await startPushService(certificate);
});

afterAll(() => service[Symbol.asyncDispose]());

async function openHarness(options: Partial<PushOptions> = {}): Promise<ChannelHarness> {
  await service.setMode({});
  const before = service.pushed.length;
  const policy = {
    hosts: ['*'],
    ports: [service.port],
    allowPrivateAddresses: ['127.0.0.0/8'],
    credentials: true,
    caPem: certificate.caPem,
  };
  const addresses: Readonly<Record<string, string>> = { 'bank.test': '127.0.0.1', 'inside.test': '10.0.0.1' };
  const resolve = async (host: string): Promise<readonly string[]> => [addresses[host] ?? '127.0.0.1'];
  const egress = createEgress({ purposes: { push: policy }, resolve });
  const channel = createPushChannel({
    egress,
    purpose: 'push',
    hosts: ['bank.test', 'inside.test', '*.notify.test'],
    vapid: { subject: 'mailto:operations@bank.test', key: new Secret(jwk) },
    clock: fakeClock('2026-03-01T09:30:00Z'),
    timeoutMs: 3_000,
    ...options,
  });
  return {
    channel,
    to: service.subscription,
    limitMs: 15_000,
    switchMode: (mode) => service.setMode(modes[mode]),
    async arrivals() {
      return service.pushed.slice(before).map(({ digest, headers, path, payload }) => ({
        communicationId: String(at(payload, 'id')),
        to: path === '/push/device-1' ? service.subscription : path,
        title: String(at(payload, 'title')),
        text: String(at(payload, 'body')),
        fields: [...Object.keys(headers), ...Object.keys(Object(payload))].toSorted(),
        digest,
      }));
    },
    async [Symbol.asyncDispose]() {
      await channel.close();
      await egress.close();
      await service.setMode({});
    },
  };
}

channelContract('push', () => openHarness());

describe('a push message', () => {
  it('has a TTL, a topic and an urgency', async () => {
    await using harness = await openHarness();
    const outbound = outboundMessageFor(harness.to);
    expect(await harness.channel.send(outbound)).toEqual({
      kind: 'accepted',
      reference: undefined,
      isDelivered: false,
    });
    const { headers } = service.pushed.at(-1) ?? {};
    expect(headers).toMatchObject({
      ttl: '86400',
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
      topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
    });
    await harness.channel.send(
      outboundMessageFor(harness.to, { expires: outbound.created.add({ minutes: 5 }) }),
    );
    const [, later] = service.pushed.slice(-2);
    expect(later?.headers).toMatchObject({ ttl: '300', urgency: 'high' });
    expect(later?.headers['topic']).not.toBe(headers?.['topic']);
  });

  it('has a VAPID token for this service with a limited lifetime', async () => {
    await using harness = await openHarness();
    await harness.channel.send(outboundMessageFor(harness.to));
    await harness.channel.send(outboundMessageFor(harness.to));
    const [first, second] = service.pushed.slice(-2).map(({ headers }) => headers.authorization ?? '');
    expect(first).toBe(second);
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(first ?? '') ?? [];
    const { x = '', y = '' } = jwk;
    const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    expect(key).toBe(point.toString('base64url'));
    const verifier = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
    const currentDate = new Date('2026-03-01T09:30:00Z');
    const { payload, protectedHeader } = await jwtVerify(token, verifier, { currentDate });
    expect(payload).toEqual({
      aud: `https://bank.test:${service.port}`,
      sub: 'mailto:operations@bank.test',
      exp: currentDate.getTime() / 1_000 + 12 * 3_600,
    });
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' });
  });

  it('gets a new token before the old one expires', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    await using harness = await openHarness({ clock });
    await harness.channel.send(outboundMessageFor(harness.to));
    clock.advance({ hours: 7 });
    await harness.channel.send(outboundMessageFor(harness.to));
    const [first, second] = service.pushed.slice(-2).map(({ headers }) => headers.authorization);
    expect(first).not.toBe(second);
  });

  it('that exceeds a record, or has expired, is refused', async () => {
    await using harness = await openHarness();
    const long = outboundMessageFor(harness.to, { text: 'x'.repeat(4_000) });
    expect(await harness.channel.send(long)).toEqual({ kind: 'refused', reason: 'push length' });
    const old = outboundMessageFor(harness.to, { expires: long.created });
    expect(await harness.channel.send(old)).toEqual({ kind: 'refused', reason: 'push expired' });
  });
});

describe('a subscription', () => {
  const changes: readonly (readonly [string, (to: string, port: number) => string, string])[] = [
    ['that is not JSON', () => 'device', 'push subscription'],
    ['without keys', () => '{"endpoint":"https://bank.test/"}', 'push subscription'],
    ['over plain http', (to) => to.replace('https', 'http'), 'push subscription'],
    ['with a password', (to) => to.replace('bank.test', 'a:b@bank.test'), 'push subscription'],
    ['with a short key', (to) => to.replace(/"p256dh":"[^"]{10}/, '"p256dh":"'), 'push subscription'],
    ['with a short secret', (to) => to.replace(/"auth":"[^"]{5}/, '"auth":"'), 'push subscription'],
    [
      'with a key off the curve',
      (to) => to.replace(/"p256dh":"[^"]+/, `"p256dh":"B${'C'.repeat(86)}`),
      'push key',
    ],
    ['at an unknown service', (to) => to.replace('bank.test', 'evil.test'), 'push host'],
    ['at a service with a similar suffix', (to) => to.replace('bank.test', 'evilnotify.test'), 'push host'],
    ['at a private address', (to) => to.replace('bank.test', 'inside.test'), 'push address'],
    ['at another port', (to, port) => to.replace(`:${port}`, ':22'), 'push port'],
  ];

  test.each(changes)('%s is refused', async (_name, change, reason) => {
    await using harness = await openHarness();
    const to = change(harness.to, service.port);
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual({ kind: 'refused', reason });
    expect(await harness.arrivals()).toEqual([]);
  });
});

describe('a response of the service', () => {
  test.each([
    [{ status: 400 }, 'refused', 'push 400'],
    [{ status: 404 }, 'refused', 'push 404'],
    [{ status: 410 }, 'refused', 'push 410'],
    [{ status: 413 }, 'refused', 'push 413'],
    [{ status: 301 }, 'refused', 'push redirect'],
    [{ status: 405 }, 'refused', 'push 405'],
    [{ status: 415 }, 'refused', 'push 415'],
    [{ status: 501 }, 'refused', 'push 501'],
    [{ status: 401 }, 'deferred', 'push 401'],
    [{ status: 403 }, 'deferred', 'push 403'],
    [{ status: 429 }, 'deferred', 'push 429'],
    [{ status: 500 }, 'deferred', 'push 500'],
    [{ status: 503 }, 'deferred', 'push 503'],
    [{ status: 307, location: 'https://evil.test/' }, 'refused', 'push redirect'],
    [{ isDown: true }, 'unavailable', 'push unreachable'],
    [{ delayMs: 8_000 }, 'unavailable', 'push timeout'],
  ] as const)('in the mode %j means %s', async (mode, kind, reason) => {
    await using harness = await openHarness();
    await service.setMode(mode);
    expect(await harness.channel.send(outboundMessageFor(harness.to))).toEqual({ kind, reason });
  });

  it('that is missing from a name of the sender counts as an attempt and pauses nothing', async () => {
    await using harness = await openHarness();
    await service.setMode({ isDown: true });
    const to = harness.to.replace('bank.test', 'made-up.notify.test');
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual({
      kind: 'deferred',
      reason: 'push unreachable',
    });
  });

  it('that is missing three times pauses that host for a minute, and no other', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    await using harness = await openHarness({ clock });
    await service.setMode({ isDown: true });
    const to = (host: string): string => harness.to.replace('bank.test', host);
    const sendTo = (host: string): Promise<unknown> => harness.channel.send(outboundMessageFor(to(host)));
    for (let attempt = 0; attempt < 3; attempt += 1) await sendTo('slow.notify.test');
    await service.setMode({});
    expect(await sendTo('slow.notify.test')).toEqual({ kind: 'deferred', reason: 'push host unavailable' });
    expect(await sendTo('bank.test')).toMatchObject({ kind: 'accepted' });
    clock.advance({ seconds: 61 });
    // Requested again; its certificate is for another name.
    expect(await sendTo('slow.notify.test')).toEqual({ kind: 'deferred', reason: 'push tls' });
  });

  it('is not requested when its certificate is not trusted', async () => {
    const policy = {
      hosts: ['*'],
      ports: [service.port],
      allowPrivateAddresses: ['127.0.0.0/8'],
      credentials: true,
    };
    await using egress = createEgress({ purposes: { push: policy }, resolve: async () => ['127.0.0.1'] });
    await using harness = await openHarness({ egress });
    expect(await harness.channel.send(outboundMessageFor(harness.to))).toEqual({
      kind: 'unavailable',
      reason: 'push tls',
    });
    expect(await harness.arrivals()).toEqual([]);
  });
});
