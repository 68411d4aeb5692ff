import { hash } from 'node:crypto';
import { boundedChannel } from '#adapters/delivery/bounded-channel.ts';
import type { Channel, OutboundMessage, SendResult } from '#capabilities/correspondence/ports/channel.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { type EgressRefusalReason, EgressRefused } from '#platform/egress/egress-refused.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { createHostOutages, type HostOutages } from './host-outages.ts';
import { encryptPush, pushTextMaxBytes } from './push-encryption.ts';
import { pushSubscription } from './push-subscription.ts';
import { createVapid, type Vapid, type VapidOptions } from './vapid.ts';

/** Settings of push messages. */
export interface PushOptions {
  readonly egress: Egress;
  /** Must allow credentials. */
  readonly purpose: string;
  /** Permitted push services: exact names, or `*.example.com` for all subdomains. */
  readonly hosts: readonly string[];
  readonly vapid: VapidOptions;
  readonly clock: Clock;
  readonly capacity?: number;
  readonly timeoutMs?: number;
}

const capacityDefault = 10;
const timeoutDefaultMs = 10_000;
const topicLength = 32;
/** A message with a short lifetime has high urgency, which wakes a sleeping device. */
const urgentWithinSeconds = 900;

/** Permanent: the subscription has ended, or its URL is not that of a push service. */
const refusals = new Set([400, 404, 405, 410, 413, 415, 501]);
/** Portico, not the remote server, was unable to send. */
const ownReasons: ReadonlySet<EgressRefusalReason> = new Set(['busy', 'closed', 'purpose-unknown']);
/** The subscription has a forbidden URL, which is permanent. */
const forbiddenUrls: ReadonlySet<EgressRefusalReason> = new Set([
  'url',
  'host',
  'port',
  'address',
  'redirect',
]);

/** Sends messages to the push services of browsers (RFC 8030), encrypted for the browser itself. */
export function createPushChannel(options: PushOptions): Channel {
  const timeoutMs = options.timeoutMs ?? timeoutDefaultMs;
  const vapid = createVapid(options.vapid, options.clock);
  const outages = createHostOutages(options.clock);
  return boundedChannel({
    medium: 'push',
    name: 'push',
    capacity: options.capacity ?? capacityDefault,
    waitMs: timeoutMs,
    sendNow: (outbound) => hand(outbound, { ...options, outages, sign: vapid }),
  });
}

interface Push extends PushOptions {
  readonly outages: HostOutages;
  readonly sign: Vapid;
}

async function hand(outbound: OutboundMessage, options: Push): Promise<SendResult> {
  const subscription = pushSubscription(outbound.to);
  if (subscription === undefined) return { kind: 'refused', reason: 'push subscription' };
  const { endpoint } = subscription;
  if (!isKnown(endpoint.hostname, options.hosts)) return { kind: 'refused', reason: 'push host' };
  if (options.outages.isUnavailable(endpoint.hostname))
    return { kind: 'deferred', reason: 'push host unavailable' };
  const ttlSeconds = epochSeconds(outbound.expires) - epochSeconds(options.clock.now());
  if (ttlSeconds <= 0) return { kind: 'refused', reason: 'push expired' };
  const text = payloadOf(outbound);
  if (text.length > pushTextMaxBytes) return { kind: 'refused', reason: 'push length' };
  const body = encryptPush(text, subscription);
  if (body === undefined) return { kind: 'refused', reason: 'push key' };
  const headers = {
    authorization: await options.sign(endpoint.origin),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(ttlSeconds),
    topic: topicOf(outbound.communicationId),
    urgency: ttlSeconds <= urgentWithinSeconds ? 'high' : 'normal',
  };
  return send(options, endpoint.hostname, { url: endpoint.href, headers, body });
}

interface PushRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

async function send(options: Push, host: string, request: PushRequest): Promise<SendResult> {
  const { egress, outages, purpose, timeoutMs } = options;
  try {
    const { status } = await egress.send({
      purpose,
      method: 'POST',
      timeoutMs: timeoutMs ?? timeoutDefaultMs,
      ...request,
    });
    outages.recordResponse(host);
    return resultOf(status);
    // A forbidden URL is an error of the subscription; a local outage is rethrown.
  } catch (error) {
    if (!(error instanceof EgressRefused) || ownReasons.has(error.reason)) throw error;
    const reason = `push ${error.reason}`;
    if (forbiddenUrls.has(error.reason)) return { kind: 'refused', reason };
    // A service named by the operator is unavailable for all messages. A name below `*.` is chosen by the sender: it
    // may not exist, so only this message is deferred, and its attempts are counted.
    if (options.hosts.includes(host)) throw error;
    outages.recordFailure(host);
    return { kind: 'deferred', reason };
  }
}

/** Any response proves that the host is up: its status concerns this message only. */
function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return { kind: 'accepted', reference: undefined, isDelivered: false };
  const reason = `push ${status}`;
  const isRedirect = status >= 300 && status < 400;
  // 403 is returned for a subscription made with another key of ours.
  return { kind: isRedirect || refusals.has(status) ? 'refused' : 'deferred', reason };
}

function isKnown(host: string, hosts: readonly string[]): boolean {
  return hosts.some((known) => (known.startsWith('*.') ? host.endsWith(known.slice(1)) : host === known));
}

function payloadOf({ communicationId: id, text, title }: OutboundMessage): Buffer {
  return Buffer.from(JSON.stringify({ title: title.toWellFormed(), body: text.toWellFormed(), id }));
}

/** A later attempt replaces an earlier one that still waits for the device. */
function topicOf(communicationId: string): string {
  return hash('sha256', communicationId, 'base64url').slice(0, topicLength);
}
