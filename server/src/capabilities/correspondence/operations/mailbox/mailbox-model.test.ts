import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  type MailboxStatus,
  type MessageCategory,
  type MessageKind,
  mailboxStatuses,
  messageCategories,
  messageKinds,
  type Urgency,
  urgencies,
} from '../../domain/literals.ts';
import { type MailboxSortKey, mailboxSortKeys } from '../../domain/mailbox.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
} from '../../testing/correspondence-test-app.suite.ts';

/** A message in the model. */
interface Known {
  readonly messageId: string;
  readonly receivedAt: Temporal.Instant;
  readonly status: MailboxStatus;
  readonly category: MessageCategory;
  readonly kind: MessageKind;
  readonly urgency: Urgency;
}

let app: CorrespondenceTestApp;
let known: readonly Known[];
const now = Temporal.Instant.from('2026-11-15T10:00:00Z');

const pick = <T>(values: readonly T[], index: number): T => {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('no values to choose from');
  return value;
};

beforeAll(async () => {
  app = await createCorrespondenceTestApp();
  const sent: Known[] = [];
  for (let index = 0; index < 60; index += 1) {
    const facts = {
      // Several at the same time, and the last ones in the future.
      receivedAt: now.add({ hours: (Math.floor(index / 3) - 18) * 100 }),
      category: pick(messageCategories, index * 7),
      kind: pick(messageKinds, index * 3),
      urgency: pick(urgencies, index),
    };
    const delivery = { ...facts, receivedAt: facts.receivedAt.toString(), customerNumber: '1' };
    const { messageId } = await app.deliver(delivery);
    sent.push({ ...facts, messageId, status: pick(mailboxStatuses, index * 5 + Math.floor(index / 9)) });
  }
  for (const [index, { messageId, receivedAt, status }] of sent.entries()) {
    // One in three has its state from before there was one for each user; future messages have no other.
    if (index % 3 === 0 || !isArrived(receivedAt))
      await app.database.query(
        `update correspondence.mailbox_message set status = $2, is_read = $2 = 'read' where message_id = $1`,
        [messageId, status],
      );
    else if (status === 'archived')
      await app.post('/me/messages/archive', { 'message-ids': [messageId] }, customer('1'));
    else if (status === 'read')
      await app.post(`/me/messages/${messageId}/mark-as-read`, undefined, customer('1'));
  }
  known = sent;
});
afterAll(() => app[Symbol.asyncDispose]());

const meanings: Readonly<Record<MailboxSortKey, (one: Known) => number | string>> = {
  received: ({ receivedAt }) => receivedAt.epochMilliseconds,
  urgency: ({ urgency }) => ['non-urgent', 'normal', 'urgent'].indexOf(urgency),
  'message-kind': ({ kind }) => kind,
  status: ({ status }) => ['unread', 'read', 'archived'].indexOf(status),
};

function inOrder(by: MailboxSortKey, order: 'asc' | 'desc'): (one: Known, other: Known) => number {
  const meaning = meanings[by];
  return (one, other) => {
    const [left, right] = [meaning(one), meaning(other)];
    if (left !== right) return left < right === (order === 'asc') ? -1 : 1;
    return one.messageId < other.messageId ? -1 : 1;
  };
}

function isArrived(receivedAt: Temporal.Instant): boolean {
  return Temporal.Instant.compare(receivedAt, now) <= 0;
}

/** Ends included, in either order. */
function isBetween(
  moment: Temporal.Instant,
  [one, other]: readonly [Temporal.Instant, Temporal.Instant],
): boolean {
  return Temporal.Instant.compare(moment, one) * Temporal.Instant.compare(moment, other) <= 0;
}

const hours = fc.integer({ min: -2_100, max: 500 }).map((count) => now.add({ hours: count }));
const query = fc.record({
  categories: fc.option(fc.subarray([...messageCategories], { minLength: 1 }), { nil: undefined }),
  statuses: fc.option(fc.subarray([...mailboxStatuses], { minLength: 1 }), { nil: undefined }),
  span: fc.tuple(hours, hours),
  by: fc.constantFrom(...mailboxSortKeys),
  order: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 25 }),
});

test('a list equals that of the model, for any filter', async () => {
  await fc.assert(
    fc.asyncProperty(query, async ({ by, categories, order, page, size, span, statuses }) => {
      const [from, to] = span.toSorted(Temporal.Instant.compare);
      const requested = new URLSearchParams({
        'from-time': String(from),
        'to-time': String(to),
        'sort-by': by,
        'sort-order': order,
        page: String(page),
        'page-size': String(size),
        ...(categories === undefined ? {} : { categories: categories.join(',') }),
        ...(statuses === undefined ? {} : { statuses: statuses.join(',') }),
      });
      const { body, status } = await app.get(`/me/messages?${requested.toString()}`, customer('1'));
      const expected = known
        .filter(({ receivedAt }) => isBetween(receivedAt, span))
        .filter(({ receivedAt }) => isArrived(receivedAt))
        .filter((one) => (statuses ?? ['unread', 'read']).includes(one.status))
        .filter(({ category }) => categories?.some((one) => one === category) ?? true)
        .toSorted(inOrder(by, order));
      expect(status).toBe(200);
      expect(at(body, 'total-count')).toBe(expected.length);
      expect(listAt(body, 'items').map((item) => at(item, 'message-id'))).toEqual(
        expected.slice((page - 1) * size, page * size).map(({ messageId }) => messageId),
      );
    }),
    { numRuns: 40 },
  );
});

test('a summary counts arrived messages by status', async () => {
  const arrived = known.filter(({ receivedAt }) => isArrived(receivedAt));
  expect(arrived.length).toBeLessThan(known.length);
  const { body } = await app.get('/me/messages/summary', customer('1'));
  expect(body).toEqual({
    'total-count': arrived.length,
    items: mailboxStatuses.map((status) => ({
      status,
      count: arrived.filter((one) => one.status === status).length,
    })),
  });
});
