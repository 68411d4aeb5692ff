import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { createLogger } from '#platform/log/logger.ts';
import { type BounceListener, type BounceReport, startBounceListener } from './bounce-listener.ts';
import { returnAddress } from './return-address.ts';

const secret = new Secret('0123456789abcdef0123456789abcdef');
const domain = 'bounce.bank.test';
const communicationId = '0195f0b5-7a00-7000-8000-000000000001';
const address = returnAddress(communicationId, domain, secret);

let listener: BounceListener;
let reports: BounceReport[];
let failure: Error | undefined;

beforeEach(async () => {
  reports = [];
  failure = undefined;
  listener = await startBounceListener({
    listen: { host: '127.0.0.1', port: 0 },
    secret,
    domain,
    log: createLogger({ level: 'fatal' }),
    onReport: async (report) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (failure !== undefined) throw failure;
      reports.push(report);
    },
  });
});

afterEach(() => listener.close());

function dsn(fields: string, more = ''): string {
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.test>',
    `To: ${address}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'I am sorry. Action: failed, says this text, but it is no report.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.test',
    'Arrival-Date: Sun, 1 Mar 2026 09:30:00 +0000',
    '',
    'Final-Recipient: rfc822; customer@example.test',
    fields,
    'Diagnostic-Code: smtp; 550 5.9.9 <customer@example.test> is not here',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'Subject: hello',
    more,
    '',
    'body',
    '--b1--',
    '',
  ].join('\r\n');
}

/** Speaks SMTP to the listener as a mail server; returns the codes of all replies. */
async function deliver(message: string, to: readonly string[] = [address]): Promise<readonly string[]> {
  const socket = connect(listener.port, '127.0.0.1');
  const codes: string[] = [];
  let text = '';
  const next = async (): Promise<string> => {
    for (;;) {
      const found = /^(\d{3}) .*\r\n/m.exec(text);
      if (found?.[1] !== undefined) {
        text = text.slice(found.index + found[0].length);
        return found[1];
      }
      const [chunk] = await once(socket, 'data');
      text += String(chunk);
    }
  };
  const commands = ['EHLO mx.test', 'MAIL FROM:<>', ...to.map((one) => `RCPT TO:<${one}>`), 'DATA'];
  codes.push(await next());
  for (const command of commands) {
    socket.write(`${command}\r\n`);
    codes.push(await next());
  }
  if (codes.at(-1) === '354') {
    socket.write(`${message.replaceAll(/^\./gm, '..')}\r\n.\r\n`);
    codes.push(await next());
  }
  socket.destroy();
  return codes;
}

describe('a report', () => {
  const kinds: readonly (readonly [string, string, object])[] = [
    ['a permanent failure', 'Action: failed\r\nStatus: 5.1.1', { outcome: 'failed-hard', code: '5.1.1' }],
    ['a final failure', 'Action: failed\r\nStatus: 4.4.1', { outcome: 'failed-soft', code: '4.4.1' }],
    ['a delay', 'Action: delayed\r\nStatus: 4.4.1', { outcome: 'delayed', code: '4.4.1' }],
    ['a delivery', 'Action: delivered\r\nStatus: 2.1.5', { outcome: 'delivered', code: '2.1.5' }],
    ['other capitals', 'ACTION: Failed\r\nstatus: 5.2.2 (full)', { outcome: 'failed-hard', code: '5.2.2' }],
    ['no code', 'Action: failed', { outcome: 'failed-hard', code: '5.0.0' }],
    ['an unknown status code', 'Action: failed\r\nStatus: x', { outcome: 'failed-hard', code: '5.0.0' }],
  ];

  test.each(kinds)('of %s is reported with its message', async (_name, fields, report) => {
    expect((await deliver(dsn(fields))).at(-1)).toBe('250');
    expect(reports).toEqual([{ communicationId, ...report }]);
  });

  it('may be repeated', async () => {
    const message = dsn('Action: failed\r\nStatus: 5.1.1');
    await deliver(message);
    await deliver(message);
    expect(reports).toHaveLength(2);
    expect(reports[0]).toEqual(reports[1]);
  });

  it('is retried by the mail server when it could not be recorded', async () => {
    failure = new Error('database unavailable');
    expect((await deliver(dsn('Action: failed\r\nStatus: 5.1.1'))).at(-1)).toBe('451');
    expect(reports).toEqual([]);
  });

  it('is assigned although the case of the address was changed', async () => {
    await deliver(dsn('Action: failed\r\nStatus: 5.1.1'), [address.toUpperCase()]);
    expect(reports).toHaveLength(1);
  });
});

describe('anything else', () => {
  const others: readonly (readonly [string, string])[] = [
    ['an out-of-office reply', 'Subject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nAction: failed'],
    ['a report without a final status', dsn('Action: relayed\r\nStatus: 2.0.0')],
    ['an empty message', ''],
    ['a report about reports', dsn('Action: expanded', 'Content-Type: message/delivery-status')],
    ['garbage', '\0\x01\x02'.repeat(100)],
  ];

  test.each(others)('such as %s is accepted and dropped', async (_name, message) => {
    expect((await deliver(message)).at(-1)).toBe('250');
    expect(reports).toEqual([]);
  });

  const unknownAddresses = [
    `postmaster@${domain}`,
    `b+${communicationId}.${'0'.repeat(20)}@${domain}`,
    address.replace('8000-000000000001', '8000-000000000002'),
    address.replace(domain, 'evil.test'),
    address.replace(communicationId, ''),
  ];

  test.each(unknownAddresses)('for %s is rejected', async (unknownAddress) => {
    expect(await deliver(dsn('Action: failed'), [unknownAddress])).toEqual([
      '220',
      '250',
      '250',
      '550',
      '503',
    ]);
    expect(reports).toEqual([]);
  });

  it('is rejected for two recipients at once', async () => {
    const second = returnAddress('0195f0b5-7a00-7000-8000-000000000002', domain, secret);
    const codes = await deliver(dsn('Action: failed\r\nStatus: 5.1.1'), [address, second]);
    expect(codes[4]).toBe('452');
  });

  it('is rejected when it is too large', async () => {
    const codes = await deliver(dsn('Action: failed\r\nStatus: 5.1.1', `X: ${'x\r\n '.repeat(90_000)}`));
    expect(codes.at(-1)).toBe('552');
    expect(reports).toEqual([]);
  });
});
