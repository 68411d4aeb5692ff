import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { before } from '#adapters/delivery/with-deadline.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { EgressSocket } from '#platform/egress/pinned-socket.ts';
import type { Secret } from '#platform/kernel/secret.ts';

/** The bank's mail server and how it wants to be spoken to. */
export interface SmtpServer {
  readonly egress: Egress;
  readonly purpose: string;
  readonly host: string;
  readonly port: number;
  /** `plain` is for servers on the same machine only. */
  readonly security: 'starttls' | 'implicit' | 'plain';
  readonly credentials?: { readonly user: string; readonly password: Secret<string> };
  /** What we call ourselves. */
  readonly clientName: string;
}

/** How long the server may take for what. */
export interface SmtpLimits {
  /** For the connection itself. */
  readonly connectMs: number;
  /** From the connection to the end of the introduction, TLS included. */
  readonly greetingMs: number;
  /** For each answer; an unused connection is given up after the same time. */
  readonly answerMs: number;
  /** For one message from beginning to end, whatever the server does meanwhile. */
  readonly handoverMs: number;
}

/** One kept-open conversation with the server. */
export interface SmtpConnection {
  /** Whether it still stands. */
  isOpen(): boolean;
  /** Whether the server has begun to take a message, so that what became of it is unknown. */
  isAmidMessage(): boolean;
  /** Hands one message over; the answer is the server's own. */
  send(envelope: Readonly<{ from: string; to: string }>, message: Buffer): Promise<string>;
  /** Makes it ready for the next message after one that was not taken. */
  reset(): Promise<void>;
  /** Takes leave. */
  quit(): void;
  /** Hangs up without a word. */
  cut(): void;
}

/** Opens a line: connection, introduction, TLS, credentials. Whatever fails, or is not done in time, throws. */
export async function openSmtpConnection(
  server: SmtpServer,
  limits: SmtpLimits,
  deadline: number,
): Promise<SmtpConnection> {
  const { host, port, purpose, security } = server;
  const tls = security === 'implicit' ? 'implicit' : 'none';
  const timeoutMs = Math.max(1, Math.min(limits.connectMs, deadline - performance.now()));
  const opened = await server.egress.openSocket({ purpose, host, port, tls, timeoutMs });
  const connection = new SMTPConnection(connectionOptions(server, limits, opened));
  // Errors outside a call, such as a server that ends an unused line, only mean that the line is gone.
  connection.on('error', () => undefined);
  try {
    // A server that keeps saying a little is never silent, so its words have an end here.
    await before(deadline, introduce(connection, server));
  } catch (error) {
    opened.socket.destroy();
    throw error;
  }
  return lineOver(connection, opened);
}

function connectionOptions(
  { clientName, host, port, security }: SmtpServer,
  limits: SmtpLimits,
  { socket, upgrade }: EgressSocket,
): SMTPConnection.Options {
  return {
    host,
    port,
    connection: socket,
    name: clientName,
    secure: security === 'implicit',
    secured: security === 'implicit',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'plain',
    tls: upgrade,
    connectionTimeout: limits.greetingMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.answerMs,
  };
}

async function introduce(connection: SMTPConnection, { credentials }: SmtpServer): Promise<void> {
  await settle((done) => {
    // The library tells some failures by event and some by callback.
    connection.once('error', done);
    connection.once('end', () => done(new Error('the connection ended')));
    connection.connect(done);
  });
  if (credentials === undefined) return;
  const { password, user } = credentials;
  await settle((done) => {
    connection.once('error', done);
    connection.login({ user, pass: password.reveal() }, done);
  });
}

function lineOver(connection: SMTPConnection, { socket }: EgressSocket): SmtpConnection {
  return {
    isOpen: () => !connection.destroyed && !socket.destroyed,
    isAmidMessage: () => String(connection.lastServerResponse).startsWith('354'),
    send: ({ from, to }, message) =>
      new Promise((resolve, reject) => {
        connection.send({ from, to: [to], size: message.length }, message, (error, info) => {
          if (error === null) resolve(info.response);
          else reject(error);
        });
      }),
    reset: () => settle((done) => connection.reset(done)),
    quit: () => {
      connection.quit();
      // A server that does not answer to a farewell is not waited for.
      connection.close();
    },
    cut: () => socket.destroy(),
  };
}

function settle(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}
