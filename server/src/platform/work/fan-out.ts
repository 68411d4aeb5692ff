import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Log } from '#platform/log/logger.ts';
import type { CloudEvent, EventPublisher } from './event-publisher.ts';

export interface FanOutOptions {
  /** Connected as the worker. */
  readonly database: Database;
  readonly clock: Clock;
  readonly publisher: EventPublisher;
  readonly log: Log;
}

export interface FanOut {
  /** Publishes one batch; returns how many events the broker has confirmed. */
  publishOnce(): Promise<number>;
}

const batchMax = 500;

interface Row {
  readonly bank_id: string;
  readonly event_id: string;
  readonly occurred_at: Temporal.Instant;
  readonly name: string;
  readonly source: string;
  readonly aggregate_kind: string;
  readonly aggregate_id: string;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly data: string;
  readonly sequence: bigint | null;
}

// The relay gives events their positions: in this order, the numbers of each aggregate ascend.
const selectBatch = plainStatement<Row>(`
  select bank_id, event_id, occurred_at, name, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data,
         sequence
    from platform.outbox_event where relayed_at is not null and published_at is null
   order by position limit $1`);

const markPublished = plainStatement(
  'select platform.mark_published($1::text[], $2::uuid[], $3::timestamptz[], $4)',
  'write',
);

/**
 * Publishes events to external subscribers. Nothing is awaited inside a transaction, so a crash between publishing and
 * marking publishes again: the receiver knows the id. While the broker is unavailable the events stay unpublished.
 */
export function createFanOut({ database, clock, publisher, log }: FanOutOptions): FanOut {
  return {
    async publishOnce() {
      if (publisher.state() === 'disconnected') return 0;
      const rows = await database.query(selectBatch([batchMax]));
      if (rows.length === 0) return 0;
      const confirmed = await publisher.publish(readable(rows.toSorted(bySequence), log));
      const published = rows.filter(({ event_id: eventId }) => confirmed.has(eventId));
      if (published.length > 0) await database.flush([markingOf(published, clock.now())]);
      return confirmed.size;
    },
  };
}

/** A relay of the previous release leaves the positions that the commands drew, in which two events may be inverted. */
function bySequence(one: Row, other: Row): number {
  return Number((one.sequence ?? 0n) - (other.sequence ?? 0n));
}

/** By primary key, of which the time names the partition. */
function markingOf(rows: readonly Row[], at: Temporal.Instant): ReturnType<typeof markPublished> {
  return markPublished([
    rows.map(({ bank_id: bankId }) => bankId),
    rows.map(({ event_id: eventId }) => eventId),
    rows.map(({ occurred_at: occurredAt }) => occurredAt),
    at,
  ]);
}

/** An event that cannot be parsed blocks its own aggregate, because the order is guaranteed, and no other. */
function readable(rows: readonly Row[], log: Log): readonly CloudEvent[] {
  const unreadable = new Set<string>();
  return rows.flatMap((row) => {
    const aggregate = `${row.bank_id} ${row.aggregate_kind}/${row.aggregate_id}`;
    if (unreadable.has(aggregate)) return [];
    try {
      return [toCloudEvent(row)];
      // It stays unpublished, which the health check shows; the others are published.
    } catch (error) {
      unreadable.add(aggregate);
      log.error(
        { jobKind: 'fan-out', eventId: row.event_id, bankId: row.bank_id, error },
        'event cannot be parsed',
      );
      return [];
    }
  });
}

function toCloudEvent(row: Row): CloudEvent {
  assert(row.sequence !== null, 'a relayed event has a sequence');
  return {
    specversion: '1.0',
    id: row.event_id,
    time: toWireTimestamp(row.occurred_at),
    type: row.name,
    source: row.source,
    subject: `${row.aggregate_kind}/${row.aggregate_id}`,
    datacontenttype: 'application/json',
    bankid: row.bank_id,
    sequence: Number(row.sequence),
    actorkind: row.actor_kind,
    actorid: row.actor_id,
    data: JSON.parse(row.data),
  };
}
