import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, it, test } from 'vitest';
import type { OutboundMessage } from '#capabilities/correspondence/ports/channel.ts';
import { outboundMessageFor } from '#capabilities/correspondence/testing/outbound-message.suite.ts';
import { composeMail, type MailSender } from './compose-mail.ts';

const to = 'customer@example.test';
const sender: MailSender = { name: 'Example Bank', address: 'no-reply@bank.test' };

function read(outbound: OutboundMessage, from: MailSender = sender): Promise<Email> {
  return PostalMime.parse(composeMail(outbound, from, to));
}

function header(email: Email, key: string): string | undefined {
  return email.headers.find((one) => one.key === key)?.value;
}

describe('a plain message', () => {
  it('has sender, recipient, subject, date, and the auto-generated header', async () => {
    const outbound = outboundMessageFor(to, { language: 'de-CH' });
    const email = await read(outbound, { ...sender, replyTo: 'help@bank.test' });
    expect(email).toMatchObject({
      from: { name: 'Example Bank', address: 'no-reply@bank.test' },
      replyTo: [{ address: 'help@bank.test' }],
      to: [{ address: to }],
      subject: outbound.title,
      messageId: `<${outbound.communicationId}@bank.test>`,
      date: '2026-03-01T09:30:00.000Z',
      attachments: [],
    });
    expect(email.html).toBeUndefined();
    expect(header(email, 'auto-submitted')).toBe('auto-generated');
    expect(header(email, 'content-language')).toBe('de-CH');
    expect(header(email, 'date')).toBe('Sun, 01 Mar 2026 09:30:00 +0000');
  });

  it('has lines that every server accepts, and only ASCII', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ unit: 'binary', maxLength: 400 }),
        (title, text) => {
          const mail = composeMail(outboundMessageFor(to, { title, text, html: text }), sender, to).toString(
            'latin1',
          );
          expect(mail.split('\r\n').every((line) => /^[\t\x20-\x7e]{0,998}$/.test(line))).toBe(true);
        },
      ),
    );
  });

  it('contains every title and every text, and no injected header', async () => {
    const names = (await read(outboundMessageFor(to))).headers.map(({ key }) => key);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 400 }),
        async (title, text) => {
          const email = await read(outboundMessageFor(to, { title: `-${title}-`, text: `${text}-` }));
          expect(email.headers.map(({ key }) => key)).toEqual(names);
          const shown = title.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
          expect(email.subject).toBe(`-${shown}-`);
          const lines = text.toWellFormed().replaceAll(/\r\n|\r/g, '\n');
          expect(email.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(`${lines}-`);
        },
      ),
    );
  });

  test.each(['Bank "Zum Löwen" & Söhne', 'a\\b"c', 'x\r\nBcc: thief@evil.test', 'Müller, Meier <a@b.test>'])(
    'shows the sender %j as a name',
    async (name) => {
      const email = await read(outboundMessageFor(to), { ...sender, name });
      expect(email.from).toEqual({ name: name.replaceAll(/[\r\n]+/g, ' '), address: sender.address });
      expect(header(email, 'bcc')).toBeUndefined();
    },
  );

  it('is the same every time', () => {
    const enclosures = [{ name: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }];
    const outbound = outboundMessageFor(to, { html: '<p>Grüezi</p>', enclosures });
    expect(composeMail(outbound, sender, to)).toEqual(composeMail({ ...outbound }, sender, to));
  });
});

describe('a message with html', () => {
  it('has the text as an alternative, with language and direction', async () => {
    const email = await read(
      outboundMessageFor(to, { html: '<p>Grüezi</p>', title: 'A <b> & "c"', language: 'de' }),
    );
    expect(email.text?.trim()).toBe(outboundMessageFor(to).text);
    expect(email.html).toContain('<p>Grüezi</p>');
    expect(email.html).toContain('<html lang="de" dir="ltr">');
    expect(email.html).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>');
    expect(email.html).toContain('content="light dark"');
  });

  test.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fa', 'rtl'],
    ['ur-PK', 'rtl'],
    ['en', 'ltr'],
    ['arn', 'ltr'],
  ])('in %s has the direction %s', async (language, direction) => {
    const email = await read(outboundMessageFor(to, { html: '<p>x</p>', language }));
    expect(email.html).toContain(`<main lang="${language}" dir="${direction}">`);
  });
});

describe('an enclosure', () => {
  it('is attached unchanged, with its name and type', async () => {
    const content = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 31) % 256);
    const enclosures = [
      { name: 'Kontoauszug März "2026".pdf', contentType: 'application/pdf', content },
      { name: 'b\r\nX-A: 1.png', contentType: 'image/png\r\nX-B: 2', content: content.subarray(10, 20) },
    ];
    const email = await read(outboundMessageFor(to, { html: '<p>x</p>', enclosures }));
    const seen = email.attachments.map(({ content: bytes, filename, mimeType }) => ({
      filename,
      mimeType,
      bytes: typeof bytes === 'string' ? bytes : Buffer.from(new Uint8Array(bytes)).toString('hex'),
    }));
    expect(seen).toEqual([
      {
        filename: 'Kontoauszug März "2026".pdf',
        mimeType: 'application/pdf',
        bytes: Buffer.from(content).toString('hex'),
      },
      {
        filename: 'b X-A: 1.png',
        mimeType: 'application/octet-stream',
        bytes: Buffer.from(content.subarray(10, 20)).toString('hex'),
      },
    ]);
  });

  it('is separate from a text that quotes the boundary of another message', async () => {
    const enclosures = [{ name: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }];
    const first = composeMail(outboundMessageFor(to, { enclosures }), sender, to).toString('latin1');
    const border = /boundary="([^"]+)"/.exec(first)?.[1] ?? '';
    const text = `--${border}\r\nContent-Type: text/html\r\n\r\n<b>other</b>\r\n--${border}--`;
    const email = await read(outboundMessageFor(to, { text, enclosures }));
    expect([email.html, email.attachments.length]).toEqual([undefined, 1]);
    expect(email.text).toContain('<b>other</b>');
  });
});

test('an id or a language that could break a header is an internal error', () => {
  expect(() => composeMail(outboundMessageFor(to, { communicationId: 'a>\r\nB: c' }), sender, to)).toThrow(
    'id',
  );
  expect(() => composeMail(outboundMessageFor(to, { language: 'de\r\nB: c' }), sender, to)).toThrow(
    'language',
  );
});
