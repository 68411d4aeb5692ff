import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { TestDatabase } from './database.ts';

/** An event as its handlers get it, and its place in the outbox. */
export interface EmittedEvent {
  readonly position: string;
  readonly event: DeliveredEvent;
}

interface EventRow {
  readonly position: string;
  readonly id: string;
  readonly name: string;
  readonly occurred: string;
  readonly kind: string;
  readonly aggregate: string;
  readonly data: string;
}

/** Lists the events that were emitted after a position, in order; `sequence` is the number of the first one. */
export async function listEmittedEvents(
  database: Pick<TestDatabase, 'query'>,
  { position, sequence = 1 }: { readonly position: string; readonly sequence?: number },
): Promise<readonly EmittedEvent[]> {
  const rows = await database.query<EventRow>(
    `select position::text as position, event_id as id, name, to_json(occurred_at) #>> '{}' as occurred,
            aggregate_kind as kind, aggregate_id as aggregate, data
       from platform.outbox_event where position > $1::bigint order by outbox_event.position`,
    [position],
  );
  return rows.map((row, index) => ({
    position: row.position,
    event: {
      id: row.id,
      name: row.name,
      version: 1,
      occurredAt: row.occurred,
      aggregateKind: row.kind,
      aggregateId: row.aggregate,
      sequence: sequence + index,
      data: JSON.parse(row.data),
    },
  }));
}
