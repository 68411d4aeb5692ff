import { jetstream, jetstreamManager } from '@nats-io/jetstream';
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
    kept: () => keptIn(nats),
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

test('a broker that is not there yet is waited for, and does not keep anybody from stopping', async () => {
  const nats = await startNats();
  await nats[Symbol.asyncDispose]();
  const publisher = publisherFor(nats);
  expect(publisher.state()).toBe('disconnected');
  expect(await publisher.publish([someEvent()])).toEqual(new Set());
  await publisher.close();
});
