import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  fieldErrorsOf,
  problemOf,
} from '../../testing/correspondence-test-app.suite.ts';
import { whileLocked } from '../../testing/locked-rows.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const unknown = '01a1dea6-4100-7000-8000-000000000000';
const read = (id: string, as = customer('1'), body?: unknown): Promise<TestResponse> =>
  app.post(`/me/messages/${id}/mark-as-read`, body, as);
const shown = async (id: string, number: string): Promise<unknown> =>
  (await app.get(`/me/messages/${id}`, customer(number))).body;
const emittedOf = (number: string) => app.eventsOf('mailbox', number);

describe('marking a message as read', () => {
  test('happens once, emits one event, and is audited every time', async () => {
    const { messageId } = await app.deliver({ customerNumber: '1' });
    expect(await read(messageId)).toMatchObject({ status: 204, text: '' });
    expect(await shown(messageId, '1')).toMatchObject({ status: 'read', 'is-read': true });
    app.clock.advance({ seconds: 1 });
    expect(await read(messageId)).toMatchObject({ status: 204, text: '' });
    expect(await emittedOf('1')).toEqual([
      { name: 'mailbox-message-read', data: { 'customer-number': '1', 'message-id': messageId } },
    ]);
    const auditTrail = await app.auditOf('mailbox-message', messageId);
    expect(auditTrail.map((entry) => at(entry, 'changes'))).toEqual([
      [{ field: 'is-read', before: false, after: true }],
      [],
    ]);
    const [row] = await app.database.query<{ changed: string }>(
      'select changed_at::text as changed from correspondence.mailbox_state where message_id = $1',
      [messageId],
    );
    expect(row?.changed).toMatch(/^2026-11-15 10:00:00/);
    app.clock.set('2026-11-15T10:00:00Z');
  });

  test('ignores additional members', async () => {
    const { messageId } = await app.deliver({ customerNumber: '2' });
    expect((await read(messageId, customer('2'), { read: false })).status).toBe(204);
    const garbage = await app.call({
      method: 'POST',
      path: `${base}/me/messages/${messageId}/mark-as-read`,
      as: customer('2'),
      headers: { 'content-type': 'text/plain' },
      body: 'x{',
    });
    expect(garbage.status).toBe(204);
  });

  test('keeps an archived message archived', async () => {
    const { messageId } = await app.deliver({ customerNumber: '3' });
    await app.post('/me/messages/archive', { 'message-ids': [messageId] }, customer('3'));
    expect(await shown(messageId, '3')).toMatchObject({ status: 'archived', 'is-read': false });
    expect((await read(messageId, customer('3'))).status).toBe(204);
    expect(await shown(messageId, '3')).toMatchObject({ status: 'archived', 'is-read': true });
    expect((await emittedOf('3')).map(({ name }) => name)).toEqual([
      'mailbox-messages-archived',
      'mailbox-message-read',
    ]);
  });

  test('by several callers at once emits one event', async () => {
    const { messageId } = await app.deliver({ customerNumber: '4' });
    const locked = {
      query: 'select from correspondence.mailbox_message where message_id = $1 for update',
      values: [messageId],
    };
    const responses = await whileLocked(app.database, locked, () =>
      Array.from({ length: 4 }, () => read(messageId, customer('4'))),
    );
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await emittedOf('4')).toHaveLength(1);
  });

  test('of an organization is done by each of its users, with one event for each', async () => {
    const { messageId } = await app.deliver({ customerNumber: 'ORG-5' });
    const users = [
      customer('51', { 'acting-for': 'ORG-5' }),
      customer('52', { 'acting-for': 'ORG-5' }),
      customer('ORG-5'),
    ];
    const stateFor = async (user: TokenRequest): Promise<unknown> => {
      const { body } = await app.get(`/me/messages/${messageId}`, user);
      const { body: summary } = await app.get('/me/messages/summary?statuses=unread', user);
      return [
        at(body, 'status'),
        at(body, 'is-read'),
        at(summary, 'total-count'),
        at(body, 'customer-number'),
      ];
    };
    const [first, second, third] = users;
    assert(first !== undefined && second !== undefined && third !== undefined);
    expect((await read(messageId, first)).status).toBe(204);
    expect(await stateFor(first)).toEqual(['read', true, 0, 'ORG-5']);
    expect(await stateFor(second)).toEqual(['unread', false, 1, 'ORG-5']);
    expect(await stateFor(third)).toEqual(['unread', false, 1, 'ORG-5']);
    expect((await read(messageId, second)).status).toBe(204);
    expect((await read(messageId, first)).status).toBe(204);
    expect(await stateFor(third)).toEqual(['unread', false, 1, 'ORG-5']);
    expect(await emittedOf('ORG-5')).toHaveLength(2);
  });

  test('continues with the state from before there was one for each user', async () => {
    const [seen, filed] = [
      await app.deliver({ customerNumber: '8' }),
      await app.deliver({ customerNumber: '8' }),
    ];
    await app.database.query(
      `update correspondence.mailbox_message set status = case message_id when $1 then 'read' else 'archived' end,
              is_read = message_id = $1 where message_id in ($1, $2)`,
      [seen.messageId, filed.messageId],
    );
    for (const { messageId } of [seen, filed])
      expect((await read(messageId, customer('8'))).status).toBe(204);
    expect(await shown(filed.messageId, '8')).toMatchObject({ status: 'archived', 'is-read': true });
    expect((await emittedOf('8')).map(({ data }) => at(data, 'message-id'))).toEqual([filed.messageId]);
  });

  test('does not find foreign, unknown or future messages', async () => {
    const foreign = await app.deliver({ customerNumber: '6' });
    const elsewhere = await app.deliver({ customerNumber: '7', bankId: '02' });
    const coming = await app.deliver({ customerNumber: '7', receivedAt: '2026-11-15T10:00:01Z' });
    const bare = ({ status, text }: TestResponse, id: string) =>
      `${status} ${text.replaceAll(id, '{id}').replace(/"trace-id":"[^"]*"/, '')}`;
    const missing = bare(await read(unknown, customer('7')), unknown);
    for (const { messageId } of [foreign, elsewhere, coming])
      expect(bare(await read(messageId, customer('7')), messageId)).toBe(missing);
    expect(problemOf(await read(foreign.messageId, customer(undefined)))).toBe('404 not-found');
    expect(await shown(foreign.messageId, '6')).toMatchObject({ status: 'unread' });
    expect(fieldErrorsOf(await read('x'))).toEqual(['400 message-id format']);
  });
});
