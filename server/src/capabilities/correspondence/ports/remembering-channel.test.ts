import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChannelRig, channelContract, type FarSideMood } from './channel.suite.ts';
import { consignmentFor } from './consignment.suite.ts';
import { createRememberingChannel, type ScriptedAnswer } from './remembering-channel.suite.ts';

const limitMs = 500;

function after(delayMs: number, answer: ScriptedAnswer): ScriptedAnswer {
  return async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return answer(...given);
  };
}

const take: ScriptedAnswer = () => ({ kind: 'taken', reference: undefined, isDelivered: false });
const giveUp: ScriptedAnswer = () => ({ kind: 'unavailable', reason: 'remembering away' });
const scripts: Readonly<Record<FarSideMood, ScriptedAnswer>> = {
  well: take,
  refusing: () => ({ kind: 'refused', reason: 'remembering no' }),
  deferring: () => ({ kind: 'deferred', reason: 'remembering later' }),
  down: giveUp,
  late: after(50, take),
  slow: after(100, giveUp),
};

async function openRig(): Promise<ChannelRig> {
  const channel = createRememberingChannel({ medium: 'email' });
  return {
    channel,
    to: 'customer@example.test',
    limitMs,
    behave: async (mood) => channel.answerWith(scripts[mood]),
    arrivals: async () =>
      channel.taken.map(({ communicationId, text, title, to }) => {
        const digest = hash('sha256', JSON.stringify([communicationId, to, title, text]));
        return { communicationId, to, title, text, fields: [], digest };
      }),
    [Symbol.asyncDispose]: () => channel.close(),
  };
}

channelContract('the remembering channel', openRig);

test('remembers attempts, what was taken of them, and how busy it was', async () => {
  const channel = createRememberingChannel({
    medium: 'sms',
    capacity: 3,
    answer: (given, attempt) =>
      attempt === 1 ? { kind: 'deferred', reason: 'remembering later' } : take(given, attempt),
  });
  const consignment = consignmentFor('+41791234567');
  const first = [channel.hand(consignment), channel.hand(consignmentFor('+41791234568'))];
  expect((await Promise.all(first)).map(({ kind }) => kind)).toEqual(['deferred', 'deferred']);
  expect(await channel.hand(consignment)).toMatchObject({ kind: 'taken' });
  expect(channel.attempts).toHaveLength(3);
  expect(channel.taken).toEqual([consignment]);
  expect([channel.medium, channel.capacity, channel.busiest]).toEqual(['sms', 3, 2]);
});
