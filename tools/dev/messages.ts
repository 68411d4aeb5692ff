import { appendFile, open, rm, writeFile } from 'node:fs/promises';
import { startSmsGateway } from '../../server/src/adapters/sms/sms-gateway.suite.ts';
import { startMailServer } from '../../server/src/adapters/smtp/mail-server.suite.ts';
import { readMail } from '../../server/src/adapters/smtp/smtp-harness.suite.ts';
import { devFiles } from './clone.ts';

/** A message to a customer, as `messages.ndjson` has it. */
export interface DevMessage {
  /** When it was received, ISO 8601. */
  readonly at: string;
  readonly medium: 'sms' | 'mail';
  readonly to: string;
  readonly text: string;
}

const banks = ['01', '02', 'nl'];
const networks = ['127.0.0.0/8'];
const pollMs = 100;

/**
 * Starts a mail server and an SMS gateway that accept everything. Returns the setting `PORTICO_DELIVERY` for them.
 * `show` gets each message, which is recorded before.
 */
export async function startMessageServers(show: (message: DevMessage) => void): Promise<string> {
  const [mail, sms] = await Promise.all([startMailServer({ content: 'stored' }), startSmsGateway()]);
  await writeFile(devFiles.smsToken, sms.token, { mode: 0o600 });
  await Promise.all([devFiles.messages, devFiles.messagesRead].map((path) => rm(path, { force: true })));
  const toSms = (entry: unknown): Content => ({
    medium: 'sms',
    to: textIn(entry, 'to'),
    text: textIn(entry, 'text'),
  });
  follow(sms.journalPath, toSms, show);
  follow(mail.journalPath, toMail, show);
  const senders = banks.map((bank) => [bank, { name: `Bank ${bank}`, address: `post@bank-${bank}.example` }]);
  return JSON.stringify({
    email: {
      server: `smtp-plain://127.0.0.1:${mail.port}`,
      senders: Object.fromEntries(senders),
      networks,
    },
    sms: {
      url: sms.url,
      token: `file:${devFiles.smsToken}`,
      senders: Object.fromEntries(banks.map((bank) => [bank, `Bank ${bank}`])),
      networks,
    },
  });
}

/** Prints a message as one line. */
export function printMessage({ medium, text, to }: DevMessage): void {
  console.log(`${medium} to ${to}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
}

type Content = Omit<DevMessage, 'at'>;

/** Records every message of a journal in a readable form, and shows it. */
function follow(
  journalPath: string,
  read: (entry: unknown) => Content | Promise<Content>,
  show: (message: DevMessage) => void,
): void {
  const next = createLineReader(journalPath);
  const poll = async (): Promise<void> => {
    for (const line of await next()) {
      const message = { at: new Date().toISOString(), ...(await read(JSON.parse(line))) };
      await appendFile(devFiles.messages, `${JSON.stringify(message)}\n`);
      show(message);
    }
    setTimeout(() => void poll(), pollMs);
  };
  void poll();
}

/** Returns a function that returns the complete lines since the last call. */
function createLineReader(path: string): () => Promise<readonly string[]> {
  let offset = 0;
  return async () => {
    const file = await open(path).catch(() => undefined);
    if (file === undefined) return [];
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(size - offset);
      await file.read(bytes, 0, bytes.length, offset);
      const end = bytes.lastIndexOf('\n') + 1;
      offset += end;
      return bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    } finally {
      await file.close();
    }
  };
}

async function toMail(entry: unknown): Promise<Content> {
  const mail = await readMail(textIn(entry, 'content'));
  const [to = ''] = (mail.to ?? []).map(({ address = '' }) => address);
  return { medium: 'mail', to, text: `${mail.subject ?? ''}\n${mail.text ?? ''}` };
}

function textIn(holder: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(holder), name);
  return typeof value === 'string' ? value : '';
}
