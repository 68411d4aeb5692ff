import type { Channel, OutboundMessage, SendResult } from '#capabilities/correspondence/ports/channel.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import { createPlaces } from './semaphore.ts';

/** A way to hand one message over, without any limit of its own. */
export interface BoundedChannelOptions {
  readonly medium: Channel['medium'];
  /** First word of every reason. */
  readonly name: string;
  readonly capacity: number;
  /** How long a message waits for a place. */
  readonly waitMs: number;
  hand(outbound: OutboundMessage): Promise<SendResult>;
  /** After the last message. */
  end?(): void;
}

/** Puts the limits of every channel around it: so many at once, none after the end, and no exception for an outage. */
export function boundedChannel(options: BoundedChannelOptions): Channel {
  const { capacity, medium, name, waitMs } = options;
  const places = createPlaces(capacity);
  let isClosed = false;
  return {
    medium,
    capacity,
    async send(outbound) {
      if (isClosed) return { kind: 'unavailable', reason: `${name} closed` };
      if (!(await places.enter(waitMs))) return { kind: 'unavailable', reason: `${name} busy` };
      // Whatever keeps us from the far side is an answer: a channel never throws for it.
      try {
        return await options.hand(outbound);
      } catch (error) {
        if (!(error instanceof EgressRefused)) throw error;
        return { kind: 'unavailable', reason: `${name} ${error.reason}` };
      } finally {
        places.leave();
      }
    },
    async close() {
      isClosed = true;
      await places.empty();
      options.end?.();
    },
  };
}
