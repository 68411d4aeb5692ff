import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

export interface StreamedEvent {
  readonly id: string;
  readonly bankid: string;
  readonly subject: string;
  readonly sequence: number;
}

/** Comparison of the stream with the emitted events. */
export interface StreamVerdict {
  readonly messages: number;
  readonly missing: number;
  readonly twice: number;
  /** Messages that arrived before an earlier one of their aggregate. */
  readonly outOfOrder: number;
}

/** Reads the whole stream from its beginning. */
export async function readStream(url: string, stream: string): Promise<readonly StreamedEvent[]> {
  const connection = await connect({ servers: url });
  try {
    const { state } = await (await jetstreamManager(connection)).streams.info(stream);
    const events: StreamedEvent[] = [];
    if (state.messages === 0) return events;
    const consumer = await jetstream(connection).consumers.get(stream);
    for await (const message of await consumer.consume()) {
      events.push(message.json<StreamedEvent>());
      if (events.length >= state.messages) break;
    }
    return events;
  } finally {
    await connection.close();
  }
}

export async function verifyStream(
  url: string,
  stream: string,
  emitted: readonly string[],
): Promise<StreamVerdict> {
  const events = await readStream(url, stream);
  const ids = new Set(events.map(({ id }) => id));
  const last = new Map<string, number>();
  let outOfOrder = 0;
  for (const { bankid, sequence, subject } of events) {
    const aggregate = `${bankid} ${subject}`;
    if (sequence <= (last.get(aggregate) ?? 0)) outOfOrder += 1;
    last.set(aggregate, sequence);
  }
  return {
    messages: events.length,
    missing: emitted.filter((id) => !ids.has(id)).length,
    twice: events.length - ids.size,
    outOfOrder,
  };
}
