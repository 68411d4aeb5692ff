import { JetStreamApiError, type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node';
import type { Log } from '#platform/log/logger.ts';
import { type CloudEvent, type EventPublisher, inRounds } from '#platform/work/event-publisher.ts';

export interface NatsOptions {
  readonly servers: readonly string[];
  readonly stream: string;
  /** `auto`: three where the cluster has three, else one. */
  readonly replicas: 'auto' | '1' | '3' | '5';
  readonly log: Log;
}

const subjectPrefix = 'portico.events';
const publishTimeoutMs = 5_000;
const reconnectWaitMs = 500;
/** An event told again within this time is recognised by its id and kept once. */
const duplicateWindowMs = 600_000;
const keptForMs = 7 * 24 * 3_600_000;
const replicasWanted = 3;
/** The server's word for asking more replicas than it has servers. */
const tooFewServers = new Set([10_074, 10_005, 10_023]);

/**
 * Publishes to a JetStream stream. Connecting happens in the background and for ever: a broker that is away never
 * delays a start or fails a request, it only makes the outbox wait.
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
    void watch(connection);
    await ensureStream(connection, options);
    client = jetstream(connection);
    isConnected = true;
    return undefined;
  };

  const watch = async (watched: NatsConnection): Promise<void> => {
    for await (const { type } of watched.status()) {
      if (type === 'disconnect') isConnected = false;
      if (type === 'reconnect') isConnected = client !== undefined;
    }
  };

  const openUntilDone = async (): Promise<void> => {
    while (!isClosed && client === undefined) {
      try {
        await open();
        // The stream could not be made: the broker may be electing a leader. The product works on meanwhile.
      } catch (error) {
        options.log.warn({ check: 'nats', error }, 'event stream not ready');
        await connection?.close();
        await new Promise((resolve) => setTimeout(resolve, reconnectWaitMs));
      }
    }
  };
  const opening = openUntilDone();

  return {
    // What is handed over while the broker is away would only be waited for in vain.
    publish: (events) => publishInOrder(isConnected ? client : undefined, events),
    state: () => (isConnected ? 'connected' : 'disconnected'),
    async close() {
      isClosed = true;
      await connection?.close();
      // While the first connection is still being sought there is nothing to wait for.
      await Promise.race([opening, Promise.resolve()]);
    },
  };
}

/** The client takes addresses and credentials apart; an operator writes them as one. */
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
  client: JetStreamClient | undefined,
  events: readonly CloudEvent[],
): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  if (client === undefined) return kept;
  const stuck = new Set<string>();
  for (const round of inRounds(events)) {
    const due = round.filter((event) => !stuck.has(aggregateOf(event)));
    const results = await Promise.allSettled(due.map((event) => publishOne(client, event)));
    results.forEach((result, index) => {
      const event = due[index];
      if (event === undefined) return;
      if (result.status === 'fulfilled') kept.add(event.id);
      else stuck.add(aggregateOf(event));
    });
  }
  return kept;
}

function aggregateOf({ bankid, subject }: CloudEvent): string {
  return `${bankid} ${subject}`;
}

async function publishOne(client: JetStreamClient, event: CloudEvent): Promise<void> {
  const [aggregateKind] = event.subject.split('/');
  await client.publish(
    `${subjectPrefix}.${event.bankid}.${aggregateKind}.${event.type}`,
    JSON.stringify(event),
    {
      msgID: event.id,
      timeout: publishTimeoutMs,
    },
  );
}

/** Makes the stream when it is not there. One that exists is left as its operators configured it. */
async function ensureStream(connection: NatsConnection, { stream, replicas }: NatsOptions): Promise<void> {
  const manager = await jetstreamManager(connection);
  const wanted = replicas === 'auto' ? replicasWanted : Number(replicas);
  const add = async (count: number): Promise<void> => {
    await manager.streams.add({
      name: stream,
      subjects: [`${subjectPrefix}.>`],
      num_replicas: count,
      duplicate_window: nanos(duplicateWindowMs),
      max_age: nanos(keptForMs),
    });
  };
  try {
    await manager.streams.info(stream);
    return;
    // Not there yet; every other trouble shows again below.
  } catch {
    try {
      await add(wanted);
      // A single server cannot keep three copies; where `auto` was asked, one must do.
    } catch (error) {
      if (replicas !== 'auto' || !(error instanceof JetStreamApiError && tooFewServers.has(error.code)))
        throw error;
      await add(1);
    }
  }
}
