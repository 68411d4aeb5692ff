import { authorizationEventHandlers } from '../../server/src/capabilities/authorization/index.ts';
import { correspondenceEventHandlers } from '../../server/src/capabilities/correspondence/index.ts';
import { identityEventHandlers } from '../../server/src/capabilities/identity/index.ts';
import type { IdentityTestApp } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { listEmittedEvents } from '../../server/src/platform/testing/emitted-events.ts';
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
    const emitted = await listEmittedEvents(app.database, { position: collectedTo, sequence: sequence + 1 });
    for (const { event, position } of emitted) {
      collectedTo = position;
      sequence = event.sequence;
      for (const eventHandler of eventHandlers.filter(({ events }) => events.includes(event.name))) {
        const key = `${eventHandler.consumer} ${event.aggregateKind} ${event.aggregateId}`;
        const line = lines.get(key) ?? { key, eventHandler, events: [] };
        line.events.push(event);
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
