import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChannelHarness, channelContract, type ServerMode } from './channel.suite.ts';
import { outboundMessageFor } from './outbound-message.suite.ts';
import { createRecordingChannel, type ScriptedResult } from './recording-channel.suite.ts';

const limitMs = 500;

function after(delayMs: number, response: ScriptedResult): ScriptedResult {
  return async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return response(...given);
  };
}

const accept: ScriptedResult = () => ({ kind: 'accepted', reference: undefined, isDelivered: false });
const giveUp: ScriptedResult = () => ({ kind: 'unavailable', reason: 'remembering away' });
const scripts: Readonly<Record<ServerMode, ScriptedResult>> = {
  well: accept,
  refusing: () => ({ kind: 'refused', reason: 'remembering no' }),
  deferring: () => ({ kind: 'deferred', reason: 'remembering later' }),
  down: giveUp,
  late: after(50, accept),
  slow: after(100, giveUp),
};

async function openHarness(): Promise<ChannelHarness> {
  const channel = createRecordingChannel({ medium: 'email' });
  return {
    channel,
    to: 'customer@example.test',
    limitMs,
    switchMode: async (mode) => channel.respondWith(scripts[mode]),
    arrivals: async () =>
      channel.accepted.map(({ communicationId, text, title, to }) => {
        const digest = hash('sha256', JSON.stringify([communicationId, to, title, text]));
        return { communicationId, to, title, text, fields: [], digest };
      }),
    [Symbol.asyncDispose]: () => channel.close(),
  };
}

channelContract('the recording channel', openHarness);

test('records attempts, accepted messages, and the maximum concurrency', async () => {
  const channel = createRecordingChannel({
    medium: 'sms',
    capacity: 3,
    response: (given, attempt) =>
      attempt === 1 ? { kind: 'deferred', reason: 'remembering later' } : accept(given, attempt),
  });
  const outbound = outboundMessageFor('+41791234567');
  const first = [channel.send(outbound), channel.send(outboundMessageFor('+41791234568'))];
  expect((await Promise.all(first)).map(({ kind }) => kind)).toEqual(['deferred', 'deferred']);
  expect(await channel.send(outbound)).toMatchObject({ kind: 'accepted' });
  expect(channel.attempts).toHaveLength(3);
  expect(channel.accepted).toEqual([outbound]);
  expect([channel.medium, channel.capacity, channel.concurrencyMax]).toEqual(['sms', 3, 2]);
});
