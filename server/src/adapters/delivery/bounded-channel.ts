import type { Channel, OutboundMessage, SendResult } from '#capabilities/correspondence/ports/channel.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import { createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';

/** Sends one message, without its own limits. */
export interface BoundedChannelOptions {
  readonly medium: Channel['medium'];
  /** Prefix of every reason. */
  readonly name: string;
  readonly capacity: number;
  /** How long a message waits for a free slot. */
  readonly waitMs: number;
  sendNow(outbound: OutboundMessage): Promise<SendResult>;
  /** Called after the last message. */
  end?(): void;
}

const waitingPerSlotMax = 100;

/** Adds the limits of every channel: bounded concurrency, no sends after closing, and no exception for an outage. */
export function boundedChannel(options: BoundedChannelOptions): Channel {
  const { capacity, medium, name, waitMs } = options;
  const limit = createConcurrencyLimit({
    runningMax: capacity,
    waitingMax: capacity * waitingPerSlotMax,
    waitMaxMs: waitMs,
    refuse: (blockedBy) => new EgressRefused(blockedBy === 'closing' ? 'closed' : 'busy', { purpose: name }),
  });
  return {
    medium,
    capacity,
    async send(outbound) {
      // A failure to reach the remote server is a result: a channel never throws for it.
      try {
        return await limit.run(medium, () => options.sendNow(outbound));
      } catch (error) {
        if (!(error instanceof EgressRefused)) throw error;
        return { kind: 'unavailable', reason: `${name} ${error.reason}` };
      }
    },
    async close() {
      await limit.close();
      options.end?.();
    },
  };
}
