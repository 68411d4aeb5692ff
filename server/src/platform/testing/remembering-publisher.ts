import type { CloudEvent, EventPublisher } from '#platform/work/event-publisher.ts';

/** A world beyond this cell that a test can look into. */
export interface RememberingPublisher extends EventPublisher {
  /** What is kept there, in the order in which it came. */
  readonly kept: readonly CloudEvent[];
  /** From now on it is away, or back again. */
  turn(state: 'connected' | 'disconnected'): void;
}

/** What brokers usually take. */
const sizeMaxBytes = 1_048_576;

/** Stands in for the broker: keeps each id once, takes nothing too large and nothing while it is away. */
export function rememberingPublisher(): RememberingPublisher {
  const kept = new Map<string, CloudEvent>();
  let state: 'connected' | 'disconnected' = 'connected';
  return {
    get kept() {
      return [...kept.values()];
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
        if (!kept.has(event.id)) kept.set(event.id, event);
        safe.add(event.id);
      }
      return safe;
    },
    state: () => state,
    turn: (next) => {
      state = next;
    },
    close: async () => {
      state = 'disconnected';
    },
  };
}
