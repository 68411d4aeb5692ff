import { boundedChannel } from '#adapters/delivery/bounded-channel.ts';
import type { Channel, OutboundMessage, SendResult } from '#capabilities/correspondence/ports/channel.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';

/** The SMS gateway of the bank. */
export interface SmsOptions {
  readonly egress: Egress;
  /** Must allow credentials. */
  readonly purpose: string;
  readonly url: string;
  readonly token: Secret<string>;
  /** The displayed sender: a number or up to eleven characters; undefined for a bank that sends no SMS. */
  readonly senderOf: (bankId: string) => string | undefined;
  readonly clock: Clock;
  readonly capacity?: number;
  readonly timeoutMs?: number;
}

const capacityDefault = 10;
const timeoutDefaultMs = 10_000;
/** Two parts of the shortest alphabet; messages are checked more precisely when they are composed. */
const textMaxLength = 306;
const e164 = /^\+[1-9]\d{6,14}$/;

const refusals = new Set([400, 404, 410, 413, 422]);
const deferrals = new Set([425, 429]);
/** The gateway has that id already: an earlier attempt succeeded although its response was lost. */
const duplicateStatus = 409;

/** Sends SMS to a gateway over HTTP. The id lets the gateway detect a repeated message. */
export function createSmsChannel(options: SmsOptions): Channel {
  const timeoutMs = options.timeoutMs ?? timeoutDefaultMs;
  return boundedChannel({
    medium: 'sms',
    name: 'sms',
    capacity: options.capacity ?? capacityDefault,
    waitMs: timeoutMs,
    sendNow: (outbound) => hand(outbound, options, timeoutMs),
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
  return resultOf(status, body);
}

function resultOf(status: number, body: Buffer): SendResult {
  if (status === 200 || status === 202)
    return { kind: 'accepted', reference: referenceIn(body), isDelivered: false };
  if (status === duplicateStatus) return { kind: 'accepted', reference: undefined, isDelivered: false };
  const reason = `sms ${status}`;
  if (refusals.has(status)) return { kind: 'refused', reason };
  // Other statuses concern the gateway or our account there, never this message.
  return { kind: deferrals.has(status) ? 'deferred' : 'unavailable', reason };
}

/** Returns the gateway's id of the message, if it has a storable format. */
function referenceIn(body: Buffer): string | undefined {
  const response = jsonIn(body);
  if (typeof response !== 'object' || response === null || !('reference' in response)) return undefined;
  const { reference } = response;
  return typeof reference === 'string' && /^[\x21-\x7e]{1,100}$/.test(reference) ? reference : undefined;
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
    // The message was accepted, whatever the response body contains.
  } catch {
    return undefined;
  }
}
