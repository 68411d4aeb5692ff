import type { CloudEvent, EventPublisher } from '#platform/work/event-publisher.ts';

/** A publisher that a test can inspect. */
export interface FakeEventPublisher extends EventPublisher {
  /** The accepted events, in the order of arrival. */
  readonly accepted: readonly CloudEvent[];
  /** Sets the connection state. */
  setConnection(state: 'connected' | 'disconnected'): void;
}

/** The usual maximum of brokers. */
const sizeMaxBytes = 1_048_576;

/** A fake broker: stores each id once, accepts nothing too large and nothing while it is disconnected. */
export function fakeEventPublisher(): FakeEventPublisher {
  const accepted = new Map<string, CloudEvent>();
  let state: 'connected' | 'disconnected' = 'connected';
  return {
    get accepted() {
      return [...accepted.values()];
    },
    async publish(events) {
      const safe = new Set<string>();
      const stuck = new Set<string>();
      for (const event of events) {
        const aggregate = `${event.bankid} ${event.subject}`;
        const isTaken = state === 'connected' && JSON.stringify(event).length <= sizeMaxBytes;
        if (!isTaken || stuck.has(aggregate)) {
          stuck.add(aggregate);
          continue;
        }
        if (!accepted.has(event.id)) accepted.set(event.id, event);
        safe.add(event.id);
      }
      return safe;
    },
    state: () => state,
    setConnection: (next) => {
      state = next;
    },
    close: async () => {
      state = 'disconnected';
    },
  };
}
