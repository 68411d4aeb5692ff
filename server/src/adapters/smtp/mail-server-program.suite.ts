import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Check } from 'typebox/value';
import { type Journal, openJournal } from './journal.suite.ts';
import { type MailServerMode, type MailServerStart, mailServerMessage } from './mail-server-mode.suite.ts';
import { type ReceivedMail, serveMail } from './mail-server-session.suite.ts';
import { respondToParent } from './test-server-process.suite.ts';

/** A mail server in a separate process, with strict checks and a complete journal. */
let mode: MailServerMode = {};
let server: Server | undefined;
let port = 0;
const open = new Set<Socket>();
const greylisted = new Set<string>();
let queued = 0;

const headMaxBytes = 16_384;

function recordInto(journal: Journal, start: MailServerStart): (mail: ReceivedMail) => string {
  return ({ from, to, isSecure, wire }) => {
    const messageId = messageIdIn(wire);
    if (mode.rejectsContent === true) return `554 5.6.0 <${to[0]}>: content refused`;
    if (mode.isGreylisting === true && !greylisted.has(messageId)) {
      greylisted.add(messageId);
      return `451 4.7.1 <${to[0]}>: greylisted`;
    }
    const content = undotted(wire);
    queued += 1;
    journal.append({
      messageId,
      from,
      to,
      isSecure,
      sha256: hash('sha256', content),
      bytes: content.length,
      receivedAtMs: Date.now(),
      ...(start.content === 'stored' ? { content: content.toString('base64') } : {}),
    });
    return `250 2.0.0 Ok: queued as Q${queued}`;
  };
}

function messageIdIn(wire: Buffer): string {
  const head = wire.toString('latin1', 0, Math.min(wire.length, headMaxBytes));
  return /^message-id: *(<[^>]*>)/im.exec(head.slice(0, head.indexOf('\r\n\r\n')))?.[1] ?? '';
}

function undotted(wire: Buffer): Buffer {
  if (wire[0] !== 0x2e && wire.indexOf('\r\n.') < 0) return wire;
  return Buffer.from(wire.toString('latin1').replaceAll(/(^|\r\n)\./g, '$1'), 'latin1');
}

async function listen(): Promise<void> {
  server?.listen(port, '127.0.0.1');
  if (server !== undefined) await once(server, 'listening');
  const bound = server?.address();
  port = typeof bound === 'object' && bound !== null ? bound.port : port;
}

async function begin(start: MailServerStart): Promise<void> {
  const secureContext =
    start.tls === undefined
      ? undefined
      : createSecureContext({ cert: start.tls.certPem, key: start.tls.keyPem });
  const take = recordInto(openJournal(start.journalPath), start);
  server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    serveMail(socket, { start, secureContext, mode: () => mode, take });
  });
  port = start.port;
  await listen();
}

async function change(next: MailServerMode): Promise<void> {
  const wasDown = mode.isDown === true;
  mode = next;
  if (next.isDown === true && !wasDown && server !== undefined) {
    server.close();
    for (const socket of open) socket.destroy();
    await once(server, 'close');
  }
  if (next.isDown !== true && wasDown) await listen();
}

respondToParent(async (message) => {
  if (!Check(mailServerMessage, message)) throw new Error('unknown message');
  if (message.start !== undefined) await begin(message.start);
  if (message.mode !== undefined) await change(message.mode);
  return port;
});
