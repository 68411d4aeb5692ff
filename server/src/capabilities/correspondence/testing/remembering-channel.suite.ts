import type { ContactMedium } from '../domain/literals.ts';
import type { Channel, OutboundMessage, SendResult } from '../ports/channel.ts';

/** What the far side says to a message, and to which attempt at it; from one. */
export type ScriptedResult = (outbound: OutboundMessage, attempt: number) => SendResult | Promise<SendResult>;

/** A channel without a far side: it remembers what it was handed and answers as it is told. */
export interface RememberingChannel extends Channel {
  /** Every attempt in the order of asking, refused ones included. */
  readonly attempts: readonly OutboundMessage[];
  /** What was taken, in the order of taking. */
  readonly taken: readonly OutboundMessage[];
  /** Most handovers that were ever under way at the same moment. */
  readonly busiest: number;
  /** From now on. */
  answerWith(answer: ScriptedResult): void;
}

/** How it presents itself. */
export interface RememberingChannelOptions {
  readonly medium: ContactMedium;
  readonly capacity?: number;
  readonly answer?: ScriptedResult;
}

const capacityDefault = 10;
const takeAll: ScriptedResult = ({ communicationId }) => ({
  kind: 'taken',
  reference: `reference-${communicationId}`,
  isDelivered: false,
});

/** Opens one. It takes everything until it is told otherwise. */
export function createRememberingChannel(options: RememberingChannelOptions): RememberingChannel {
  const attempts: OutboundMessage[] = [];
  const taken: OutboundMessage[] = [];
  const counts = new Map<string, number>();
  const underWay = new Set<Promise<SendResult>>();
  let answer = options.answer ?? takeAll;
  let busiest = 0;
  let isClosed = false;

  const hand = async (outbound: OutboundMessage): Promise<SendResult> => {
    if (isClosed) return { kind: 'unavailable', reason: 'remembering closed' };
    const attempt = (counts.get(outbound.communicationId) ?? 0) + 1;
    counts.set(outbound.communicationId, attempt);
    attempts.push(outbound);
    const outcome = await answer(outbound, attempt);
    if (outcome.kind === 'taken') taken.push(outbound);
    return outcome;
  };

  return {
    medium: options.medium,
    capacity: options.capacity ?? capacityDefault,
    attempts,
    taken,
    get busiest() {
      return busiest;
    },
    answerWith(next) {
      answer = next;
    },
    async send(outbound) {
      const handing = hand(outbound);
      underWay.add(handing);
      busiest = Math.max(busiest, underWay.size);
      try {
        return await handing;
      } finally {
        underWay.delete(handing);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}
