import { authorizationEventHandlers } from '../../server/src/capabilities/authorization/index.ts';
import { correspondenceReactions } from '../../server/src/capabilities/correspondence/index.ts';
import { identityEventHandlers } from '../../server/src/capabilities/identity/index.ts';
import type { IdentityTestApp } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import type { DeliveredEvent, EventHandler } from '../../server/src/platform/work/event-handler.ts';

/** What one consumer has to do for one aggregate, in order. */
export interface OpenLine {
  readonly key: string;
  readonly eventHandler: EventHandler;
  readonly events: DeliveredEvent[];
}

/** Events on their way to the capabilities that react to them; the caller decides when which of them arrives. */
export interface Inbox {
  /** Takes what was emitted since the last time. */
  collect(): Promise<void>;
  /** Lines in which something waits. */
  open(): readonly OpenLine[];
  /** Has the first event of a line worked off, and lets it go unless it is to come again. */
  deliver(line: OpenLine, more?: { readonly isRepeated: boolean }): Promise<void>;
  /** Works off everything, and what follows from it. */
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

export function createInbox(app: IdentityTestApp): Inbox {
  const eventHandlers = [
    ...correspondenceReactions,
    ...authorizationEventHandlers(app.ports.authorization),
    ...identityEventHandlers(app.ports),
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
        const line = lines.get(key) ?? { key, eventHandler: eventHandler, events: [] };
        line.events.push(eventOf(row, sequence));
        lines.set(key, line);
      }
    }
  };
  const open: Inbox['open'] = () => [...lines.values()].filter(({ events }) => events.length > 0);
  const deliver: Inbox['deliver'] = async (line, { isRepeated } = { isRepeated: false }) => {
    const [event] = line.events;
    if (event === undefined) return;
    await line.eventHandler.react(app.context(), event);
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
