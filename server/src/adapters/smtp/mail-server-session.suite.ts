import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { MailServerMode, MailServerStart } from './mail-server-mode.suite.ts';

/** One message as received, dots still doubled. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly isSecure: boolean;
  readonly wire: Buffer;
}

/** State shared by all sessions of the server. */
export interface MailServerRules {
  readonly start: MailServerStart;
  readonly secureContext: SecureContext | undefined;
  readonly mode: () => MailServerMode;
  /** Returns the reply to a message. */
  readonly take: (mail: ReceivedMail) => string;
}

interface Session {
  socket: Socket;
  rest: Buffer;
  data: Buffer[] | undefined;
  from: string | undefined;
  to: string[];
  taken: number;
  isBusy: boolean;
  isKnown: boolean;
}

const endOfData = Buffer.from('\r\n.\r\n');
const nothing = Buffer.alloc(0);
const goAhead = '220 go ahead';

/** Implements the minimum of SMTP that a careful client needs on one connection, at minimal cost. */
export function serveMail(socket: Socket, rules: MailServerRules): void {
  const { cut, isSilent } = rules.mode();
  socket.on('error', () => undefined);
  if (cut === 'at-greeting') return void socket.destroy();
  if (isSilent === true) return void socket.resume();
  const session: Session = {
    socket,
    rest: nothing,
    data: undefined,
    from: undefined,
    to: [],
    taken: 0,
    isBusy: false,
    isKnown: rules.start.credentials === undefined,
  };
  listen(session, rules);
  socket.write('220 mail.test ready\r\n');
  return undefined;
}

function listen(session: Session, rules: MailServerRules): void {
  session.socket.on('data', (chunk: Buffer) => {
    session.rest = session.rest.length === 0 ? chunk : Buffer.concat([session.rest, chunk]);
    advance(session, rules);
  });
}

/** Processes all available input; the replies to one packet are sent in one. */
function advance(session: Session, rules: MailServerRules): void {
  let command = '';
  while (hasMore(session)) {
    const line = session.data === undefined ? nextLine(session) : undefined;
    if (line === undefined) {
      if (session.data !== undefined && readData(session, rules)) continue;
      break;
    }
    const reply = handleCommand(session, rules, line);
    command += `${reply}\r\n`;
    if (reply === goAhead) {
      session.socket.write(command);
      return secure(session, rules);
    }
    if (/^(?:221|421)/.test(reply)) return void session.socket.end(command);
  }
  if (command !== '') session.socket.write(command);
  return undefined;
}

function hasMore({ isBusy, rest, socket }: Session): boolean {
  return !isBusy && rest.length > 0 && !socket.destroyed;
}

function nextLine(session: Session): string | undefined {
  const end = session.rest.indexOf('\r\n');
  if (end < 0) return undefined;
  const line = session.rest.toString('latin1', 0, end);
  session.rest = session.rest.subarray(end + 2);
  return line;
}

type ReplyHandler = (session: Session, rules: MailServerRules, line: string) => string;

const replies = new Map<string, ReplyHandler>([
  ['EHLO', greet],
  ['STAR', (_session, { secureContext }) => (secureContext === undefined ? '502 5.5.1 no' : goAhead)],
  ['AUTH', authenticate],
  ['MAIL', sender],
  ['RCPT', recipient],
  ['DATA', beginData],
  ['RSET', reset],
  ['QUIT', () => '221 2.0.0 bye'],
]);

function handleCommand(session: Session, rules: MailServerRules, line: string): string {
  return replies.get(line.slice(0, 4).toUpperCase())?.(session, rules, line) ?? '502 5.5.1 unknown';
}

function beginData(session: Session): string {
  if (session.to.length === 0) return '554 5.5.1 no valid recipients';
  session.data = [];
  return '354 go on';
}

function reset(session: Session): string {
  session.from = undefined;
  session.to = [];
  return '250 2.0.0 ok';
}

function greet(session: Session, rules: MailServerRules): string {
  const isPlain = !(session.socket instanceof TLSSocket);
  const lines = ['mail.test', 'PIPELINING', 'SIZE 33554432', '8BITMIME', 'SMTPUTF8'];
  if (isPlain && rules.secureContext !== undefined) lines.push('STARTTLS');
  if (rules.start.credentials !== undefined) lines.push('AUTH PLAIN');
  return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n');
}

function authenticate(session: Session, { start }: MailServerRules, line: string): string {
  const command = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('utf8');
  session.isKnown = command === `\0${start.credentials?.user}\0${start.credentials?.password}`;
  return session.isKnown ? '235 2.7.0 welcome' : '535 5.7.8 who are you';
}

function sender(session: Session, rules: MailServerRules, line: string): string {
  const { leaveAfter, rejectSender } = rules.mode();
  if (!session.isKnown) return '530 5.7.0 sign in first';
  if (leaveAfter !== undefined && session.taken >= leaveAfter) return '421 4.3.2 closing';
  const from = addressIn(line);
  if (rejectSender !== undefined && new RegExp(rejectSender).test(from))
    return `550 5.7.1 <${from}> not here`;
  session.from = from;
  session.to = [];
  return '250 2.1.0 ok';
}

function recipient(session: Session, rules: MailServerRules, line: string): string {
  const { defer, reject } = rules.mode();
  if (session.from === undefined) return '503 5.5.1 sender first';
  const to = addressIn(line);
  // Real servers quote the address; logging their replies would log personal data.
  if (reject !== undefined && new RegExp(reject).test(to)) return `550 5.1.1 <${to}>: no such user`;
  if (defer !== undefined && new RegExp(defer).test(to)) return `451 4.7.1 <${to}>: later`;
  session.to.push(to);
  return '250 2.1.5 ok';
}

function addressIn(line: string): string {
  return Buffer.from(/<([^>]*)>/.exec(line)?.[1] ?? '', 'latin1').toString('utf8');
}

/** Consumes received data of a message; false if more must come. */
function readData(session: Session, rules: MailServerRules): boolean {
  const received = session.data ?? [];
  if (rules.mode().cut === 'mid-data') {
    session.socket.destroy();
    return false;
  }
  // The terminator may span two packets, so the last bytes before are checked again.
  const tail = received.at(-1)?.subarray(-endOfData.length + 1) ?? nothing;
  const end = Buffer.concat([tail, session.rest]).indexOf(endOfData);
  if (end < 0) {
    session.data = join(received, session.rest);
    session.rest = nothing;
    return false;
  }
  const endsAt = end - tail.length + 2;
  const all = Buffer.concat([...received, session.rest]);
  const messageBytes = all.length - session.rest.length + endsAt;
  session.rest = all.subarray(messageBytes + endOfData.length - 2);
  session.data = undefined;
  replyTo(session, rules, all.subarray(0, messageBytes));
  return true;
}

/** Joins small pieces, so that the last one is never shorter than the terminator. */
function join(received: readonly Buffer[], more: Buffer): Buffer[] {
  const last = received.at(-1);
  if (last === undefined || more.length >= endOfData.length) return [...received, more];
  return [...received.slice(0, -1), Buffer.concat([last, more])];
}

function replyTo(session: Session, rules: MailServerRules, wire: Buffer): void {
  const { cut, delayMs } = rules.mode();
  const isSecure = session.socket instanceof TLSSocket;
  const mail = { from: session.from ?? '', to: session.to, isSecure, wire };
  session.from = undefined;
  session.to = [];
  const reply = (): void => {
    // A closed connection gets no reply.
    if (session.socket.destroyed) return;
    const command = rules.take(mail);
    session.taken += command.startsWith('250') ? 1 : 0;
    if (cut === 'after-data') session.socket.destroy();
    else session.socket.write(`${command}\r\n`);
  };
  if (delayMs === undefined) return reply();
  session.isBusy = true;
  setTimeout(() => {
    session.isBusy = false;
    reply();
    advance(session, rules);
  }, delayMs);
  return undefined;
}

function secure(session: Session, rules: MailServerRules): void {
  const plain = session.socket;
  plain.removeAllListeners('data');
  session.rest = nothing;
  const socket = new TLSSocket(plain, {
    isServer: true,
    ...(rules.secureContext === undefined ? {} : { secureContext: rules.secureContext }),
  });
  socket.on('error', () => undefined);
  session.socket = socket;
  listen(session, rules);
}
