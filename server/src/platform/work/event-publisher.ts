/** An event as external subscribers see it: CloudEvents 1.0, JSON format. */
export interface CloudEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly time: string;
  readonly type: string;
  readonly source: string;
  /** `{aggregate-kind}/{aggregate-id}` */
  readonly subject: string;
  readonly datacontenttype: 'application/json';
  readonly bankid: string;
  /** Gap-free per aggregate, so that a subscriber notices a missed event. */
  readonly sequence: number;
  readonly actorkind: string;
  readonly actorid: string;
  readonly data: unknown;
}

/** Port: publishes events to external subscribers. */
export interface EventPublisher {
  /**
   * Publishes the events in the given order and returns the ids that the broker has stored. A later event of an
   * aggregate is never published before an earlier one; publishing one twice is harmless.
   */
  publish(events: readonly CloudEvent[]): Promise<ReadonlySet<string>>;
  state(): 'connected' | 'disconnected';
  close(): Promise<void>;
}

/** Groups events into rounds: at most one per aggregate in each, so that a round may be sent in any order. */
export function inRounds(events: readonly CloudEvent[]): readonly (readonly CloudEvent[])[] {
  const rounds: CloudEvent[][] = [];
  const nextRound = new Map<string, number>();
  for (const event of events) {
    const aggregate = `${event.bankid} ${event.subject}`;
    const round = nextRound.get(aggregate) ?? 0;
    nextRound.set(aggregate, round + 1);
    (rounds[round] ??= []).push(event);
  }
  return rounds;
}
