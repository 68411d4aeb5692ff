import { before } from '#adapters/delivery/with-deadline.ts';
import {
  openSmtpConnection,
  type SmtpConnection,
  type SmtpLimits,
  type SmtpServer,
} from './smtp-connection.ts';

/** A message and whom the server shall take it from and to. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly message: Buffer;
}

/** The kept-open lines to one server. */
export interface SmtpPool {
  /** Hands one message over on a free line, or on a new one; throws what went wrong. */
  deliver(mail: Mail): Promise<string>;
  close(): void;
}

/** Servers like to see a client leave now and then; they balance their load that way. */
const mailsPerLineMax = 1_000;

interface Kept {
  readonly line: SmtpConnection;
  mails: number;
}

/** Starts with no line at all. How many there are at once is the caller's business. */
export function createSmtpLines(server: SmtpServer, limits: SmtpLimits): SmtpPool {
  const free: Kept[] = [];
  let isClosed = false;

  // The line used last is the one that is least likely to have been given up by the server.
  const takeFree = (): Kept | undefined => {
    for (let kept = free.pop(); kept !== undefined; kept = free.pop()) {
      if (kept.line.isOpen()) return kept;
    }
    return undefined;
  };

  const giveBack = (kept: Kept): void => {
    if (!kept.line.isOpen()) return;
    if (isClosed || kept.mails >= mailsPerLineMax) kept.line.quit();
    else free.push(kept);
  };

  const deliverOn = async (kept: Kept, mail: Mail, deadline: number): Promise<string> => {
    kept.mails += 1;
    try {
      const answer = await before(deadline, kept.line.send(mail, mail.message));
      giveBack(kept);
      return answer;
    } catch (error) {
      await recover(kept, error);
      throw error;
    }
  };

  /** After a plain no the line is as good as before; after anything else nobody knows what it would answer to. */
  const recover = async ({ line, mails }: Kept, error: unknown): Promise<void> => {
    if (!line.isOpen() || !isAnswer(error)) return line.cut();
    try {
      await before(performance.now() + limits.answerMs, line.reset());
      giveBack({ line, mails });
      // A line that cannot begin anew is given up; the message has its answer already.
    } catch {
      line.cut();
    }
  };

  const deliverAnew = async (mail: Mail, deadline: number): Promise<string> => {
    const line = await openSmtpConnection(server, limits, deadline);
    return deliverOn({ line, mails: 0 }, mail, deadline);
  };

  return {
    async deliver(mail) {
      const deadline = performance.now() + limits.handoverMs;
      const kept = takeFree();
      if (kept === undefined) return deliverAnew(mail, deadline);
      try {
        return await deliverOn(kept, mail, deadline);
        // A server may end an unused line at the very moment it is used again. Before it has begun to take the
        // message nothing has happened, and a new line tells what is really the matter.
      } catch (error) {
        if (isAnswer(error) || kept.line.isAmidMessage()) throw error;
        return deliverAnew(mail, deadline);
      }
    },
    close() {
      isClosed = true;
      for (const { line } of free.splice(0)) line.quit();
    },
  };
}

/** Whether the server itself said no to this message, and still listens. */
function isAnswer(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const isAboutMessage =
    'command' in error && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(String(error.command));
  const code = 'responseCode' in error ? Number(error.responseCode) : 0;
  return isAboutMessage && code !== closing;
}

const closing = 421;
