import { describe, expect, test } from 'vitest';
import type { Channel, OutboundMessage, SendResult } from '../ports/channel.ts';
import { outboundMessageFor } from './outbound-message.suite.ts';

/** How the far side can be made to behave. `late` is slow, but in time; `slow` is far beyond every limit. */
export type ServerMode = 'well' | 'refusing' | 'deferring' | 'down' | 'late' | 'slow';

/** One message as the far side has it, read with its own eyes. */
export interface Arrival {
  readonly communicationId: string;
  readonly to: string;
  /** Undefined where the medium has none. */
  readonly title: string | undefined;
  readonly text: string;
  /** Names of all headers or members that came along. */
  readonly fields: readonly string[];
  /** Of everything that came: the same for the same message. */
  readonly digest: string;
}

/** A channel with a far side that tests can question. */
export interface ChannelHarness extends AsyncDisposable {
  readonly channel: Channel;
  /** Somebody the far side knows. */
  readonly to: string;
  /** Within this time every handover has ended. */
  readonly limitMs: number;
  behave(mode: ServerMode): Promise<void>;
  /** Everything that came, in order, repeats included where the far side keeps them. */
  arrivals(): Promise<readonly Arrival[]>;
}

/** What a medium cannot show: a printer's folder neither defers nor answers late. */
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

/** What every channel keeps, whatever the medium: ports/channel.ts in tests. */
export function channelContract(
  name: string,
  open: () => Promise<ChannelHarness>,
  { never = [] }: ChannelContractOptions = {},
): void {
  const shows = (mode: ServerMode): boolean => !never.includes(mode);
  describe(`${name} as a channel`, () => {
    describeTaking(open);
    describeRefusals(open, shows);
    describeTrouble(open, shows);
    describeHostility(open);
  });
}

function describeTaking(open: () => Promise<ChannelHarness>): void {
  test('hands a message over, and the far side has exactly it', async () => {
    await using harness = await open();
    const outbound = outboundMessageFor(harness.to);
    expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'taken' });
    const arrivals = await harness.arrivals();
    expect(arrivals).toHaveLength(1);
    expect(arrivals[0]).toMatchObject({ communicationId: outbound.communicationId, to: harness.to });
    expect(readable(arrivals[0]?.text)).toBe(readable(outbound.text));
    expect([undefined, outbound.title]).toContain(arrivals[0]?.title);
  });

  test('hands the same message over twice as one and the same', async () => {
    await using harness = await open();
    const outbound = outboundMessageFor(harness.to);
    expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'taken' });
    expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'taken' });
    const seen = (await harness.arrivals()).map(
      ({ communicationId, digest }) => `${communicationId} ${digest}`,
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(1);
  });

  test('hands many over, as many at once as it says it can, each one once', async () => {
    await using harness = await open();
    const outbounds = Array.from({ length: many }, () => outboundMessageFor(harness.to));
    const outcomes = await handAll(harness.channel, outbounds);
    expect(outcomes).toEqual(outbounds.map(() => 'taken'));
    const arrived = (await harness.arrivals()).map(({ communicationId }) => communicationId);
    expect(arrived.toSorted()).toEqual(outbounds.map(({ communicationId }) => communicationId).toSorted());
  });

  test('takes nothing after it was closed', async () => {
    await using harness = await open();
    await harness.channel.close();
    expect(await harness.channel.send(outboundMessageFor(harness.to))).toMatchObject({ kind: 'unavailable' });
    expect(await harness.arrivals()).toEqual([]);
    await harness.channel.close();
  });
}

function describeRefusals(open: () => Promise<ChannelHarness>, shows: (mode: ServerMode) => boolean): void {
  const answers = [
    ['refusing', 'refused'],
    ['deferring', 'deferred'],
  ] as const;
  test.each(answers.filter(([mode]) => shows(mode)))(
    'tells a far side that is %s as %s',
    async (mode, kind) => {
      await using harness = await open();
      await harness.behave(mode);
      const outbound = outboundMessageFor(harness.to);
      const outcome = await harness.channel.send(outbound);
      expect(outcome.kind).toBe(kind);
      expectDiscretion(outcome, harness.to);
      await harness.behave('well');
      expect(await harness.channel.send(outbound)).toMatchObject({ kind: 'taken' });
    },
  );
}

function describeTrouble(open: () => Promise<ChannelHarness>, shows: (mode: ServerMode) => boolean): void {
  const troubles = (['down', 'slow'] as const).filter(shows);
  test.each(troubles)('gives up on a far side that is %s, in time, and comes back to it', async (mode) => {
    await using harness = await open();
    expect(await harness.channel.send(outboundMessageFor(harness.to))).toMatchObject({ kind: 'taken' });
    await harness.behave(mode);
    const started = performance.now();
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => harness.channel.send(outboundMessageFor(harness.to))),
    );
    expect(performance.now() - started).toBeLessThan(harness.limitMs);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    for (const outcome of outcomes) expectDiscretion(outcome, harness.to);
    await harness.behave('well');
    expect(await harness.channel.send(outboundMessageFor(harness.to))).toMatchObject({ kind: 'taken' });
  });

  test.runIf(shows('late'))('lets what is under way end before it closes', async () => {
    await using harness = await open();
    await harness.behave('late');
    const handing = harness.channel.send(outboundMessageFor(harness.to));
    await harness.channel.close();
    const nextTurn = new Promise((resolve) => setImmediate(resolve, 'still under way'));
    expect(await Promise.race([handing, nextTurn])).toMatchObject({ kind: 'taken' });
    expect(await harness.arrivals()).toHaveLength(1);
  });
}

function describeHostility(open: () => Promise<ChannelHarness>): void {
  test.each(hostile)('lets %s be text and nothing else', async (_name, title, text) => {
    await using harness = await open();
    await harness.channel.send(outboundMessageFor(harness.to));
    const outcome = await harness.channel.send(outboundMessageFor(harness.to, { title, text }));
    const [harmless, ...others] = await harness.arrivals();
    expect(['taken', 'refused']).toContain(outcome.kind);
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
    expect(seen).toEqual(outcome.kind === 'taken' ? [whole] : []);
  });
}

/** As those who keep to the capacity do it: each place takes the next message when it is free. */
async function handAll(channel: Channel, outbounds: readonly OutboundMessage[]): Promise<readonly string[]> {
  const waiting = outbounds.values();
  const kinds: string[] = [];
  const work = async (): Promise<void> => {
    for (const outbound of waiting) kinds.push((await channel.send(outbound)).kind);
  };
  await Promise.all(Array.from({ length: channel.capacity }, work));
  return kinds;
}

/** What a reader sees is the same, whichever way a line ends. */
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
  if (outcome.kind === 'taken') return;
  const { reason } = outcome;
  expect(reason).toMatch(/^[a-z][A-Za-z0-9_. -]{2,60}$/);
  expect(reason).not.toContain(to);
  expect(reason).not.toMatch(/statement|thief|@/);
}
