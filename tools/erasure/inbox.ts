import { authorizationEventHandlers } from '../../server/src/capabilities/authorization/index.ts';
import { correspondenceEventHandlers } from '../../server/src/capabilities/correspondence/index.ts';
import { identityEventHandlers } from '../../server/src/capabilities/identity/index.ts';
import type { IdentityTestApp } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import type { DeliveredEvent, EventHandler } from '../../server/src/platform/work/event-handler.ts';

/** Events of one aggregate that wait for one consumer, in order. */
export interface OpenLine {
  readonly key: string;
  readonly eventHandler: EventHandler;
  readonly events: DeliveredEvent[];
}

/** Delivers events to their event handlers; the caller decides in which order. */
export interface Inbox {
  /** Collects the events emitted since the last call. */
  collect(): Promise<void>;
  /** Returns the lines with waiting events. */
  open(): readonly OpenLine[];
  /** Has the event handler process the first event of a line, and removes it unless `isRepeated`. */
  deliver(line: OpenLine, more?: { readonly isRepeated: boolean }): Promise<void>;
  /** Processes all events, including those that handlers emit. */
  drain(): Promise<void>;
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

/** Creates an inbox for the handlers of identity and what is below it, and for further ones. */
export function createInbox(app: IdentityTestApp, further: readonly EventHandler[] = []): Inbox {
  const eventHandlers = [
    ...correspondenceEventHandlers,
    ...authorizationEventHandlers(app.ports.authorization),
    ...identityEventHandlers(app.ports),
    ...further,
  ];
  const lines = new Map<string, OpenLine>();
  let [collectedTo, sequence] = ['0', 0];
  const collect: Inbox['collect'] = async () => {
    const rows = await app.database.query<EventRow>(
      `select position::text as position, event_id as id, name, to_json(occurred_at) #>> '{}' as occurred,
              aggregate_kind as kind, aggregate_id as aggregate, data
         from platform.outbox_event where position > $1::bigint order by outbox_event.position`,
      [collectedTo],
    );
    for (const row of rows) {
      collectedTo = row.position;
      sequence += 1;
      for (const eventHandler of eventHandlers.filter(({ events }) => events.includes(row.name))) {
        const key = `${eventHandler.consumer} ${row.kind} ${row.aggregate}`;
        const line = lines.get(key) ?? { key, eventHandler, events: [] };
        line.events.push(eventOf(row, sequence));
        lines.set(key, line);
      }
    }
  };
  const open: Inbox['open'] = () => [...lines.values()].filter(({ events }) => events.length > 0);
  const deliver: Inbox['deliver'] = async (line, { isRepeated } = { isRepeated: false }) => {
    const [event] = line.events;
    if (event === undefined) return;
    await line.eventHandler.handle(app.context(), event);
    if (isRepeated) return;
    line.events.shift();
    if (line.events.length === 0) lines.delete(line.key);
  };
  return {
    collect,
    open,
    deliver,
    async drain() {
      for (;;) {
        await collect();
        const [line] = open();
        if (line === undefined) return;
        await deliver(line);
      }
    },
  };
}

function eventOf(row: EventRow, sequence: number): DeliveredEvent {
  return {
    id: row.id,
    name: row.name,
    version: 1,
    occurredAt: row.occurred,
    aggregateKind: row.kind,
    aggregateId: row.aggregate,
    sequence,
    data: JSON.parse(row.data),
  };
}
