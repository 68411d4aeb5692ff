import assert from 'node:assert/strict';
import { boundedChannel } from '#adapters/delivery/bounded-channel.ts';
import type { Channel, OutboundMessage, SendResult } from '#capabilities/correspondence/ports/channel.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { composeMail, type MailSender } from './compose-mail.ts';
import { mailAddress } from './mail-address.ts';
import { returnAddress } from './return-address.ts';
import type { SmtpLimits, SmtpServer } from './smtp-connection.ts';
import { createSmtpPool, type Mail, type SmtpPool } from './smtp-pool.ts';
import { queueIdIn, sendResultOf } from './smtp-reply.ts';

/** Settings of outgoing mail. */
export interface SmtpOptions {
  readonly server: SmtpServer;
  /** Undefined for a bank that sends no mail. */
  readonly senderOf: (bankId: string) => MailSender | undefined;
  /** Bounce address settings; without them, reports go to the sender's own address. */
  readonly bounces?: { readonly domain: string; readonly secret: Secret<string> };
  readonly capacity?: number;
  readonly limits?: Partial<SmtpLimits>;
}

const capacityDefault = 10;
const titleMaxLength = 1_000;
const limitsDefault: SmtpLimits = {
  connectMs: 3_000,
  greetingMs: 10_000,
  replyMs: 20_000,
  sendMs: 60_000,
};

/** Sends mail to the bank's mail server over a pool of connections. */
export function createSmtpChannel(options: SmtpOptions): Channel {
  const limits = { ...limitsDefault, ...options.limits };
  const pool = createSmtpPool(options.server, limits);
  return boundedChannel({
    medium: 'email',
    name: 'smtp',
    capacity: options.capacity ?? capacityDefault,
    waitMs: limits.sendMs,
    async sendNow(outbound) {
      const mail = mailFor(outbound, options);
      return 'kind' in mail ? mail : deliver(pool, mail);
    },
    end: () => pool.close(),
  });
}

async function deliver(pool: SmtpPool, mail: Mail): Promise<SendResult> {
  // The library throws for every failure of the server; all of them are results.
  try {
    const reply = await pool.deliver(mail);
    return { kind: 'accepted', reference: queueIdIn(reply), isDelivered: false };
  } catch (error) {
    if (error instanceof EgressRefused) throw error;
    return sendResultOf(error);
  }
}

function mailFor(outbound: OutboundMessage, { bounces, senderOf }: SmtpOptions): Mail | SendResult {
  const to = mailAddress(outbound.to);
  if (to === undefined) return { kind: 'refused', reason: 'smtp address' };
  if (outbound.title.length > titleMaxLength) return { kind: 'refused', reason: 'smtp title' };
  const sender = senderOf(outbound.bankId);
  if (sender === undefined) return { kind: 'deferred', reason: 'smtp sender' };
  assert(mailAddress(sender.address) === sender.address, 'sender must be one address');
  assert(
    sender.replyTo === undefined || mailAddress(sender.replyTo) === sender.replyTo,
    'reply-to must be one address',
  );
  const from =
    bounces === undefined
      ? sender.address
      : returnAddress(outbound.communicationId, bounces.domain, bounces.secret);
  return { from, to, message: composeMail(outbound, sender, to) };
}
