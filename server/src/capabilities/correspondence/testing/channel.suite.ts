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
  behave(mood: ServerMode): Promise<void>;
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
  const shows = (mood: ServerMode): boolean => !never.includes(mood);
  describe(`${name} as a channel`, () => {
    describeTaking(open);
    describeRefusals(open, shows);
    describeTrouble(open, shows);
    describeHostility(open);
  });
}

function describeTaking(open: () => Promise<ChannelHarness>): void {
  test('hands a message over, and the far side has exactly it', async () => {
    await using rig = await open();
    const consignment = outboundMessageFor(rig.to);
    expect(await rig.channel.send(consignment)).toMatchObject({ kind: 'taken' });
    const arrivals = await rig.arrivals();
    expect(arrivals).toHaveLength(1);
    expect(arrivals[0]).toMatchObject({ communicationId: consignment.communicationId, to: rig.to });
    expect(readable(arrivals[0]?.text)).toBe(readable(consignment.text));
    expect([undefined, consignment.title]).toContain(arrivals[0]?.title);
  });

  test('hands the same message over twice as one and the same', async () => {
    await using rig = await open();
    const consignment = outboundMessageFor(rig.to);
    expect(await rig.channel.send(consignment)).toMatchObject({ kind: 'taken' });
    expect(await rig.channel.send(consignment)).toMatchObject({ kind: 'taken' });
    const seen = (await rig.arrivals()).map(({ communicationId, digest }) => `${communicationId} ${digest}`);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(1);
  });

  test('hands many over, as many at once as it says it can, each one once', async () => {
    await using rig = await open();
    const consignments = Array.from({ length: many }, () => outboundMessageFor(rig.to));
    const outcomes = await handAll(rig.channel, consignments);
    expect(outcomes).toEqual(consignments.map(() => 'taken'));
    const arrived = (await rig.arrivals()).map(({ communicationId }) => communicationId);
    expect(arrived.toSorted()).toEqual(consignments.map(({ communicationId }) => communicationId).toSorted());
  });

  test('takes nothing after it was closed', async () => {
    await using rig = await open();
    await rig.channel.close();
    expect(await rig.channel.send(outboundMessageFor(rig.to))).toMatchObject({ kind: 'unavailable' });
    expect(await rig.arrivals()).toEqual([]);
    await rig.channel.close();
  });
}

function describeRefusals(open: () => Promise<ChannelHarness>, shows: (mood: ServerMode) => boolean): void {
  const answers = [
    ['refusing', 'refused'],
    ['deferring', 'deferred'],
  ] as const;
  test.each(answers.filter(([mood]) => shows(mood)))(
    'tells a far side that is %s as %s',
    async (mood, kind) => {
      await using rig = await open();
      await rig.behave(mood);
      const consignment = outboundMessageFor(rig.to);
      const outcome = await rig.channel.send(consignment);
      expect(outcome.kind).toBe(kind);
      expectDiscretion(outcome, rig.to);
      await rig.behave('well');
      expect(await rig.channel.send(consignment)).toMatchObject({ kind: 'taken' });
    },
  );
}

function describeTrouble(open: () => Promise<ChannelHarness>, shows: (mood: ServerMode) => boolean): void {
  const troubles = (['down', 'slow'] as const).filter(shows);
  test.each(troubles)('gives up on a far side that is %s, in time, and comes back to it', async (mood) => {
    await using rig = await open();
    expect(await rig.channel.send(outboundMessageFor(rig.to))).toMatchObject({ kind: 'taken' });
    await rig.behave(mood);
    const started = performance.now();
    const outcomes = await Promise.all([1, 2, 3].map(() => rig.channel.send(outboundMessageFor(rig.to))));
    expect(performance.now() - started).toBeLessThan(rig.limitMs);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    for (const outcome of outcomes) expectDiscretion(outcome, rig.to);
    await rig.behave('well');
    expect(await rig.channel.send(outboundMessageFor(rig.to))).toMatchObject({ kind: 'taken' });
  });

  test.runIf(shows('late'))('lets what is under way end before it closes', async () => {
    await using rig = await open();
    await rig.behave('late');
    const handing = rig.channel.send(outboundMessageFor(rig.to));
    await rig.channel.close();
    const nextTurn = new Promise((resolve) => setImmediate(resolve, 'still under way'));
    expect(await Promise.race([handing, nextTurn])).toMatchObject({ kind: 'taken' });
    expect(await rig.arrivals()).toHaveLength(1);
  });
}

function describeHostility(open: () => Promise<ChannelHarness>): void {
  test.each(hostile)('lets %s be text and nothing else', async (_name, title, text) => {
    await using rig = await open();
    await rig.channel.send(outboundMessageFor(rig.to));
    const outcome = await rig.channel.send(outboundMessageFor(rig.to, { title, text }));
    const [harmless, ...others] = await rig.arrivals();
    expect(['taken', 'refused']).toContain(outcome.kind);
    expectDiscretion(outcome, rig.to);
    const seen = others.map((arrival) => ({
      to: arrival.to,
      fields: arrival.fields,
      text: readable(arrival.text),
      title: oneLine(arrival.title),
    }));
    const whole = {
      to: rig.to,
      fields: harmless?.fields,
      text: readable(text),
      title: harmless?.title === undefined ? undefined : oneLine(title),
    };
    expect(seen).toEqual(outcome.kind === 'taken' ? [whole] : []);
  });
}

/** As those who keep to the capacity do it: each place takes the next message when it is free. */
async function handAll(channel: Channel, consignments: readonly OutboundMessage[]): Promise<readonly string[]> {
  const waiting = consignments.values();
  const kinds: string[] = [];
  const work = async (): Promise<void> => {
    for (const consignment of waiting) kinds.push((await channel.send(consignment)).kind);
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
