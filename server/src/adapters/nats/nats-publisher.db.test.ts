import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect, test, vi } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { type NatsServer, startNats } from '#platform/testing/nats-server.ts';
import { eventPublisherSuite, someEvent } from '#platform/work/event-publisher.suite.ts';
import type { CloudEvent, EventPublisher } from '#platform/work/event-publisher.ts';
import { createNatsPublisher } from './nats-publisher.ts';

const stream = 'TEST';

function publisherFor(nats: NatsServer): EventPublisher {
  return createNatsPublisher({
    servers: [nats.url],
    stream,
    replicas: 'auto',
    log: createLogger({ level: 'fatal' }),
  });
}

/** Connecting happens in the background, so it is waited for. */
async function becomes(publisher: EventPublisher, state: 'connected' | 'disconnected'): Promise<void> {
  await vi.waitUntil(() => publisher.state() === state, { timeout: 10_000, interval: 20 });
}

/** Everything in the stream, oldest first. */
async function keptIn(nats: NatsServer): Promise<readonly CloudEvent[]> {
  const connection = await connect({ servers: nats.url });
  try {
    const { state } = await (await jetstreamManager(connection)).streams.info(stream);
    const kept: CloudEvent[] = [];
    const consumer = await jetstream(connection).consumers.get(stream);
    for await (const message of await consumer.consume()) {
      kept.push(message.json<CloudEvent>());
      if (kept.length >= state.messages) break;
    }
    return kept;
  } finally {
    await connection.close();
  }
}

eventPublisherSuite('NATS JetStream', async () => {
  const nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  return {
    publisher,
    stored: () => keptIn(nats),
    async close() {
      await publisher.close();
      await nats[Symbol.asyncDispose]();
    },
  };
});

test('a broker that goes away is noticed, found again, and has kept what it took', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  const [before, during, after] = [someEvent(), someEvent(), someEvent()];
  await publisher.publish([before]);
  await nats.stop();
  await becomes(publisher, 'disconnected');
  expect(await publisher.publish([during])).toEqual(new Set());
  await nats.start();
  await becomes(publisher, 'connected');
  expect(await publisher.publish([before, during, after])).toEqual(new Set([before.id, during.id, after.id]));
  expect((await keptIn(nats)).map(({ id }) => id)).toEqual([before.id, during.id, after.id]);
  await publisher.close();
});

/** Changes streams as an operator would. */
async function asOperator(
  nats: NatsServer,
  act: (streams: JetStreamManager['streams']) => Promise<unknown>,
): Promise<void> {
  const connection = await connect({ servers: nats.url });
  try {
    await act((await jetstreamManager(connection)).streams);
  } finally {
    await connection.close();
  }
}

/** Publishes until everything is kept, as the fan-out does. */
async function publishUntilKept(publisher: EventPublisher, events: readonly CloudEvent[]): Promise<void> {
  await vi.waitUntil(async () => (await publisher.publish(events)).size === events.length, {
    timeout: 15_000,
    interval: 100,
  });
}

test('a stream that was deleted is made again, and what is told meanwhile is not said to be kept', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  await publisher.publish([someEvent()]);
  await asOperator(nats, (streams) => streams.delete(stream));
  const [first, second] = [someEvent(), someEvent()];
  expect(await publisher.publish([first])).toEqual(new Set());
  await publishUntilKept(publisher, [first, second]);
  expect(new Set((await keptIn(nats)).map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
  await publisher.close();
});

test('a broker that comes back with an empty store gets its stream again', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  await nats.stop();
  await nats.deleteStore();
  await nats.start();
  await becomes(publisher, 'connected');
  const event = someEvent();
  await publishUntilKept(publisher, [event]);
  expect((await keptIn(nats)).map(({ id }) => id)).toEqual([event.id]);
  await publisher.close();
});

test('an event that another stream takes is not said to be kept', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  await asOperator(nats, async (streams) => {
    await streams.delete(stream);
    await streams.add({ name: 'OTHER', subjects: ['portico.events.>'] });
  });
  const event = someEvent();
  expect(await publisher.publish([event])).toEqual(new Set());
  // While the other stream is there, ours cannot be made: the subjects are taken.
  expect(await publisher.publish([event])).toEqual(new Set());
  await asOperator(nats, (streams) => streams.delete('OTHER'));
  await publishUntilKept(publisher, [event]);
  await publisher.close();
});

test('a stream that is configured otherwise is left as it is, and events wait until it takes them', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  const event = someEvent();
  await asOperator(nats, (streams) => streams.update(stream, { subjects: ['elsewhere.>'] }));
  expect(await publisher.publish([event])).toEqual(new Set());
  expect(await publisher.publish([event])).toEqual(new Set());
  await asOperator(nats, (streams) => streams.update(stream, { subjects: ['portico.events.>'] }));
  await publishUntilKept(publisher, [event]);
  await publisher.close();
});

test('a stream that is full and discards what is new makes events wait', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  const [first, second] = [someEvent(), someEvent()];
  await asOperator(nats, (streams) => streams.update(stream, { max_msgs: 1, discard: 'new' }));
  await publishUntilKept(publisher, [first]);
  expect(await publisher.publish([second])).toEqual(new Set());
  await asOperator(nats, (streams) => streams.purge(stream));
  await publishUntilKept(publisher, [second]);
  expect((await keptIn(nats)).map(({ id }) => id)).toEqual([second.id]);
  await publisher.close();
});

test('a broker that is not there yet is waited for, and does not keep anybody from stopping', async () => {
  const nats = await startNats();
  await nats[Symbol.asyncDispose]();
  const publisher = publisherFor(nats);
  expect(publisher.state()).toBe('disconnected');
  expect(await publisher.publish([someEvent()])).toEqual(new Set());
  await publisher.close();
});
