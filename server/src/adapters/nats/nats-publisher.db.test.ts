import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect, test, vi } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { type NatsServer, startNats } from '#platform/testing/nats-server.ts';
import { eventPublisherSuite, someEvent } from '#platform/work/event-publisher.suite.ts';
import type { CloudEvent, EventPublisher } from '#platform/work/event-publisher.ts';
import type { EventStreamOptions } from './event-stream.ts';
import { createNatsPublisher } from './nats-publisher.ts';

const stream = 'TEST';

function publisherFor(nats: NatsServer, own: Partial<EventStreamOptions> = {}): EventPublisher {
  return createNatsPublisher({
    servers: [nats.url],
    stream,
    subjectPrefix: 'portico.events',
    replicas: 'auto',
    log: createLogger({ level: 'fatal' }),
    ...own,
  });
}

/** Waits for the connection, which is opened in the background. */
async function becomes(publisher: EventPublisher, state: 'connected' | 'disconnected'): Promise<void> {
  await vi.waitUntil(() => publisher.state() === state, { timeout: 10_000, interval: 20 });
}

/** Everything in the stream, oldest first. */
async function storedIn(nats: NatsServer, name: string = stream): Promise<readonly CloudEvent[]> {
  const connection = await connect({ servers: nats.url });
  try {
    const { state } = await (await jetstreamManager(connection)).streams.info(name);
    const stored: CloudEvent[] = [];
    const consumer = await jetstream(connection).consumers.get(name);
    for await (const message of await consumer.consume()) {
      stored.push(message.json<CloudEvent>());
      if (stored.length >= state.messages) break;
    }
    return stored;
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
    stored: () => storedIn(nats),
    async close() {
      await publisher.close();
      await nats[Symbol.asyncDispose]();
    },
  };
});

test('a broker that restarts is detected, reconnected, and keeps stored events', async () => {
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
  expect((await storedIn(nats)).map(({ id }) => id)).toEqual([before.id, during.id, after.id]);
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

/** Publishes until everything is stored, as the fan-out does. */
async function publishUntilStored(publisher: EventPublisher, events: readonly CloudEvent[]): Promise<void> {
  await vi.waitUntil(async () => (await publisher.publish(events)).size === events.length, {
    timeout: 15_000,
    interval: 100,
  });
}

test('a deleted stream is created again, and events published meanwhile are not reported as stored', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  await publisher.publish([someEvent()]);
  await asOperator(nats, (streams) => streams.delete(stream));
  const [first, second] = [someEvent(), someEvent()];
  expect(await publisher.publish([first])).toEqual(new Set());
  await publishUntilStored(publisher, [first, second]);
  expect(new Set((await storedIn(nats)).map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
  await publisher.close();
});

test('a broker that restarts with an empty store gets its stream again', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  await nats.stop();
  await nats.deleteStore();
  await nats.start();
  await becomes(publisher, 'connected');
  const event = someEvent();
  await publishUntilStored(publisher, [event]);
  expect((await storedIn(nats)).map(({ id }) => id)).toEqual([event.id]);
  await publisher.close();
});

test('an event captured by another stream is not reported as stored', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  await asOperator(nats, async (streams) => {
    await streams.delete(stream);
    await streams.add({ name: 'OTHER', subjects: ['portico.events.>'] });
  });
  const event = someEvent();
  expect(await publisher.publish([event])).toEqual(new Set());
  // While the other stream exists, ours cannot be created: the subjects are in use.
  expect(await publisher.publish([event])).toEqual(new Set());
  await asOperator(nats, (streams) => streams.delete('OTHER'));
  await publishUntilStored(publisher, [event]);
  await publisher.close();
});

test('two installations share a broker when each has its own stream and subjects', async () => {
  await using nats = await startNats();
  const [first, second] = [someEvent(), someEvent()];
  const one = publisherFor(nats);
  const other = publisherFor(nats, { stream: 'OTHER', subjectPrefix: 'other.events' });
  await Promise.all([becomes(one, 'connected'), becomes(other, 'connected')]);
  await publishUntilStored(one, [first]);
  await publishUntilStored(other, [second]);
  expect((await storedIn(nats)).map(({ id }) => id)).toEqual([first.id]);
  expect((await storedIn(nats, 'OTHER')).map(({ id }) => id)).toEqual([second.id]);
  await Promise.all([one.close(), other.close()]);
});

test('a stream with another configuration stays unchanged, and events wait until it accepts them', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  const event = someEvent();
  await asOperator(nats, (streams) => streams.update(stream, { subjects: ['elsewhere.>'] }));
  expect(await publisher.publish([event])).toEqual(new Set());
  expect(await publisher.publish([event])).toEqual(new Set());
  await asOperator(nats, (streams) => streams.update(stream, { subjects: ['portico.events.>'] }));
  await publishUntilStored(publisher, [event]);
  await publisher.close();
});

test('a full stream that discards new events makes them wait', async () => {
  await using nats = await startNats();
  const publisher = publisherFor(nats);
  await becomes(publisher, 'connected');
  const [first, second] = [someEvent(), someEvent()];
  await asOperator(nats, (streams) => streams.update(stream, { max_msgs: 1, discard: 'new' }));
  await publishUntilStored(publisher, [first]);
  expect(await publisher.publish([second])).toEqual(new Set());
  await asOperator(nats, (streams) => streams.purge(stream));
  await publishUntilStored(publisher, [second]);
  expect((await storedIn(nats)).map(({ id }) => id)).toEqual([second.id]);
  await publisher.close();
});

test('a broker that is not up yet is awaited, and does not block shutdown', async () => {
  const nats = await startNats();
  await nats[Symbol.asyncDispose]();
  const publisher = publisherFor(nats);
  expect(publisher.state()).toBe('disconnected');
  expect(await publisher.publish([someEvent()])).toEqual(new Set());
  await publisher.close();
});
