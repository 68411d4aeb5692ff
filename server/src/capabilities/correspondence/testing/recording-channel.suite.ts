import type { ContactMedium } from '../domain/literals.ts';
import type { Channel, OutboundMessage, SendResult } from '../ports/channel.ts';

/** Result of the channel by message and attempt; attempts count from one. */
export type ScriptedResult = (outbound: OutboundMessage, attempt: number) => SendResult | Promise<SendResult>;

/** A channel without a server: records what it sends and returns the configured results. */
export interface RecordingChannel extends Channel {
  /** Every attempt in order, refused ones included. */
  readonly attempts: readonly OutboundMessage[];
  /** Accepted messages, in order. */
  readonly accepted: readonly OutboundMessage[];
  /** Maximum number of concurrent sends so far. */
  readonly concurrencyMax: number;
  /** From now on. */
  respondWith(response: ScriptedResult): void;
}

/** Properties of the channel. */
export interface RecordingChannelOptions {
  readonly medium: ContactMedium;
  readonly capacity?: number;
  readonly response?: ScriptedResult;
}

const capacityDefault = 10;
const acceptAll: ScriptedResult = ({ communicationId }) => ({
  kind: 'accepted',
  reference: `reference-${communicationId}`,
  isDelivered: false,
});

/** Creates one. It accepts everything until configured otherwise. */
export function createRecordingChannel(options: RecordingChannelOptions): RecordingChannel {
  const attempts: OutboundMessage[] = [];
  const accepted: OutboundMessage[] = [];
  const counts = new Map<string, number>();
  const inProgress = new Set<Promise<SendResult>>();
  let response = options.response ?? acceptAll;
  let concurrencyMax = 0;
  let isClosed = false;

  const sendNext = async (outbound: OutboundMessage): Promise<SendResult> => {
    if (isClosed) return { kind: 'unavailable', reason: 'remembering closed' };
    const attempt = (counts.get(outbound.communicationId) ?? 0) + 1;
    counts.set(outbound.communicationId, attempt);
    attempts.push(outbound);
    const outcome = await response(outbound, attempt);
    if (outcome.kind === 'accepted') accepted.push(outbound);
    return outcome;
  };

  return {
    medium: options.medium,
    capacity: options.capacity ?? capacityDefault,
    attempts,
    accepted,
    get concurrencyMax() {
      return concurrencyMax;
    },
    respondWith(next) {
      response = next;
    },
    async send(outbound) {
      const sending = sendNext(outbound);
      inProgress.add(sending);
      concurrencyMax = Math.max(concurrencyMax, inProgress.size);
      try {
        return await sending;
      } finally {
        inProgress.delete(sending);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(inProgress);
    },
  };
}
