import { describe, expect, test } from 'vitest';
import type { Channel, OutboundMessage, SendResult } from '../ports/channel.ts';
import { outboundMessageFor } from './outbound-message.suite.ts';

/** Modes of the test server. `late` is slow, but within the time limit; `slow` exceeds every limit. */
export type ServerMode = 'well' | 'refusing' | 'deferring' | 'down' | 'late' | 'slow';

/** One message as the test server received and parsed it. */
export interface Arrival {
  readonly communicationId: string;
  readonly to: string;
  /** Undefined if the medium has none. */
  readonly title: string | undefined;
  readonly text: string;
  /** Names of all received headers or members. */
  readonly fields: readonly string[];
  /** Hash of everything received: the same for the same message. */
  readonly digest: string;
}

/** A channel with a test server that tests can inspect. */
export interface ChannelHarness extends AsyncDisposable {
  readonly channel: Channel;
  /** An address the test server accepts. */
  readonly to: string;
  /** Every send ends within this time. */
  readonly limitMs: number;
  switchMode(mode: ServerMode): Promise<void>;
  /** Everything received, in order, repeats included if the server stores them. */
  arrivals(): Promise<readonly Arrival[]>;
}

/** Modes that a medium does not have: a printer's folder neither defers nor responds late. */
export interface ChannelContractOptions {
  readonly never?: readonly ServerMode[];
}

const many = 50;
const hostile: readonly (readonly [string, string, string])[] = [
  [
    'line breaks and headers',
    'Hello\r\nBcc: thief@evil.test\r\n\r\nnew body',
    'a\r\nBcc: thief@evil.test\r\n\r\nb',
  ],
  ['bare carriage returns and line feeds', 'Hello\rX-A: 1\nX-B: 2', 'one\rtwo\nthree'],
  ['the end of a message', 'Hello', 'before\r\n.\r\nMAIL FROM:<thief@evil.test>\r\n.\nafter\r.\r\nend'],
  ['members of an object', '","to":"thief","x":"', '","to":"+41790000000","text":"other'],
  ['zero characters', 'He\0llo', 'a\0b'],
  ['other separators', 'Hello\u2028X-A: 1\u0085X-B: 2\vX-C: 3', 'a\u2028b'],
  ['every script', 'Überweisung – مرحبا שלום 你好 🏦', 'Überweisung – مرحبا שלום 你好 🏦 '.repeat(3)],
  ['half a character', 'Hello \ud83c', 'a \udfe6 b'],
  ['an encoded word', '=?UTF-8?Q?X=0D=0ABcc:_thief?=', '=?UTF-8?B?AAAA?='],
  ['one endless line', 'Hello', 'x'.repeat(100_000)],
  ['an endless title', 'Hello '.repeat(20_000), 'short'],
];

/** Tests of the port contract in ports/channel.ts, for every medium. */
export function channelContract(
  name: string,
  open: () => Promise<ChannelHarness>,
  { never = [] }: ChannelContractOptions = {},
): void {
  const supports = (mode: ServerMode): boolean => !never.includes(mode);
  describe(`${name} as a channel`, () => {
    describeSending(open);
    describeRefusals(open, supports);
    describeOutages(open, supports);
    describeHostility(open);
  });
}

function describeSending(open: () => Promise<ChannelHarness>): void {
  test('sends a message, and the server receives exactly it', async () => {
    await using harness = await open();
    const outbound = outboundMessageFor(harness.to);
    expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'accepted' });
    const arrivals = await harness.arrivals();
    expect(arrivals).toHaveLength(1);
    expect(arrivals[0]).toMatchObject({ communicationId: outbound.communicationId, to: harness.to });
    expect(readable(arrivals[0]?.text)).toBe(readable(outbound.text));
    expect([undefined, outbound.title]).toContain(arrivals[0]?.title);
  });

  test('sends the same message twice with the same identity', async () => {
    await using harness = await open();
    const outbound = outboundMessageFor(harness.to);
    expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'accepted' });
    expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'accepted' });
    const seen = (await harness.arrivals()).map(
      ({ communicationId, digest }) => `${communicationId} ${digest}`,
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(1);
  });

  test('sends many, up to its capacity at once, each one once', async () => {
    await using harness = await open();
    const outbounds = Array.from({ length: many }, () => outboundMessageFor(harness.to));
    const outcomes = await sendAll(harness.channel, outbounds);
    expect(outcomes).toEqual(outbounds.map(() => 'accepted'));
    const arrived = (await harness.arrivals()).map(({ communicationId }) => communicationId);
    expect(arrived.toSorted()).toEqual(outbounds.map(({ communicationId }) => communicationId).toSorted());
  });

  test('sends nothing after it was closed', async () => {
    await using harness = await open();
    await harness.channel.close();
    expect(await harness.channel.send(outboundMessageFor(harness.to))).toMatchObject({ kind: 'unavailable' });
    expect(await harness.arrivals()).toEqual([]);
    await harness.channel.close();
  });
}

function describeRefusals(
  open: () => Promise<ChannelHarness>,
  supports: (mode: ServerMode) => boolean,
): void {
  const responses = [
    ['refusing', 'refused'],
    ['deferring', 'deferred'],
  ] as const;
  test.each(responses.filter(([mode]) => supports(mode)))(
    'reports a server in mode %s as %s',
    async (mode, kind) => {
      await using harness = await open();
      await harness.switchMode(mode);
      const outbound = outboundMessageFor(harness.to);
      const outcome = await harness.channel.send(outbound);
      expect(outcome.kind).toBe(kind);
      expectDiscretion(outcome, harness.to);
      await harness.switchMode('well');
      expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'accepted' });
    },
  );
}

function describeOutages(open: () => Promise<ChannelHarness>, supports: (mode: ServerMode) => boolean): void {
  const outageModes = (['down', 'slow'] as const).filter(supports);
  test.each(outageModes)('times out on a server in mode %s, and recovers with it', async (mode) => {
    await using harness = await open();
    expect(await harness.channel.send(outboundMessageFor(harness.to))).toMatchObject({ kind: 'accepted' });
    await harness.switchMode(mode);
    const started = performance.now();
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => harness.channel.send(outboundMessageFor(harness.to))),
    );
    expect(performance.now() - started).toBeLessThan(harness.limitMs);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    for (const outcome of outcomes) expectDiscretion(outcome, harness.to);
    await harness.switchMode('well');
    expect(await harness.channel.send(outboundMessageFor(harness.to))).toMatchObject({ kind: 'accepted' });
  });

  test.runIf(supports('late'))('waits for sends in progress before it closes', async () => {
    await using harness = await open();
    await harness.switchMode('late');
    const sending = harness.channel.send(outboundMessageFor(harness.to));
    await harness.channel.close();
    const nextTick = new Promise((resolve) => setImmediate(resolve, 'still in progress'));
    expect(await Promise.race([sending, nextTick])).toMatchObject({ kind: 'accepted' });
    expect(await harness.arrivals()).toHaveLength(1);
  });
}

function describeHostility(open: () => Promise<ChannelHarness>): void {
  test.each(hostile)('sends %s as text and nothing else', async (_name, title, text) => {
    await using harness = await open();
    await harness.channel.send(outboundMessageFor(harness.to));
    const outcome = await harness.channel.send(outboundMessageFor(harness.to, { title, text }));
    const [harmless, ...others] = await harness.arrivals();
    expect(['accepted', 'refused']).toContain(outcome.kind);
    expectDiscretion(outcome, harness.to);
    const seen = others.map((arrival) => ({
      to: arrival.to,
      fields: arrival.fields,
      text: readable(arrival.text),
      title: oneLine(arrival.title),
    }));
    const whole = {
      to: harness.to,
      fields: harmless?.fields,
      text: readable(text),
      title: harmless?.title === undefined ? undefined : oneLine(title),
    };
    expect(seen).toEqual(outcome.kind === 'accepted' ? [whole] : []);
  });
}

/** Uses the channel up to its capacity: each slot sends the next message when it is free. */
async function sendAll(channel: Channel, outbounds: readonly OutboundMessage[]): Promise<readonly string[]> {
  const waiting = outbounds.values();
  const kinds: string[] = [];
  const work = async (): Promise<void> => {
    for (const outbound of waiting) kinds.push((await channel.send(outbound)).kind);
  };
  await Promise.all(Array.from({ length: channel.capacity }, work));
  return kinds;
}

/** Normalizes line ends, which readers do not see. */
function readable(text: string | undefined): string | undefined {
  return text
    ?.toWellFormed()
    .replaceAll(/\r\n|\r/g, '\n')
    .trimEnd();
}

function oneLine(title: string | undefined): string | undefined {
  return title
    ?.toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

function expectDiscretion(outcome: SendResult, to: string): void {
  if (outcome.kind === 'accepted') return;
  const { reason } = outcome;
  expect(reason).toMatch(/^[a-z][A-Za-z0-9_. -]{2,60}$/);
  expect(reason).not.toContain(to);
  expect(reason).not.toMatch(/statement|thief|@/);
}
