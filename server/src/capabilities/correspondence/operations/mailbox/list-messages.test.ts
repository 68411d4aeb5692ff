import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  back,
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  fieldErrorsOf,
  problemOf,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

let served = 1_000;
/** A unique number; a mailbox needs nothing else. */
function newNumber(): string {
  served += 1;
  return `C-${served}`;
}

const list = (number: string, query = '', more = {}): Promise<TestResponse> =>
  app.get(`/me/messages${query}`, customer(number, more));
const idsIn = ({ body }: TestResponse): readonly unknown[] =>
  listAt(body, 'items').map((item) => at(item, 'message-id'));

/** Messages of one customer, by their titles. */
async function mailbox(
  number: string,
  messages: Readonly<Record<string, Omit<Parameters<CorrespondenceTestApp['deliver']>[0], 'customerNumber'>>>,
): Promise<(response: TestResponse) => readonly unknown[]> {
  for (const [index, [title, message]] of Object.entries(messages).entries()) {
    const receivedAt = `2026-11-15T09:0${index}:00Z`;
    await app.deliver({ customerNumber: number, title, receivedAt, ...message });
  }
  return ({ body }) => listAt(body, 'items').map((item) => at(item, 'message', 'title'));
}

describe('listing messages', () => {
  test('omits long members by default, oldest first, with page metadata', async () => {
    const number = newNumber();
    const { messageId } = await app.deliver({
      customerNumber: number,
      title: 'Ihr Vertrag',
      html: '<p>Anbei.</p>',
      kind: 'notice',
      category: 'document',
      urgency: 'urgent',
      receivedAt: '2026-11-10T08:00:00.125Z',
      attachments: [{ name: 'Vertrag.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF') }],
    });
    const later = await app.deliver({ customerNumber: number });
    const response = await list(number);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      page: 1,
      'page-size': 10,
      'total-count': 2,
      'total-pages': 1,
      'total-count-is-estimate': false,
      'sort-by': 'received',
      'sort-order': 'asc',
      items: [
        {
          'message-id': messageId,
          'customer-number': number,
          received: '2026-11-10T08:00:00.125Z',
          status: 'unread',
          'mailbox-folder': 'inbox',
          'message-kind': 'notice',
          urgency: 'urgent',
          message: { title: 'Ihr Vertrag' },
          'message-category': 'document',
          'has-attachments': true,
          'is-read': false,
        },
        expect.objectContaining({ 'message-id': later.messageId, received: '2026-11-15T10:00:00.000Z' }),
      ],
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('is empty for a customer without messages, and for a user without a customer number', async () => {
    for (const number of [newNumber(), undefined]) {
      const response = await app.get('/me/messages', customer(number));
      expect(response).toMatchObject({
        status: 200,
        body: { items: [], 'total-count': 0, 'total-pages': 0, page: 1 },
      });
    }
  });

  test('includes body and attachments on request', async () => {
    const number = newNumber();
    await app.deliver({
      customerNumber: number,
      text: 'Nur Text.',
      receivedAt: '2026-11-15T09:00:00Z',
      attachments: [
        { name: 'Ä b.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF') },
        { name: 'c.png', contentType: 'image/png', bytes: Buffer.from('png') },
      ],
    });
    await app.deliver({ customerNumber: number, html: '<p>Reich.</p>' });
    const { body } = await list(number, '?include=message.body,message.attachments&trim=received');
    expect(listAt(body, 'items')).toMatchObject([
      {
        message: {
          title: 'Nachricht',
          body: { 'content-type': 'text/plain', content: 'Nur Text.' },
          attachments: [
            {
              'content-type': 'application/pdf',
              name: 'Ä b.pdf',
              'content-url': expect.stringMatching(
                /^\/v1\/correspondence\/attachments\/[0-9a-f-]{36}\?until=\d+&mark=[\w-]{22}$/,
              ),
            },
            { name: 'c.png' },
          ],
        },
      },
      { message: { body: { 'content-type': 'text/html', content: '<p>Reich.</p>' }, attachments: [] } },
    ]);
    expect(at(body, 'items', 0)).not.toHaveProperty('received');
    const named = await list(number, '?include=message.attachments.name&trim=message.title');
    expect(at(named.body, 'items', 0, 'message')).toEqual({
      attachments: [{ name: 'Ä b.pdf' }, { name: 'c.png' }],
    });
    const bare = await list(number, '?trim=*&include=is-read');
    expect(Object.keys(at(bare.body, 'items', 0) ?? {}).toSorted()).toEqual(['is-read', 'message-id']);
    const whole = await list(number, '?include=*');
    expect(at(whole.body, 'items', 0, 'message', 'attachments', 1, 'content-type')).toBe('image/png');
  });

  test('rejects unknown paths', async () => {
    expect(fieldErrorsOf(await list('1', '?include=message.sender'))).toEqual(['400 include enum']);
    expect(fieldErrorsOf(await list('1', '?trim=body&include=received'))).toEqual(['400 trim enum']);
  });

  test('filters by category and status, several of each', async () => {
    const number = newNumber();
    const titles = await mailbox(number, {
      card: { category: 'card' },
      loan: { category: 'loan' },
      other: { category: 'other' },
    });
    const [card, loan] = idsIn(await list(number));
    await app.post(`/me/messages/${String(card)}/mark-as-read`, undefined, customer(number));
    await app.post('/me/messages/archive', { 'message-ids': [loan] }, customer(number));
    expect(titles(await list(number))).toEqual(['card', 'other']);
    expect(titles(await list(number, '?statuses=archived'))).toEqual(['loan']);
    expect(titles(await list(number, '?statuses=archived,read,unread'))).toEqual(['card', 'loan', 'other']);
    expect(titles(await list(number, '?statuses=unread'))).toEqual(['other']);
    expect(titles(await list(number, '?categories=card,loan'))).toEqual(['card']);
    expect(titles(await list(number, '?categories=card&statuses=unread'))).toEqual([]);
  });

  test('covers ninety days up to today, or the given time range, ends included', async () => {
    const number = newNumber();
    const titles = await mailbox(number, {
      ancient: { receivedAt: '2024-02-01T00:00:00Z' },
      old: { receivedAt: '2026-08-17T21:59:59Z' },
      first: { receivedAt: '2026-08-17T22:00:00Z' },
      now: {},
    });
    expect(titles(await list(number))).toEqual(['first', 'now']);
    expect(titles(await list(number, '?from-time=2026-08-17T23:59:59%2B02:00'))).toEqual([
      'old',
      'first',
      'now',
    ]);
    expect(titles(await list(number, '?to-time=2026-08-17T22:00:00Z'))).toEqual(['old', 'first']);
    expect(
      titles(await list(number, '?from-time=2024-01-01T00:00:00Z&to-time=2024-02-01T00:00:00Z')),
    ).toEqual(['ancient']);
    expect(titles(await list(number, '?to-time=0001-01-01T00:00:00Z'))).toEqual([]);
  });

  test('rejects a time range that ends before it begins, or is longer than three years', async () => {
    const both = '?from-time=2026-11-02T00:00:00Z&to-time=2026-11-01T00:00:00Z';
    expect(fieldErrorsOf(await list('1', both))).toEqual(['400 from-time maximum']);
    expect(fieldErrorsOf(await list('1', '?from-time=2026-11-17T00:00:00Z'))).toEqual([
      '400 from-time maximum',
    ]);
    expect(fieldErrorsOf(await list('1', '?from-time=2023-11-14T00:00:00Z'))).toEqual([
      '400 from-time maximum',
    ]);
    expect(fieldErrorsOf(await list('1', '?from-time=2026-11-01'))).toEqual(['400 from-time format']);
  });

  test('omits messages of the future', async () => {
    const number = newNumber();
    const titles = await mailbox(number, { soon: { receivedAt: '2026-11-15T10:00:00.001Z' }, now: {} });
    expect(titles(await list(number, '?to-time=2026-12-01T00:00:00Z'))).toEqual(['now']);
    app.clock.advance({ seconds: 1 });
    expect(titles(await list(number))).toEqual(['now', 'soon']);
    app.clock.set('2026-11-15T10:00:00Z');
  });

  test.each([
    ['received', ['b', 'c', 'a']],
    ['urgency', ['c', 'b', 'a']],
    ['message-kind', ['c', 'b', 'a']],
    ['status', ['b', 'c', 'a']],
  ])('sorts by %s in both directions, ties by id', async (key, titlesUp) => {
    const number = newNumber();
    const titles = await mailbox(number, {
      b: { receivedAt: '2026-11-01T00:00:00Z', urgency: 'normal', kind: 'notice' },
      c: { receivedAt: '2026-11-02T00:00:00Z', urgency: 'non-urgent', kind: 'alert' },
      a: { receivedAt: '2026-11-03T00:00:00Z', urgency: 'urgent', kind: 'statement' },
    });
    const [, c, a] = idsIn(await list(number));
    await app.post(`/me/messages/${String(c)}/mark-as-read`, undefined, customer(number));
    await app.post('/me/messages/archive', { 'message-ids': [a] }, customer(number));
    const all = `?statuses=unread,read,archived&sort-by=${key}`;
    expect(titles(await list(number, all))).toEqual(titlesUp);
    expect(titles(await list(number, `${all}&sort-order=desc`))).toEqual(titlesUp.toReversed());
  });

  test('has the same order on all pages, also if all keys are equal', async () => {
    const number = newNumber();
    const sent: string[] = [];
    for (let count = 0; count < 7; count += 1)
      sent.push((await app.deliver({ customerNumber: number })).messageId);
    for (const key of ['received', 'urgency', 'message-kind', 'status']) {
      for (const order of ['asc', 'desc']) {
        const sorted = `sort-by=${key}&sort-order=${order}&page-size=3`;
        const pages = await Promise.all([1, 2, 3, 4].map((page) => list(number, `?${sorted}&page=${page}`)));
        expect(pages.flatMap(idsIn)).toEqual(sent.toSorted());
        expect(pages[2]?.body).toMatchObject({ page: 3, 'page-size': 3, 'total-count': 7, 'total-pages': 3 });
        expect(pages[3]?.body).toMatchObject({ items: [], page: 4 });
      }
    }
  });

  test.each([
    ['?sort-by=title', ['400 sort-by enum']],
    ['?sort-order=down', ['400 sort-order enum']],
    ['?page=0', ['400 page minimum']],
    ['?page-size=101', ['400 page-size maximum']],
    ['?page=101&page-size=100', ['400 page maximum']],
    ['?statuses=lost', ['400 statuses[0] enum']],
    ['?categories=card,shoes', ['400 categories[1] enum']],
    ['?folder=inbox', ['400 folder unknown-field']],
  ])('refuses %s', async (query, errors) => {
    expect(fieldErrorsOf(await list('1', query))).toEqual(errors);
  });

  test('covers the mailbox of the customer and of the organization they act for, and no other', async () => {
    const [own, organization, otherCustomer] = [newNumber(), newNumber(), newNumber()];
    const mine = await app.deliver({ customerNumber: own, receivedAt: '2026-11-15T09:00:00Z' });
    const ours = await app.deliver({ customerNumber: organization });
    await app.deliver({ customerNumber: otherCustomer });
    await app.deliver({ customerNumber: own, bankId: '02' });
    expect(idsIn(await list(own))).toEqual([mine.messageId]);
    const acting = await list(own, '', { 'acting-for': organization });
    expect(idsIn(acting)).toEqual([mine.messageId, ours.messageId]);
    expect(at(acting.body, 'total-count')).toBe(2);
  });

  test('requires a customer with the mailbox scope', async () => {
    const scoped: TokenRequest = { ...customer('1'), scope: 'notification-preferences' };
    for (const as of [scoped, back(['mailbox', 'correspondence.deliver']), staff('e-1', ['correspondent'])])
      expect(problemOf(await app.get('/me/messages', as))).toBe('403 forbidden');
    expect((await app.call({ method: 'GET', path: `${base}/me/messages` })).status).toBe(401);
  });
});
