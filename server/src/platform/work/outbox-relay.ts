import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { wakingCtes } from './waking.ts';

/** The consumers of each event: event name → names of consumers. */
export type Subscriptions = ReadonlyMap<string, readonly string[]>;

export interface RelayOptions {
  /** Connected as the worker. */
  readonly database: Database;
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
  /** Whether events are published to external subscribers. */
  readonly fanOut: 'on' | 'off';
}

export interface OutboxRelay {
  /** Relays one batch; returns the number of events. Returns 0 while another worker relays. */
  relayOnce(): Promise<number>;
}

const batchMax = 500;

/**
 * Only one relay runs at a time. The lock is acquired by a separate statement: the snapshot of a statement is fixed
 * when it begins, and one that acquired the lock itself could still see events as they were before the previous relay
 * committed. The newest partition is rarely analysed: no plan may read all of it.
 */
const tryLock = plainStatement(
  `select set_config('portico.relay_turn', pg_try_advisory_xact_lock(7206151922)::text, true),
          set_config('enable_seqscan', 'off', true)`,
  'lock',
)([]);

/**
 * One statement relays a batch: it numbers the events per aggregate, inserts a row for each consumer and wakes the
 * jobs, all or nothing. If the second command's write waits for the first one's commit, the numbers follow it; if
 * commands do not meet, the number assigned here is the order for all consumers.
 *
 * Each event also gets a new position. Of two commands on one aggregate, the one that wrote first may commit last; with
 * the new positions the fan-out reads in the order of an index, and that is the order of the numbers.
 */
const relayBatch = plainStatement<{ relayed: bigint; woken: bigint }>(
  `
  with batch as materialized (
    select e.* from platform.outbox_event e
     where current_setting('portico.relay_turn') = 'true' and e.relayed_at is null order by e.position limit $1),
  numbered as (
    select b.*, row_number() over per_aggregate as nth
      from batch b window per_aggregate as (partition by bank_id, aggregate_kind, aggregate_id order by position)),
  placed as materialized (
    select o.*, nextval('platform.outbox_position') as next_position from (select * from numbered order by position) o),
  counted as (
    insert into platform.event_sequence as known (bank_id, aggregate_kind, aggregate_id, last_sequence)
    select bank_id, aggregate_kind, aggregate_id, count(*) from batch group by 1, 2, 3
    on conflict (bank_id, aggregate_kind, aggregate_id)
      do update set last_sequence = known.last_sequence + excluded.last_sequence
    returning known.*),
  totals as (select bank_id, aggregate_kind, aggregate_id, count(*) as many from batch group by 1, 2, 3),
  relayed as (
    update platform.outbox_event o
       set sequence = c.last_sequence - t.many + n.nth,
           position = n.next_position,
           relayed_at = $2,
           published_at = case when $3::boolean then null else $2::timestamptz end
      from placed n
      join counted c using (bank_id, aggregate_kind, aggregate_id)
      join totals t using (bank_id, aggregate_kind, aggregate_id)
     where o.bank_id = n.bank_id and o.event_id = n.event_id and o.occurred_at = n.occurred_at
    returning o.*),
  inbox_rows as (
    insert into platform.inbox_event
      (bank_id, consumer, event_id, aggregate_kind, aggregate_id, sequence, event, created_at)
    select r.bank_id, s.consumer, r.event_id, r.aggregate_kind, r.aggregate_id, r.sequence,
           json_build_object('id', r.event_id, 'name', r.name, 'version', r.version, 'occurredAt', r.occurred_at,
                             'aggregateKind', r.aggregate_kind, 'aggregateId', r.aggregate_id,
                             'sequence', r.sequence, 'data', r.data::json)::text, $2
      from relayed r join unnest($4::text[], $5::text[]) as s (event_name, consumer) on s.event_name = r.name
    on conflict do nothing
    returning bank_id, consumer, aggregate_kind, aggregate_id),
  ${wakingCtes('inbox_rows')}
  select (select count(*) from relayed) as relayed, (select count(job) from woken) as woken`,
  'write',
);

/** Relays committed events outside the hot path: numbers them and passes them to consumers and to the fan-out. */
export function createOutboxRelay({ database, clock, subscriptions, fanOut }: RelayOptions): OutboxRelay {
  const pairs = [...subscriptions].flatMap(([event, consumers]) =>
    consumers.map((consumer) => [event, consumer]),
  );
  const events = pairs.map(([event]) => event);
  const consumers = pairs.map(([, consumer]) => consumer);
  return {
    async relayOnce() {
      const outcomes = await database.flush([
        tryLock,
        relayBatch([batchMax, clock.now(), fanOut === 'on', events, consumers]),
      ]);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the row of the last statement above
      const [outcome] = (outcomes.at(-1)?.rows ?? []) as readonly { relayed: bigint }[];
      return Number(outcome?.relayed ?? 0n);
    },
  };
}
