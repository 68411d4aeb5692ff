import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { withDeadline } from '#adapters/delivery/with-deadline.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { EgressSocket } from '#platform/egress/pinned-socket.ts';
import type { Secret } from '#platform/kernel/secret.ts';

/** The bank's mail server and its connection security. */
export interface SmtpServer {
  readonly egress: Egress;
  readonly purpose: string;
  readonly host: string;
  readonly port: number;
  /** `plain` is for servers on the same machine only. */
  readonly security: 'starttls' | 'implicit' | 'plain';
  readonly credentials?: { readonly user: string; readonly password: Secret<string> };
  /** Our name in EHLO. */
  readonly clientName: string;
}

/** Time limits. */
export interface SmtpLimits {
  /** For the TCP connection. */
  readonly connectMs: number;
  /** From the connection to the end of EHLO, TLS included. */
  readonly greetingMs: number;
  /** For each reply; an idle connection is closed after the same time. */
  readonly replyMs: number;
  /** For one message from beginning to end, whatever the server does meanwhile. */
  readonly sendMs: number;
}

/** One open connection to the server. */
export interface SmtpConnection {
  /** Whether it is still usable. */
  isOpen(): boolean;
  /** Whether the server has started to accept a message, so that its outcome is unknown. */
  isSending(): boolean;
  /** Sends one message; returns the reply of the server. */
  send(envelope: Readonly<{ from: string; to: string }>, message: Buffer): Promise<string>;
  /** Resets the connection after a message that was not accepted. */
  reset(): Promise<void>;
  /** Sends QUIT. */
  quit(): void;
  /** Closes the connection without QUIT. */
  cut(): void;
}

/** Opens a connection: TCP, EHLO, TLS, credentials. Throws if anything fails or exceeds its time limit. */
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
  // An error outside a call, such as a server closing an idle connection, only means that the connection is gone.
  connection.on('error', () => undefined);
  try {
    // A server that keeps sending a little never triggers the idle timeout, so this limits the total.
    await withDeadline(deadline, greet(connection, server));
  } catch (error) {
    opened.socket.destroy();
    throw error;
  }
  return connectionOver(connection, opened);
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
    socketTimeout: limits.replyMs,
  };
}

async function greet(connection: SMTPConnection, { credentials }: SmtpServer): Promise<void> {
  await settle((done) => {
    // The library reports some failures by event and some by callback.
    connection.once('error', done);
    connection.once('end', () => done(new Error('the connection was closed')));
    connection.connect(done);
  });
  if (credentials === undefined) return;
  const { password, user } = credentials;
  await settle((done) => {
    connection.once('error', done);
    connection.login({ user, pass: password.reveal() }, done);
  });
}

function connectionOver(connection: SMTPConnection, { socket }: EgressSocket): SmtpConnection {
  return {
    isOpen: () => !connection.destroyed && !socket.destroyed,
    isSending: () => String(connection.lastServerResponse).startsWith('354'),
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
      // Does not wait for the reply to QUIT.
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
