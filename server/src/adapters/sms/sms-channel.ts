import { boundedChannel } from '#adapters/delivery/bounded-channel.ts';
import type { Channel, OutboundMessage, SendResult } from '#capabilities/correspondence/ports/channel.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';

/** The gateway that sends text messages for the bank. */
export interface SmsOptions {
  readonly egress: Egress;
  /** Must allow credentials. */
  readonly purpose: string;
  readonly url: string;
  readonly token: Secret<string>;
  /** What recipients see as the sender: a number or up to eleven characters; undefined for a bank that sends none. */
  readonly senderOf: (bankId: string) => string | undefined;
  readonly clock: Clock;
  readonly capacity?: number;
  readonly timeoutMs?: number;
}

const capacityDefault = 10;
const timeoutDefaultMs = 10_000;
/** Two parts of the shortest alphabet; whoever writes messages has counted better before. */
const textMaxLength = 306;
const e164 = /^\+[1-9]\d{6,14}$/;

const refusals = new Set([400, 404, 410, 413, 422]);
const deferrals = new Set([425, 429]);
/** The gateway has that id already, so an earlier attempt arrived although its answer did not. */
const alreadyThere = 409;

/** Hands text messages to a gateway over HTTP. The id makes a repeated message the same message over there. */
export function createSmsChannel(options: SmsOptions): Channel {
  const timeoutMs = options.timeoutMs ?? timeoutDefaultMs;
  return boundedChannel({
    medium: 'sms',
    name: 'sms',
    capacity: options.capacity ?? capacityDefault,
    waitMs: timeoutMs,
    hand: (outbound) => hand(outbound, options, timeoutMs),
  });
}

async function hand(outbound: OutboundMessage, options: SmsOptions, timeoutMs: number): Promise<SendResult> {
  const { communicationId: id, to } = outbound;
  const text = outbound.text.toWellFormed();
  if (!e164.test(to)) return { kind: 'refused', reason: 'sms number' };
  if (text.length > textMaxLength) return { kind: 'refused', reason: 'sms length' };
  const sender = options.senderOf(outbound.bankId);
  if (sender === undefined) return { kind: 'deferred', reason: 'sms sender' };
  const validitySeconds = epochSeconds(outbound.expires) - epochSeconds(options.clock.now());
  if (validitySeconds <= 0) return { kind: 'refused', reason: 'sms expired' };
  const { body, status } = await options.egress.send({
    purpose: options.purpose,
    method: 'POST',
    url: options.url,
    headers: {
      authorization: `Bearer ${options.token.reveal()}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ id, to, text, sender, 'validity-seconds': validitySeconds }),
    timeoutMs,
  });
  return answerOf(status, body);
}

function answerOf(status: number, body: Buffer): SendResult {
  if (status === 200 || status === 202)
    return { kind: 'taken', reference: referenceIn(body), isDelivered: false };
  if (status === alreadyThere) return { kind: 'taken', reference: undefined, isDelivered: false };
  const reason = `sms ${status}`;
  if (refusals.has(status)) return { kind: 'refused', reason };
  // The rest is about the gateway or about our account there, never about this message.
  return { kind: deferrals.has(status) ? 'deferred' : 'unavailable', reason };
}

/** What the gateway calls the message, when it says so in a way that can be kept. */
function referenceIn(body: Buffer): string | undefined {
  const answer = jsonIn(body);
  if (typeof answer !== 'object' || answer === null || !('reference' in answer)) return undefined;
  const { reference } = answer;
  return typeof reference === 'string' && /^[\x21-\x7e]{1,100}$/.test(reference) ? reference : undefined;
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
    // The message was taken, whatever was said with it.
  } catch {
    return undefined;
  }
}
