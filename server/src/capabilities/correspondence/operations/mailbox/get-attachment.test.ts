import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { linkAttachments } from '../../steps/attachments.ts';
import {
  back,
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  fieldErrorsOf,
  type MailboxFixture,
  problemOf,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    gateways: { mediaOf: (client) => (client === 'mailman' ? ['mailbox'] : ['sms']) },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x80]);

async function deliverFile(customerNumber: string, more = {}): Promise<MailboxFixture> {
  const attachments = [{ name: 'Über „uns“.pdf', contentType: 'application/pdf', bytes }];
  return app.deliver({ customerNumber, attachments, ...more });
}

/** The link as the mailbox returns it. */
async function urlFor(messageId: string, as: TokenRequest): Promise<string> {
  const { body } = await app.get(`/me/messages/${messageId}`, as);
  return String(at(body, 'message', 'attachments', 0, 'content-url'));
}
const follow = (url: string, as?: TokenRequest): Promise<TestResponse> =>
  app.call({ method: 'GET', path: url, ...(as === undefined ? {} : { as }) });

/** A link for callers who see messages outside the mailbox. */
function linkFor(attachmentId: string, reader: string): string {
  const untilSeconds = 1_794_737_100;
  const { correspondenceVault: vault } = app.ports;
  const mark = vault.signLink({ bankId: '01', attachmentId, readerId: reader, untilSeconds });
  return `${base}/attachments/${attachmentId}?until=${untilSeconds}&mark=${mark}`;
}

describe('following a link to an attachment', () => {
  test('returns the file as a download that must not be cached', async () => {
    const { messageId } = await deliverFile('1');
    const url = await urlFor(messageId, customer('1'));
    const response = await follow(url, customer('1'));
    expect(response).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'cache-control': 'no-store',
        'content-disposition': expect.stringContaining(
          "filename*=UTF-8''%C3%9Cber%20%E2%80%9Euns%E2%80%9C.pdf",
        ),
      },
    });
    const headers = await app.mint.headersFor(customer('1'), { method: 'GET', path: url });
    const raw = await app.api.inject({ method: 'GET', url, headers });
    expect(raw.rawPayload).toEqual(bytes);
    expect(
      (
        await follow(
          url.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase()),
          customer('1'),
        )
      ).status,
    ).toBe(200);
  });

  test('works until the expiry of the link, and not a second longer', async () => {
    const { messageId } = await deliverFile('2');
    const url = await urlFor(messageId, customer('2'));
    app.clock.advance({ seconds: 300 });
    expect((await follow(url, customer('2'))).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(problemOf(await follow(url, customer('2')))).toBe('404 not-found');
  });

  test('of another reader, changed, or to a foreign file returns the same not-found problem', async () => {
    const { attachmentIds, messageId } = await deliverFile('1001');
    const other = await deliverFile('1002');
    const coming = await deliverFile('1001', { receivedAt: '2026-11-15T10:00:01Z' });
    const elsewhere = await deliverFile('1001', { bankId: '02' });
    const as = customer('1001');
    const reader = `customer ${as.kind === 'customer' ? as.id : ''}`;
    const url = await urlFor(messageId, as);
    const unknown = '01a1dea6-4100-7000-8000-000000000000';
    const bad = [
      // of another customer, although the signature is valid
      linkFor(other.attachmentIds[0] ?? '', reader),
      linkFor(coming.attachmentIds[0] ?? '', reader),
      linkFor(elsewhere.attachmentIds[0] ?? '', reader),
      linkFor(unknown, reader),
      // made for another reader
      linkFor(attachmentIds[0] ?? '', 'customer usr_other'),
      linkFor(attachmentIds[0] ?? '', reader.replace('customer', 'employee')),
      // changed
      url.replace(/until=\d+/, 'until=1894736700'),
      url.replace(/mark=.*/, `mark=${randomBytes(16).toString('base64url')}`),
      url.replace(/mark=.*/, 'mark=x'),
      url.replace(/[0-9a-f-]{36}/, other.attachmentIds[0] ?? ''),
    ];
    const responses = await Promise.all(bad.map((path) => follow(path, as)));
    const looks = responses.map(({ status, text }, index) => {
      const id = /[0-9a-f-]{36}/.exec(bad[index] ?? '')?.[0] ?? '';
      return `${status} ${text.replaceAll(id, '{id}').replace(/"trace-id":"[^"]*"/, '')}`;
    });
    expect(new Set(looks).size).toBe(1);
    expect(problemOf(responses[0] ?? (await follow(url)))).toBe('404 not-found');
    expect((await follow(url, as)).status).toBe(200);
  });

  test('works for the organization the caller acts for', async () => {
    const { messageId } = await deliverFile('ORG-3');
    const acting = customer('3', { 'acting-for': 'ORG-3' });
    const url = await urlFor(messageId, acting);
    expect((await follow(url, acting)).status).toBe(200);
    expect((await follow(url, customer('3'))).status).toBe(404);
  });

  test('works for a gateway of the medium, and for no other', async () => {
    const { attachmentIds } = await deliverFile('4');
    const [id = ''] = attachmentIds;
    const mailman = back(['correspondence.deliver'], { id: 'mailman' });
    const texter = back(['correspondence.deliver'], { id: 'texter' });
    expect((await follow(linkFor(id, 'application mailman'), mailman)).status).toBe(200);
    expect((await follow(linkFor(id, 'application texter'), texter)).status).toBe(404);
    const sender = back(['correspondence.send'], { id: 'mailman' });
    expect((await follow(linkFor(id, 'application mailman'), sender)).status).toBe(404);
    const reader = back(['correspondence.render'], { id: 'mailman' });
    expect((await follow(linkFor(id, 'application mailman'), reader)).status).toBe(403);
  });

  test('works for the application that sent the message, and for no other sender', async () => {
    const sender = back(['correspondence.send']);
    const content = Buffer.from('%PDF-1.7').toString('base64');
    const response = await app.post(
      '/communications',
      {
        contact: { kind: 'email', details: 'a@example.org' },
        'message-kind': 'notice',
        message: {
          title: 'Files',
          body: { 'content-type': 'text/plain', content: 'x' },
          attachments: [{ 'content-type': 'application/pdf', name: 'a.pdf', content }],
        },
      },
      sender,
    );
    const { body } = await app.get(`/communications/${String(at(response.body, 'id'))}`, sender);
    const url = String(at(body, 'message', 'attachments', 0, 'content-url'));
    expect((await follow(url, sender)).status).toBe(200);
    const [id = ''] = /[0-9a-f-]{36}/.exec(url) ?? [];
    const other = back(['correspondence.send'], { id: 'other' });
    expect((await follow(linkFor(id, 'application other'), other)).status).toBe(404);
  });

  test('works for staff with the correspondence role, and is audited', async () => {
    const { attachmentIds } = await deliverFile('5');
    const [id = ''] = attachmentIds;
    const url = linkFor(id, 'employee e-7');
    expect((await follow(url, staff('e-7', ['correspondent']))).status).toBe(200);
    expect(await app.auditOf('attachment', id)).toMatchObject([
      {
        operation: 'Correspondence_Attachments_Get',
        actor: { kind: 'employee', id: 'e-7' },
        changes: [{ field: 'read', after: 'personal' }],
      },
    ]);
    expect((await follow(url, staff('e-8', ['correspondent']))).status).toBe(404);
    expect((await follow(url, staff('e-7', ['party.read']))).status).toBe(403);
    expect((await follow(url)).status).toBe(401);
  });

  test('requires all parameters of the link', async () => {
    const { attachmentIds } = await deliverFile('6');
    const path = `/attachments/${attachmentIds[0]}`;
    expect(fieldErrorsOf(await app.get(path, customer('6')))).toEqual([
      '400 until required',
      '400 mark required',
    ]);
    expect(fieldErrorsOf(await app.get(`${path}?until=soon&mark=x`, customer('6')))).toEqual([
      '400 until type',
    ]);
  });
});

test('links are valid for five minutes and for the requesting caller', async () => {
  const { attachmentIds } = await deliverFile('7');
  const head = {
    attachmentId: attachmentIds[0] ?? '',
    name: 'a',
    contentType: 'application/pdf',
    sizeBytes: 7,
  };
  const [link] = linkAttachments(app.context(), [head]);
  expect(link).toMatchObject({ ...head, untilSeconds: 1_794_737_100 });
  const { correspondenceVault: vault } = app.ports;
  const meant = {
    bankId: '01',
    attachmentId: head.attachmentId,
    readerId: 'system test',
    untilSeconds: 1_794_737_100,
  };
  expect(vault.verifyLink(link?.mark ?? '', meant)).toBe(true);
  expect(vault.verifyLink(link?.mark ?? '', { ...meant, readerId: 'system other' })).toBe(false);
});
