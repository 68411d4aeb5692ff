import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  type ChannelHarness,
  channelContract,
  type ServerMode,
} from '#capabilities/correspondence/testing/channel.suite.ts';
import { outboundMessageFor } from '#capabilities/correspondence/testing/outbound-message.suite.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { createSmsChannel, type SmsOptions } from './sms-channel.ts';
import { type SmsGateway, startSmsGateway } from './sms-gateway.suite.ts';
import type { SmsGatewayMode } from './sms-gateway-mode.suite.ts';

const to = '+41791234567';
const clock = fakeClock('2026-03-01T09:30:10Z');
const modes: Readonly<Record<ServerMode, SmsGatewayMode>> = {
  well: {},
  refusing: { reject: '.' },
  deferring: { status: 429, retryAfterSeconds: 5 },
  down: { isDown: true },
  late: { delayMs: 100 },
  slow: { delayMs: 5_000 },
};

let gateway: SmsGateway;

beforeAll(async () => {
  gateway = await startSmsGateway();
});

afterAll(() => gateway.stop());

async function openHarness(options: Partial<SmsOptions> = {}): Promise<ChannelHarness> {
  await gateway.setMode({});
  const before = (await gateway.journal()).length;
  const policy = {
    hosts: ['127.0.0.1'],
    ports: [gateway.port],
    allowHttp: true,
    allowPrivateAddresses: ['127.0.0.0/8'],
    credentials: true,
  };
  const egress = createEgress({ purposes: { sms: policy } });
  const channel = createSmsChannel({
    egress,
    purpose: 'sms',
    url: gateway.url,
    token: new Secret(gateway.token),
    senderOf: () => 'ExampleBank',
    clock,
    timeoutMs: 800,
    ...options,
  });
  return {
    channel,
    to,
    limitMs: 3_000,
    switchMode: (mode) => gateway.setMode(modes[mode]),
    async arrivals() {
      const messages = (await gateway.journal()).slice(before);
      return messages.map(({ fields, id, sender, text, to: recipient }) => ({
        communicationId: id,
        to: recipient,
        title: undefined,
        text,
        fields,
        digest: JSON.stringify([recipient, text, sender]),
      }));
    },
    async [Symbol.asyncDispose]() {
      await channel.close();
      await egress.close();
      await gateway.setMode({});
    },
  };
}

channelContract('sms', () => openHarness());

describe('an SMS', () => {
  it('is sent with its sender and its validity', async () => {
    await using harness = await openHarness();
    const outbound = outboundMessageFor(to);
    const outcome = await harness.channel.send(outbound);
    expect(outcome).toEqual({
      kind: 'accepted',
      reference: expect.stringMatching(/^S\d+$/),
      isDelivered: false,
    });
    expect((await gateway.journal()).at(-1)).toMatchObject({
      id: outbound.communicationId,
      to,
      text: outbound.text,
      sender: 'ExampleBank',
      'validity-seconds': 86_390,
      fields: ['id', 'to', 'text', 'sender', 'validity-seconds'],
    });
  });

  it('that the gateway has already is accepted, and exists once', async () => {
    await using harness = await openHarness();
    const outbound = outboundMessageFor(to);
    await gateway.setMode({ cut: 'after' });
    expect(await harness.channel.send(outbound)).toEqual({ kind: 'unavailable', reason: 'sms unreachable' });
    await gateway.setMode({});
    expect(await harness.channel.send(outbound)).toEqual({
      kind: 'accepted',
      reference: undefined,
      isDelivered: false,
    });
    expect(await harness.arrivals()).toHaveLength(1);
  });

  test.each([
    '',
    '0791234567',
    '+41 79 123 45 67',
    '+0791234567',
    '+4179',
    `${to},+41790000000`,
    `${to}\r\n`,
  ])('to %j is refused before any request', async (number) => {
    await using harness = await openHarness();
    expect(await harness.channel.send(outboundMessageFor(number))).toEqual({
      kind: 'refused',
      reason: 'sms number',
    });
    expect(await harness.arrivals()).toEqual([]);
  });

  it('of more than two parts is refused', async () => {
    await using harness = await openHarness();
    expect((await harness.channel.send(outboundMessageFor(to, { text: 'x'.repeat(306) }))).kind).toBe(
      'accepted',
    );
    const outcome = await harness.channel.send(outboundMessageFor(to, { text: 'x'.repeat(307) }));
    expect(outcome).toEqual({ kind: 'refused', reason: 'sms length' });
  });

  it('that has expired is refused', async () => {
    await using harness = await openHarness();
    const outcome = await harness.channel.send(outboundMessageFor(to, { expires: clock.now() }));
    expect(outcome).toEqual({ kind: 'refused', reason: 'sms expired' });
  });

  it('of a bank without a sender is deferred', async () => {
    await using harness = await openHarness({ senderOf: () => undefined });
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual({
      kind: 'deferred',
      reason: 'sms sender',
    });
  });
});

describe('a response of the gateway', () => {
  const responses: readonly (readonly [number, string])[] = [
    [400, 'refused'],
    [404, 'refused'],
    [422, 'refused'],
    [429, 'deferred'],
    [401, 'unavailable'],
    [402, 'unavailable'],
    [403, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [204, 'unavailable'],
  ];

  test.each(responses)('of %i means %s', async (status, kind) => {
    await using harness = await openHarness();
    await gateway.setMode({ status });
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual({ kind, reason: `sms ${status}` });
  });

  test.each([
    [
      { status: 503, retryAfterSeconds: 30 },
      { kind: 'unavailable', reason: 'sms 503' },
    ],
    [{ status: 302 }, { kind: 'unavailable', reason: 'sms redirect' }],
    [{ cut: 'before' }, { kind: 'unavailable', reason: 'sms unreachable' }],
    [{ delayMs: 3_000 }, { kind: 'unavailable', reason: 'sms timeout' }],
    [{ isDown: true }, { kind: 'unavailable', reason: 'sms unreachable' }],
  ] as const)('in the mode %j is %j', async (mode, outcome) => {
    await using harness = await openHarness();
    await gateway.setMode(mode);
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual(outcome);
  });

  test.each(['', 'null', '{"reference":7}', '{"reference":"a b"}', `{"reference":"${'x'.repeat(101)}"}`])(
    'that says %j has accepted the message without a reference',
    async (answer) => {
      await using harness = await openHarness();
      await gateway.setMode({ answer });
      expect(await harness.channel.send(outboundMessageFor(to))).toEqual({
        kind: 'accepted',
        reference: undefined,
        isDelivered: false,
      });
    },
  );

  it('with an unknown token concerns our account', async () => {
    await using harness = await openHarness({ token: new Secret('other') });
    expect(await harness.channel.send(outboundMessageFor(to))).toEqual({
      kind: 'unavailable',
      reason: 'sms 401',
    });
  });
});

describe('the test gateway', () => {
  it('reports delivery results to the configured URL', async () => {
    const bodies: unknown[] = [];
    const product = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        bodies.push([
          request.method,
          request.url,
          request.headers.authorization,
          JSON.parse(chunk.toString()),
        ]);
      });
      request.on('end', () => response.writeHead(204).end());
    });
    product.listen(0, '127.0.0.1');
    await once(product, 'listening');
    const bound = product.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const status = await gateway.sendReceipts({
      url: `http://127.0.0.1:${port}/v1/correspondence/communications/statuses`,
      token: 'product-token',
      communicationIds: ['a', 'b'],
      status: 'delivered',
    });
    product.close();
    expect(status).toBe(204);
    expect(bodies).toEqual([
      [
        'POST',
        '/v1/correspondence/communications/statuses',
        'Bearer product-token',
        {
          items: ['a', 'b'].map((id) => ({
            'communication-id': id,
            status: 'delivered',
            occurred: expect.stringMatching(/Z$/),
          })),
        },
      ],
    ]);
  });
});
