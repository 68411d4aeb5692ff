import { type SmsGateway, startSmsGateway } from '../../server/src/adapters/sms/sms-gateway.suite.ts';
import { type MailServer, startMailServer } from '../../server/src/adapters/smtp/mail-server.suite.ts';
import { patienceMs } from './forms.ts';

const pauseMs = 40;

/** The phones and mailboxes of customers. */
export interface ExternalStubs extends AsyncDisposable {
  readonly mail: MailServer;
  readonly sms: SmsGateway;
  /** How many text messages a number has got so far. */
  textCount(phone: string): Promise<number>;
  /** The first text message that a number gets after so many; waits for it. */
  text(phone: string, after: number): Promise<string>;
  /** The newest mail to an address in which something stands; what the pattern holds in brackets. Waits for it. */
  mailed(email: string, pattern: RegExp): Promise<string>;
}

export async function startFarSides(): Promise<ExternalStubs> {
  const [mail, sms] = await Promise.all([startMailServer({ content: 'kept' }), startSmsGateway()]);
  const textsTo = async (phone: string): Promise<readonly string[]> =>
    (await sms.journal()).filter(({ to }) => to === phone).map(({ text }) => text);
  return {
    mail,
    sms,
    textCount: async (phone) => (await textsTo(phone)).length,
    text: (phone, after) => waited(`a text message to ${phone}`, async () => (await textsTo(phone))[after]),
    mailed: (email, pattern) =>
      waited(`a mail to ${email}`, async () => {
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

/** The journal keeps mails in base64; inside, each part may be in base64 or quoted-printable again. */
function readable(kept: string): string {
  const content = Buffer.from(kept, 'base64').toString('utf8');
  const plain = content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)));
  const opened = [...content.matchAll(/base64\r?\n(?:[^\r\n]+\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/g)].map(
    ([, text = '']) => Buffer.from(text, 'base64').toString('utf8'),
  );
  return [...opened, plain].join('\n');
}

async function waited<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`${what} did not come within ${patienceMs / 1_000} s`);
}
