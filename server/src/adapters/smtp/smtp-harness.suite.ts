import PostalMime, { type Email } from 'postal-mime';
import type { ChannelHarness, ServerMode } from '#capabilities/correspondence/testing/channel.suite.ts';
import { createEgress, type Egress } from '#platform/egress/egress.ts';
import type { MailServer } from './mail-server.suite.ts';
import type { MailServerMode } from './mail-server-mode.suite.ts';
import { createSmtpChannel, type SmtpOptions } from './smtp-channel.ts';
import type { SmtpServer } from './smtp-connection.ts';

/** Short time limits, so that timeout tests are fast. */
export const shortLimits = { connectMs: 600, greetingMs: 600, replyMs: 700, sendMs: 900 } as const;

const modes: Readonly<Record<ServerMode, MailServerMode>> = {
  well: {},
  refusing: { reject: '.' },
  deferring: { defer: '.' },
  down: { isDown: true },
  late: { delayMs: 100 },
  slow: { delayMs: 5_000 },
};

/** An egress rule for one port of this machine, with the name `bank.test`. */
export function egressTo(port: number, caPem?: string): Egress {
  const policy = {
    hosts: ['bank.test', 'other.test'],
    ports: [port],
    allowPrivateAddresses: ['127.0.0.0/8'],
    sockets: true,
    ...(caPem === undefined ? {} : { caPem }),
  };
  return createEgress({ purposes: { mail: policy }, resolve: async () => ['127.0.0.1'] });
}

/** Settings of the server for the channel. */
export function smtpServerAt(egress: Egress, port: number, more: Partial<SmtpServer> = {}): SmtpServer {
  return {
    egress,
    purpose: 'mail',
    host: 'bank.test',
    port,
    security: 'plain',
    clientName: 'portico.test',
    ...more,
  };
}

/** The channel with a shared server; it sees only messages from now on. */
export async function openSmtpHarness(
  server: MailServer,
  options: Partial<SmtpOptions> = {},
): Promise<ChannelHarness> {
  await server.setMode({});
  const before = (await server.journal()).length;
  const egress = egressTo(server.port);
  const channel = createSmtpChannel({
    server: smtpServerAt(egress, server.port),
    senderOf: () => ({ name: 'Example Bank', address: 'no-reply@bank.test' }),
    limits: shortLimits,
    ...options,
  });
  return {
    channel,
    to: 'customer@example.test',
    limitMs: 3_000,
    switchMode: (mode) => server.setMode(modes[mode]),
    async arrivals() {
      const mails = (await server.journal()).slice(before);
      return Promise.all(
        mails.map(async ({ content = '', messageId, sha256, to }) => {
          const email = await readMail(content);
          return {
            communicationId: messageId.slice(1, messageId.indexOf('@')),
            to: to.join(),
            title: email.subject,
            text: email.text ?? '',
            fields: email.headers.map(({ key }) => key),
            digest: sha256,
          };
        }),
      );
    },
    async [Symbol.asyncDispose]() {
      await channel.close();
      await egress.close();
      await server.setMode({});
    },
  };
}

/** Parses a message of the journal as a mail reader does. */
export function readMail(content: string): Promise<Email> {
  return PostalMime.parse(Buffer.from(content, 'base64'));
}
