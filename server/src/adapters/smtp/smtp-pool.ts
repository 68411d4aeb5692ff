import { withDeadline } from '#adapters/delivery/with-deadline.ts';
import {
  openSmtpConnection,
  type SmtpConnection,
  type SmtpLimits,
  type SmtpServer,
} from './smtp-connection.ts';

/** A message with its envelope. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly message: Buffer;
}

/** The open connections to one server. */
export interface SmtpPool {
  /** Sends one message on an idle connection, or on a new one; throws on failure. */
  deliver(mail: Mail): Promise<string>;
  close(): void;
}

/** Messages per connection: reconnecting lets servers balance their load. */
const mailsPerConnectionMax = 1_000;

interface PooledConnection {
  readonly connection: SmtpConnection;
  mails: number;
}

/** Creates an empty pool. The caller limits concurrency. */
export function createSmtpPool(server: SmtpServer, limits: SmtpLimits): SmtpPool {
  const free: PooledConnection[] = [];
  let isClosed = false;

  // The connection used last is the least likely to have been closed by the server.
  const acquire = (): PooledConnection | undefined => {
    for (let pooled = free.pop(); pooled !== undefined; pooled = free.pop()) {
      if (pooled.connection.isOpen()) return pooled;
    }
    return undefined;
  };

  const release = (pooled: PooledConnection): void => {
    if (!pooled.connection.isOpen()) return;
    if (isClosed || pooled.mails >= mailsPerConnectionMax) pooled.connection.quit();
    else free.push(pooled);
  };

  const deliverOn = async (pooled: PooledConnection, mail: Mail, deadline: number): Promise<string> => {
    pooled.mails += 1;
    try {
      const reply = await withDeadline(deadline, pooled.connection.send(mail, mail.message));
      release(pooled);
      return reply;
    } catch (error) {
      await recover(pooled, error);
      throw error;
    }
  };

  /** After a plain rejection the connection is reusable; after anything else its state is unknown. */
  const recover = async ({ connection, mails }: PooledConnection, error: unknown): Promise<void> => {
    if (!connection.isOpen() || !isReply(error)) return connection.cut();
    try {
      await withDeadline(performance.now() + limits.replyMs, connection.reset());
      release({ connection, mails });
      // A connection that cannot be reset is closed; the message has its result already.
    } catch {
      connection.cut();
    }
  };

  const deliverOnNew = async (mail: Mail, deadline: number): Promise<string> => {
    const connection = await openSmtpConnection(server, limits, deadline);
    return deliverOn({ connection, mails: 0 }, mail, deadline);
  };

  return {
    async deliver(mail) {
      const deadline = performance.now() + limits.sendMs;
      const pooled = acquire();
      if (pooled === undefined) return deliverOnNew(mail, deadline);
      try {
        return await deliverOn(pooled, mail, deadline);
        // A server may close an idle connection at the moment it is reused. Before it has started to accept the message
        // nothing has happened, and a new connection shows the actual problem.
      } catch (error) {
        if (isReply(error) || pooled.connection.isSending()) throw error;
        return deliverOnNew(mail, deadline);
      }
    },
    close() {
      isClosed = true;
      for (const { connection } of free.splice(0)) connection.quit();
    },
  };
}

/** Returns whether the server itself rejected this message, and the connection is still usable. */
function isReply(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const isAboutMessage =
    'command' in error && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(String(error.command));
  const code = 'responseCode' in error ? Number(error.responseCode) : 0;
  return isAboutMessage && code !== closing;
}

const closing = 421;
