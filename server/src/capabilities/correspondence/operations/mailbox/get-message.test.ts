import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  fieldErrorsOf,
  problemOf,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const unknown = '01a1dea6-4100-7000-8000-000000000000';

describe('getting a message', () => {
  test('returns all of it', async () => {
    const { attachmentIds, messageId } = await app.deliver({
      customerNumber: '1',
      title: 'Kontoauszug',
      text: 'Ihr Auszug.',
      html: '<p>Ihr <b>Auszug</b>.</p>',
      kind: 'statement',
      category: 'account',
      attachments: [{ name: 'Auszug.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF') }],
    });
    const response = await app.get(`/me/messages/${messageId}`, customer('1'));
    expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(response.body).toEqual({
      'message-id': messageId,
      'customer-number': '1',
      received: '2026-11-15T10:00:00.000Z',
      status: 'unread',
      'mailbox-folder': 'inbox',
      'message-kind': 'statement',
      urgency: 'normal',
      message: {
        title: 'Kontoauszug',
        body: { 'content-type': 'text/html', content: '<p>Ihr <b>Auszug</b>.</p>' },
        attachments: [
          {
            'content-type': 'application/pdf',
            name: 'Auszug.pdf',
            'content-url': expect.stringContaining(
              `/v1/correspondence/attachments/${attachmentIds[0]}?until=1794737100&mark=`,
            ),
          },
        ],
      },
      'message-category': 'account',
      'has-attachments': true,
      'is-read': false,
    });
  });

  test('returns plain text if there is no html, and does not mark the message as read', async () => {
    const { messageId } = await app.deliver({ customerNumber: '2', text: 'Guten Tag.' });
    const first = await app.get(`/me/messages/${messageId}`, customer('2'));
    const again = await app.get(`/me/messages/${messageId.toUpperCase()}`, customer('2'));
    expect(at(first.body, 'message')).toEqual({
      title: 'Nachricht',
      body: { 'content-type': 'text/plain', content: 'Guten Tag.' },
      attachments: [],
    });
    expect(again.body).toEqual(first.body);
    expect(again.body).toMatchObject({ status: 'unread', 'is-read': false });
  });

  test('of the organization the caller acts for works', async () => {
    const { messageId } = await app.deliver({ customerNumber: 'ORG-1' });
    expect((await app.get(`/me/messages/${messageId}`, customer('1'))).status).toBe(404);
    const acting = customer('1', { 'acting-for': 'ORG-1' });
    expect((await app.get(`/me/messages/${messageId}`, acting)).status).toBe(200);
  });

  test('of another customer, of another bank or of the future is not found', async () => {
    const foreign = await app.deliver({ customerNumber: '3' });
    const elsewhere = await app.deliver({ customerNumber: '4', bankId: '02' });
    const coming = await app.deliver({ customerNumber: '4', receivedAt: '2026-11-15T10:00:01Z' });
    const ask = async (id: string, as = customer('4')) => {
      const response = await app.get(`/me/messages/${id}`, as);
      return { ...response, text: response.text.replaceAll(id, '{id}').replace(/"trace-id":"[^"]*"/, '') };
    };
    const missing = await ask(unknown);
    expect(problemOf(missing)).toBe('404 not-found');
    for (const { messageId } of [foreign, elsewhere, coming]) {
      const response = await ask(messageId);
      expect({ status: response.status, text: response.text }).toEqual({ status: 404, text: missing.text });
    }
    expect(problemOf(await ask(foreign.messageId, customer(undefined)))).toBe('404 not-found');
    app.clock.advance({ seconds: 1 });
    expect((await ask(coming.messageId)).status).toBe(200);
  });

  test('requires a valid id', async () => {
    expect(fieldErrorsOf(await app.get('/me/messages/first', customer('1')))).toEqual([
      '400 message-id format',
    ]);
  });
});
