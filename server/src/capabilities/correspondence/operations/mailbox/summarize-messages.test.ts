import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  fieldErrorsOf,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const summary = async (number: string | undefined, query = '', more = {}): Promise<unknown> =>
  (await app.get(`/me/messages/summary${query}`, customer(number, more))).body;

describe('summarizing a mailbox', () => {
  test('counts every status, zero included', async () => {
    expect(await summary('1')).toEqual({
      'total-count': 0,
      items: [
        { status: 'unread', count: 0 },
        { status: 'read', count: 0 },
        { status: 'archived', count: 0 },
      ],
    });
    expect(await summary(undefined)).toEqual(await summary('1'));
  });

  test('counts the requested statuses at any age, but no future messages', async () => {
    const [first, second] = [
      await app.deliver({ customerNumber: '2' }),
      await app.deliver({ customerNumber: '2' }),
    ];
    await app.deliver({ customerNumber: '2', receivedAt: '2019-01-01T00:00:00Z' });
    await app.deliver({ customerNumber: '2', receivedAt: '2026-11-15T10:00:01Z' });
    await app.deliver({ customerNumber: '3' });
    await app.deliver({ customerNumber: '2', bankId: '02' });
    const as = customer('2');
    await app.post(`/me/messages/${first.messageId}/mark-as-read`, undefined, as);
    await app.post('/me/messages/archive', { 'message-ids': [second.messageId] }, as);
    expect(await summary('2')).toEqual({
      'total-count': 3,
      items: [
        { status: 'unread', count: 1 },
        { status: 'read', count: 1 },
        { status: 'archived', count: 1 },
      ],
    });
    expect(await summary('2', '?statuses=archived,read,archived')).toEqual({
      'total-count': 2,
      items: [
        { status: 'archived', count: 1 },
        { status: 'read', count: 1 },
      ],
    });
    expect(await summary('2', '?statuses=unread', { 'acting-for': '3' })).toEqual({
      'total-count': 2,
      items: [{ status: 'unread', count: 2 }],
    });
  });

  test('agrees with the list', async () => {
    for (let count = 0; count < 12; count += 1) await app.deliver({ customerNumber: '4' });
    const { body } = await app.get('/me/messages?page-size=2', customer('4'));
    expect(at(await summary('4', '?statuses=unread,read'), 'total-count')).toBe(at(body, 'total-count'));
  });

  test('rejects other statuses', async () => {
    expect(fieldErrorsOf(await app.get('/me/messages/summary?statuses=new', customer('1')))).toEqual([
      '400 statuses[0] enum',
    ]);
  });
});
