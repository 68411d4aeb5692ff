import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { Log } from '#platform/log/logger.ts';

export interface EventStreamOptions {
  readonly stream: string;
  /** Every subject of an event begins with it. */
  readonly subjectPrefix: string;
  /** `auto`: three where the cluster has three, else one. */
  readonly replicas: 'auto' | '1' | '3' | '5';
  readonly log: Log;
}

/** An event published again within this time is detected by its id and stored once. */
const duplicateWindowMs = 600_000;
const retentionMs = 7 * 24 * 3_600_000;
const replicasWanted = 3;
/** The server's error code for more replicas than it has servers. */
const tooFewServers = new Set([10_074, 10_005, 10_023]);
/** While events are not stored, the stream is checked at most this often. */
const checkIntervalMs = 1_000;

/**
 * Returns the callback for events that were not stored. The stream may be missing: deleted, or lost with the broker's
 * disk. The callback creates it again; if that fails, the events wait and the next failure tries again.
 */
export function streamRestorer(options: EventStreamOptions): (connection: NatsConnection) => Promise<void> {
  const { log } = options;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  return async (connection) => {
    if (performance.now() - checkedAtMs < checkIntervalMs) return;
    checkedAtMs = performance.now();
    try {
      const state = await ensureStream(connection, options);
      if (state === 'made') log.warn({ check: 'nats' }, 'missing event stream was created again');
      else if (state === 'takes-other-subjects')
        log.warn({ check: 'nats' }, 'event stream does not accept the event subjects');
      // An unreachable broker is not an error: the events wait.
    } catch (error) {
      log.warn({ check: 'nats', error }, 'event stream not ready');
    }
  };
}

type StreamState = 'there' | 'made' | 'takes-other-subjects';

/** Creates the stream if it does not exist. An existing stream keeps the configuration of its operators. */
export async function ensureStream(
  connection: NatsConnection,
  { stream, subjectPrefix, replicas }: EventStreamOptions,
): Promise<StreamState> {
  const manager = await jetstreamManager(connection);
  const wanted = replicas === 'auto' ? replicasWanted : Number(replicas);
  const add = async (count: number): Promise<void> => {
    await manager.streams.add({
      name: stream,
      subjects: [`${subjectPrefix}.>`],
      num_replicas: count,
      duplicate_window: nanos(duplicateWindowMs),
      max_age: nanos(retentionMs),
    });
  };
  try {
    const { config } = await manager.streams.info(stream);
    // An operator may configure more or wider subjects; only a stream without any of ours is logged.
    const isOurs = config.subjects.some((each) => mayMatch(each, subjectPrefix));
    return isOurs ? 'there' : 'takes-other-subjects';
    // Does not exist yet; any other failure occurs again below.
  } catch {
    try {
      await add(wanted);
      // A single server cannot store three copies; `auto` falls back to one.
    } catch (error) {
      if (replicas !== 'auto' || !(error instanceof JetStreamApiError && tooFewServers.has(error.code)))
        throw error;
      await add(1);
    }
    return 'made';
  }
}

/** Returns whether a subject of a stream, with its wildcards, can match a subject with this prefix. */
function mayMatch(subject: string, subjectPrefix: string): boolean {
  const ours = subjectPrefix.split('.');
  return subject
    .split('.')
    .every((token, index) => token === '>' || token === '*' || index >= ours.length || token === ours[index]);
}
