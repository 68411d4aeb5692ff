import { type SmsGateway, startSmsGateway } from '../../server/src/adapters/sms/sms-gateway.suite.ts';
import { type MailServer, startMailServer } from '../../server/src/adapters/smtp/mail-server.suite.ts';
import { timeoutMs } from './forms.ts';

const pauseMs = 40;

/** A mail server and an SMS gateway with the messages to customers. */
export interface ExternalStubs extends AsyncDisposable {
  readonly mail: MailServer;
  readonly sms: SmsGateway;
  /** Returns the number of text messages to a phone number. */
  textCount(phone: string): Promise<number>;
  /** Waits for the text message with index `after` to a phone number. */
  text(phone: string, after: number): Promise<string>;
  /** Waits for a mail to an address that matches the pattern; returns the first group of the newest match. */
  mailed(email: string, pattern: RegExp): Promise<string>;
}

export async function startExternalStubs(): Promise<ExternalStubs> {
  const [mail, sms] = await Promise.all([startMailServer({ content: 'stored' }), startSmsGateway()]);
  const textsTo = async (phone: string): Promise<readonly string[]> =>
    (await sms.journal()).filter(({ to }) => to === phone).map(({ text }) => text);
  return {
    mail,
    sms,
    textCount: async (phone) => (await textsTo(phone)).length,
    text: (phone, after) => waitFor(`a text message to ${phone}`, async () => (await textsTo(phone))[after]),
    mailed: (email, pattern) =>
      waitFor(`a mail to ${email}`, async () => {
        const all = (await mail.journal()).filter(({ to }) => to.includes(email));
        return all
          .map(({ content = '' }) => pattern.exec(readable(content))?.[1])
          .findLast((found) => found !== undefined);
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([mail.stop(), sms.stop()]);
    },
  };
}

/** Decodes a mail: the journal stores it in base64, and each part may be in base64 or quoted-printable. */
function readable(encoded: string): string {
  const content = Buffer.from(encoded, 'base64').toString('utf8');
  const plain = content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)));
  const opened = [...content.matchAll(/base64\r?\n(?:[^\r\n]+\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/g)].map(
    ([, text = '']) => Buffer.from(text, 'base64').toString('utf8'),
  );
  return [...opened, plain].join('\n');
}

async function waitFor<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`${what} did not arrive within ${timeoutMs / 1_000} s`);
}
