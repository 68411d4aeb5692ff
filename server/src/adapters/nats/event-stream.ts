import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { Log } from '#platform/log/logger.ts';

export interface EventStreamOptions {
  readonly stream: string;
  /** `auto`: three where the cluster has three, else one. */
  readonly replicas: 'auto' | '1' | '3' | '5';
  readonly log: Log;
}

/** Every subject of an event begins with it. */
export const subjectPrefix = 'portico.events';
const subjects = `${subjectPrefix}.>`;
/** An event told again within this time is recognised by its id and kept once. */
const duplicateWindowMs = 600_000;
const keptForMs = 7 * 24 * 3_600_000;
const replicasWanted = 3;
/** The server's word for asking more replicas than it has servers. */
const tooFewServers = new Set([10_074, 10_005, 10_023]);
/** While events are not kept, the stream is looked at no more often than this. */
const lookAgainMs = 1_000;

/**
 * Returns what to call when events were not kept. Whatever the reason was, the stream may be gone: deleted, or lost with
 * the broker's disk. Then it is made again; if it cannot be, the events wait and the next of them ask again.
 */
export function streamRestorer(options: EventStreamOptions): (connection: NatsConnection) => Promise<void> {
  const { log } = options;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return async (connection) => {
    if (performance.now() - lookedAtMs < lookAgainMs) return;
    lookedAtMs = performance.now();
    try {
      const state = await ensureStream(connection, options);
      if (state === 'made') log.warn({ check: 'nats' }, 'the event stream was gone and was made again');
      else if (state === 'takes-other-subjects')
        log.warn({ check: 'nats' }, 'the event stream is not configured to take the events');
      // A broker that cannot be asked is no reason to fail: the events wait.
    } catch (error) {
      log.warn({ check: 'nats', error }, 'event stream not ready');
    }
  };
}

type StreamState = 'there' | 'made' | 'takes-other-subjects';

/** Makes the stream when it is not there. One that exists is left as its operators configured it. */
export async function ensureStream(
  connection: NatsConnection,
  { stream, replicas }: EventStreamOptions,
): Promise<StreamState> {
  const manager = await jetstreamManager(connection);
  const wanted = replicas === 'auto' ? replicasWanted : Number(replicas);
  const add = async (count: number): Promise<void> => {
    await manager.streams.add({
      name: stream,
      subjects: [subjects],
      num_replicas: count,
      duplicate_window: nanos(duplicateWindowMs),
      max_age: nanos(keptForMs),
    });
  };
  try {
    const { config } = await manager.streams.info(stream);
    // An operator may name more subjects, or wider ones; only none of ours at all is worth a word.
    const isOurs = config.subjects.some((each) => isSubjectOfOurs(each));
    return isOurs ? 'there' : 'takes-other-subjects';
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
    return 'made';
  }
}

/** Reports whether a subject of a stream, with its wildcards, may hold an event of ours. */
function isSubjectOfOurs(subject: string): boolean {
  const ours = subjectPrefix.split('.');
  return subject
    .split('.')
    .every((token, index) => token === '>' || token === '*' || index >= ours.length || token === ours[index]);
}
