import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  fieldErrorsOf,
} from '../../testing/correspondence-test-app.suite.ts';
import { whileLocked } from '../../testing/locked-rows.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const unknown = '01a1dea6-4100-7000-8000-000000000000';
let served = 100;
function newNumber(): string {
  served += 1;
  return `A-${served}`;
}
const archive = (body: unknown, number: string, more = {}): Promise<TestResponse> =>
  app.post('/me/messages/archive', body, customer(number, more));
/** Titles of the archived messages. */
async function archived(number: string): Promise<readonly unknown[]> {
  const span = 'from-time=2024-01-01T00:00:00Z&page-size=100';
  const { body } = await app.get(`/me/messages?statuses=archived&${span}`, customer(number));
  return listAt(body, 'items').map((item) => at(item, 'message', 'title'));
}
const countsOf = async (number: string): Promise<readonly unknown[]> =>
  (await app.eventsOf('mailbox', number))
    .filter(({ name }) => name === 'mailbox-messages-archived')
    .map(({ data }) => at(data, 'count'));

async function readMessage(number: string, title: string, more = {}): Promise<string> {
  const { messageId } = await app.deliver({ customerNumber: number, title, ...more });
  await app.post(`/me/messages/${messageId}/mark-as-read`, undefined, customer(number));
  return messageId;
}

describe('archiving messages by id', () => {
  test('includes unread ones, ignores other members, and returns the count', async () => {
    const number = newNumber();
    const read = await readMessage(number, 'read', { receivedAt: '2026-11-15T09:00:00Z' });
    const unread = await app.deliver({ customerNumber: number, title: 'unread' });
    await app.deliver({ customerNumber: number, title: 'kept' });
    const response = await archive(
      {
        'message-ids': [read, unread.messageId, read],
        'received-before': '2000-01-01',
        'include-unread': false,
        'mailbox-folders': ['sent'],
      },
      number,
    );
    expect(response).toMatchObject({ status: 204, text: '' });
    expect(await archived(number)).toEqual(['read', 'unread']);
    expect(await countsOf(number)).toEqual([2]);
    const [entry] = await app.auditOf('mailbox', number);
    expect(new Set(listAt(entry, 'changes'))).toEqual(
      new Set([
        { field: 'count', after: 2 },
        { field: 'message-id', after: read },
        { field: 'message-id', after: unread.messageId },
      ]),
    );
  });

  test('skips foreign, unknown, future and archived ones silently', async () => {
    const [number, otherCustomer] = [newNumber(), newNumber()];
    const mine = await app.deliver({ customerNumber: number });
    const ids = await Promise.all([
      app.deliver({ customerNumber: otherCustomer }),
      app.deliver({ customerNumber: number, bankId: '02' }),
      app.deliver({ customerNumber: number, receivedAt: '2026-11-15T10:00:01Z' }),
    ]);
    const requested = { 'message-ids': [mine.messageId, unknown, ...ids.map(({ messageId }) => messageId)] };
    expect((await archive(requested, number)).status).toBe(204);
    expect((await archive(requested, number)).status).toBe(204);
    expect(await countsOf(number)).toEqual([1]);
    expect(await archived(otherCustomer)).toEqual([]);
    expect(await countsOf(otherCustomer)).toEqual([]);
    const left = await app.database.query(
      `select from correspondence.mailbox_state where message_id = any($1)`,
      [ids.map(({ messageId }) => messageId)],
    );
    expect(left).toEqual([]);
  });

  test('works in the mailbox of the organization the caller acts for, and emits one event per owner', async () => {
    const [number, organization] = [newNumber(), newNumber()];
    const ids = [
      (await app.deliver({ customerNumber: number })).messageId,
      (await app.deliver({ customerNumber: organization })).messageId,
      (await app.deliver({ customerNumber: organization })).messageId,
    ];
    await archive({ 'message-ids': ids }, number, { 'acting-for': organization });
    expect([await countsOf(number), await countsOf(organization)]).toEqual([[1], [2]]);
  });

  test('of an organization keeps them for its other users, in their lists and numbers', async () => {
    const organization = newNumber();
    const first = await app.deliver({ customerNumber: organization, title: 'first' });
    await app.deliver({ customerNumber: organization, title: 'second' });
    const [one, other] = [newNumber(), newNumber()].map((number) =>
      customer(number, { 'acting-for': organization }),
    );
    assert(one !== undefined && other !== undefined);
    const titles = async (user: TokenRequest, statuses: string): Promise<unknown> =>
      listAt((await app.get(`/me/messages?statuses=${statuses}`, user)).body, 'items')
        .map((item) => String(at(item, 'message', 'title')))
        .toSorted();
    await app.post('/me/messages/archive', { 'message-ids': [first.messageId] }, one);
    expect([await titles(one, 'unread,read'), await titles(one, 'archived')]).toEqual([
      ['second'],
      ['first'],
    ]);
    expect([await titles(other, 'unread,read'), await titles(other, 'archived')]).toEqual([
      ['first', 'second'],
      [],
    ]);
    await app.post('/me/messages/archive', { 'message-ids': [first.messageId] }, other);
    expect(await countsOf(organization)).toEqual([1, 1]);
  });

  test('by several callers at once emits each message once', async () => {
    const number = newNumber();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.push((await app.deliver({ customerNumber: number })).messageId);
    const locked = {
      query: 'select from correspondence.mailbox_message where message_id = any($1) for update',
      values: [ids],
    };
    const responses = await whileLocked(app.database, locked, () => [
      archive({ 'message-ids': ids }, number),
      archive({ 'message-ids': ids.toReversed() }, number),
      archive({ 'received-before': '2026-11-16', 'include-unread': true }, number),
      archive({ 'message-ids': ids.slice(1, 3) }, number),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const counts = await countsOf(number);
    expect(counts.reduce<number>((total, count) => total + Number(count), 0)).toBe(5);
  });
});

describe('archiving messages by age', () => {
  test('selects read ones that arrived more than ninety days before today at the bank', async () => {
    const number = newNumber();
    await readMessage(number, 'old', { receivedAt: '2026-08-16T21:59:59.999Z' });
    await readMessage(number, 'exactly ninety days old', { receivedAt: '2026-08-16T22:00:00Z' });
    await app.deliver({ customerNumber: number, title: 'unread', receivedAt: '2026-01-01T00:00:00Z' });
    expect((await archive({}, number)).status).toBe(204);
    expect(await archived(number)).toEqual(['old']);
    app.clock.advance({ seconds: 1 });
    expect((await archive({}, number)).status).toBe(204);
    app.clock.set('2026-11-15T10:00:00Z');
    expect(await countsOf(number)).toEqual([1]);
    const auditTrail = await app.auditOf('mailbox', number);
    expect(auditTrail.map((entry) => at(entry, 'changes', 0))).toEqual([
      { field: 'count', after: 1 },
      { field: 'count', after: 0 },
    ]);
  });

  test('selects another date, unread ones and single folders on request', async () => {
    const number = newNumber();
    const may = { receivedAt: '2026-05-01T10:00:00Z' };
    await app.deliver({ customerNumber: number, title: 'in', ...may });
    await app.deliver({
      customerNumber: number,
      title: 'out',
      folder: 'sent',
      receivedAt: '2026-05-01T11:00:00Z',
    });
    await app.deliver({ customerNumber: number, title: 'later', receivedAt: '2026-05-02T10:00:00Z' });
    await archive({ 'received-before': '2026-05-01', 'include-unread': true }, number);
    expect(await archived(number)).toEqual([]);
    const sent = { 'received-before': '2026-05-02', 'include-unread': true, 'mailbox-folders': ['sent'] };
    await archive(sent, number);
    expect(await archived(number)).toEqual(['out']);
    await archive({ ...sent, 'mailbox-folders': ['inbox', 'sent'] }, number);
    expect(await archived(number)).toEqual(['in', 'out']);
  });

  test('never selects future ones', async () => {
    const number = newNumber();
    await app.deliver({ customerNumber: number, title: 'coming', receivedAt: '2026-11-15T10:00:01Z' });
    for (const day of ['9999-12-31', '0001-01-01'])
      expect((await archive({ 'received-before': day, 'include-unread': true }, number)).status).toBe(204);
    expect(await countsOf(number)).toEqual([]);
  });

  test('of a user without a customer number selects nothing', async () => {
    expect((await app.post('/me/messages/archive', {}, customer(undefined))).status).toBe(204);
  });
});

test.each([
  [{ 'message-ids': [] }, ['400 message-ids too-few']],
  [{ 'message-ids': Array.from({ length: 501 }, () => unknown) }, ['400 message-ids too-many']],
  [{ 'message-ids': ['first'] }, ['400 message-ids[0] format']],
  [{ 'received-before': '2026-02-30' }, ['400 received-before format']],
  [{ 'mailbox-folders': ['trash'] }, ['400 mailbox-folders[0] enum']],
  [{ 'mailbox-folders': [] }, ['400 mailbox-folders too-few']],
  [{ 'include-unread': 'yes' }, ['400 include-unread type']],
  [{ older: true }, ['400 older unknown-field']],
])('refuses %j', async (body, errors) => {
  expect(fieldErrorsOf(await archive(body, '1'))).toEqual(errors);
});
