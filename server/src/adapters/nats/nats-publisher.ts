import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type CloudEvent, type EventPublisher, inRounds } from '#platform/work/event-publisher.ts';
import { type EventStreamOptions, ensureStream, streamRestorer } from './event-stream.ts';

export interface NatsOptions extends EventStreamOptions {
  readonly servers: readonly string[];
}

const publishTimeoutMs = 5_000;
const reconnectWaitMs = 500;

/**
 * Publishes to a JetStream stream. Connects in the background and retries forever: an unavailable broker never delays
 * the start or fails a request, it only makes the outbox wait. Creates a missing stream again.
 */
export function createNatsPublisher(options: NatsOptions): EventPublisher {
  let connection: NatsConnection | undefined;
  let client: JetStreamClient | undefined;
  let isClosed = false;
  let isConnected = false;

  const open = async (): Promise<void> => {
    connection = await connect({
      ...serversAndCredentials(options.servers),
      name: 'portico',
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectWaitMs,
    });
    if (isClosed) return connection.close();
    void monitor(connection);
    await ensureStream(connection, options);
    client = jetstream(connection);
    isConnected = true;
    return undefined;
  };

  const monitor = async (monitored: NatsConnection): Promise<void> => {
    for await (const { type } of monitored.status()) {
      if (type === 'disconnect') isConnected = false;
      if (type === 'reconnect') isConnected = client !== undefined;
    }
  };

  const openUntilDone = async (): Promise<void> => {
    while (!isClosed && client === undefined) {
      try {
        await open();
        // The stream could not be created: the broker may be electing a leader. The process continues meanwhile.
      } catch (error) {
        options.log.warn({ check: 'nats', error }, 'event stream not ready');
        await connection?.close();
        await new Promise((resolve) => setTimeout(resolve, reconnectWaitMs));
      }
    }
  };
  const opening = openUntilDone();

  const restoreStream = streamRestorer(options);

  return {
    async publish(events) {
      // Publishing while the broker is unavailable would only wait for a timeout.
      if (!isConnected || client === undefined) return new Set();
      const stored = await publishInOrder(client, options, events);
      if (connection !== undefined && events.some(({ id }) => !stored.has(id)))
        await restoreStream(connection);
      return stored;
    },
    state: () => (isConnected ? 'connected' : 'disconnected'),
    async close() {
      isClosed = true;
      await connection?.close();
      // There is nothing to wait for before the first connection.
      await Promise.race([opening, Promise.resolve()]);
    },
  };
}

/** The client needs separate addresses and credentials; the setting has them in one URL. */
function serversAndCredentials(urls: readonly string[]): {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
} {
  const parsed = urls.map((url) => new URL(url));
  const servers = parsed.map(({ protocol, host }) => `${protocol}//${host}`);
  const named = parsed.find(({ username }) => username !== '');
  if (named === undefined) return { servers };
  const user = decodeURIComponent(named.username);
  return named.password === ''
    ? { servers, token: user }
    : { servers, user, pass: decodeURIComponent(named.password) };
}

async function publishInOrder(
  client: JetStreamClient,
  options: EventStreamOptions,
  events: readonly CloudEvent[],
): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  const stuck = new Set<string>();
  for (const round of inRounds(events)) {
    const due = round.filter((event) => !stuck.has(aggregateOf(event)));
    const results = await Promise.allSettled(due.map((event) => publishOne(client, options, event)));
    results.forEach((result, index) => {
      const event = due[index];
      if (event === undefined) return;
      if (result.status === 'fulfilled') stored.add(event.id);
      else stuck.add(aggregateOf(event));
    });
  }
  return stored;
}

function aggregateOf({ bankid, subject }: CloudEvent): string {
  return `${bankid} ${subject}`;
}

/** Resolves when the stream has acknowledged the event. */
async function publishOne(
  client: JetStreamClient,
  { stream, subjectPrefix }: EventStreamOptions,
  event: CloudEvent,
): Promise<void> {
  const [aggregateKind] = event.subject.split('/');
  await client.publish(
    `${subjectPrefix}.${event.bankid}.${aggregateKind}.${event.type}`,
    JSON.stringify(event),
    {
      msgID: event.id,
      timeout: publishTimeoutMs,
      // Another stream may capture the same subjects; what it stores does not reach our subscribers.
      expect: { streamName: stream },
    },
  );
}
