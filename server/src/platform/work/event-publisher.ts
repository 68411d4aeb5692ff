/** An event as the world beyond this cell sees it: CloudEvents 1.0, JSON format. */
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
  /** Gap-free per aggregate, so that a subscriber sees what it missed. */
  readonly sequence: number;
  readonly actorkind: string;
  readonly actorid: string;
  readonly data: unknown;
}

/** Port: tells events to whoever listens beyond this cell. */
export interface EventPublisher {
  /**
   * Hands the events over, in the order given, and answers with the ids that are safely kept on the other side.
   * A later event of an aggregate is never handed over before an earlier one; telling one twice is harmless.
   */
  publish(events: readonly CloudEvent[]): Promise<ReadonlySet<string>>;
  state(): 'connected' | 'disconnected';
  close(): Promise<void>;
}

/** Events in rounds: at most one per aggregate in each, so that a round may travel in any order. */
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
