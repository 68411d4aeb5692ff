import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChannelHarness, channelContract, type ServerMode } from '../testing/channel.suite.ts';
import { outboundMessageFor } from '../testing/outbound-message.suite.ts';
import { createRememberingChannel, type ScriptedResult } from '../testing/remembering-channel.suite.ts';

const limitMs = 500;

function after(delayMs: number, answer: ScriptedResult): ScriptedResult {
  return async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return answer(...given);
  };
}

const take: ScriptedResult = () => ({ kind: 'taken', reference: undefined, isDelivered: false });
const giveUp: ScriptedResult = () => ({ kind: 'unavailable', reason: 'remembering away' });
const scripts: Readonly<Record<ServerMode, ScriptedResult>> = {
  well: take,
  refusing: () => ({ kind: 'refused', reason: 'remembering no' }),
  deferring: () => ({ kind: 'deferred', reason: 'remembering later' }),
  down: giveUp,
  late: after(50, take),
  slow: after(100, giveUp),
};

async function openHarness(): Promise<ChannelHarness> {
  const channel = createRememberingChannel({ medium: 'email' });
  return {
    channel,
    to: 'customer@example.test',
    limitMs,
    behave: async (mode) => channel.answerWith(scripts[mode]),
    arrivals: async () =>
      channel.taken.map(({ communicationId, text, title, to }) => {
        const digest = hash('sha256', JSON.stringify([communicationId, to, title, text]));
        return { communicationId, to, title, text, fields: [], digest };
      }),
    [Symbol.asyncDispose]: () => channel.close(),
  };
}

channelContract('the remembering channel', openHarness);

test('remembers attempts, what was taken of them, and how busy it was', async () => {
  const channel = createRememberingChannel({
    medium: 'sms',
    capacity: 3,
    answer: (given, attempt) =>
      attempt === 1 ? { kind: 'deferred', reason: 'remembering later' } : take(given, attempt),
  });
  const outbound = outboundMessageFor('+41791234567');
  const first = [channel.send(outbound), channel.send(outboundMessageFor('+41791234568'))];
  expect((await Promise.all(first)).map(({ kind }) => kind)).toEqual(['deferred', 'deferred']);
  expect(await channel.send(outbound)).toMatchObject({ kind: 'taken' });
  expect(channel.attempts).toHaveLength(3);
  expect(channel.taken).toEqual([outbound]);
  expect([channel.medium, channel.capacity, channel.busiest]).toEqual(['sms', 3, 2]);
});
