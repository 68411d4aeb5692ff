import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ratePolicies } from '#platform/http/rate-limits.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { batchItemsMax } from '../../domain/policy.ts';
import {
  back,
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  type Fields,
  fieldErrorsOf,
  problemOf,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';
import { messageFields, sender } from '../../testing/delivery-steps.suite.ts';
import { countOf, erase, getAsSender, merge } from '../../testing/recipient-steps.suite.ts';

let app: CorrespondenceTestApp;
let isStoreDown = false;
/** Files that were requested from the store, and how many at a time at most. */
let [readCount, readingCount, readingPeak] = [0, 0, 0];
const megabytes = 1_000_000;

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    contentStore: {
      read: async () => {
        if (isStoreDown) throw standardProblems['service-unavailable']();
        readCount += 1;
        readingCount += 1;
        readingPeak = Math.max(readingPeak, readingCount);
        await setImmediate();
        readingCount -= 1;
        return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9 * megabytes)]);
      },
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.clock.set('2027-03-03T10:00:00Z');
  isStoreDown = false;
  [readCount, readingCount, readingPeak] = [0, 0, 0];
});

let batches = 0;
const newBatch = (): string => {
  batches += 1;
  return `batch-${batches}`;
};

const post = (items: readonly Fields[], batchId = newBatch(), as = sender): Promise<TestResponse> =>
  app.post('/communications/batches', { 'batch-id': batchId, items }, as);

const mailTo = (serial: number | string, more: Fields = {}): Fields =>
  messageFields({ contact: { kind: 'email', details: `customer.${serial}@example.org` }, ...more });

const storedIn = (batchId: string): Promise<readonly unknown[]> =>
  app.database.query(`select from correspondence.communication where batch_id = $1`, [batchId]);

describe('a batch is accepted', () => {
  test('with an id for each message, in the order of the request', async () => {
    const ada = await app.person();
    const response = await post([mailTo(1), messageFields({ 'customer-number': ada }), mailTo(2)], 'may');
    expect(response).toMatchObject({
      status: 200,
      body: { 'batch-id': 'may', 'accepted-count': 3, 'rejected-count': 0 },
    });
    const items = listAt(response.body, 'items');
    const ids = items.map((item) => String(at(item, 'id')));
    expect(items.map((item) => at(item, 'uri'))).toEqual(ids.map((id) => `${base}/communications/${id}`));
    const shown = await Promise.all(ids.map((id) => getAsSender(app, id)));
    expect(shown.map((one) => at(one, 'contact', 'details'))).toEqual([
      'customer.1@example.org',
      expect.stringMatching(/^maria/),
      'customer.2@example.org',
    ]);
    expect(shown.map((one) => at(one, 'batch-id'))).toEqual(['may', 'may', 'may']);
    expect(shown[1]).toMatchObject({ 'customer-number': ada });
  });

  test('and every message has its event, the batch one audit record', async () => {
    const response = await post([mailTo('a'), mailTo('b')], 'audited');
    for (const item of listAt(response.body, 'items'))
      expect(await app.eventsOf('communication', String(at(item, 'id')))).toHaveLength(1);
    expect(await app.auditOf('communication-batch', 'audited')).toMatchObject([
      { changes: [{ field: 'accepted-count', after: 2 }, { after: 0 }] },
    ]);
  });

  test('from staff for customers of their units', async () => {
    const clerk = { ...staff('e-1', ['correspondent']), roles: ['correspondent'], claims: { unit: 'north' } };
    const [near, far] = [await app.person(), await app.person()];
    await app.database.query(`update party.party set servicing_unit = 'north' where party_number = $1`, [
      near,
    ]);
    const items = [near, far].map((number) => messageFields({ 'customer-number': number }));
    expect((await post(items, newBatch(), clerk)).body).toMatchObject({
      items: [{ status: 'accepted' }, { status: 'rejected', problem: { problem: 'recipient-not-found' } }],
    });
  });

  test('in the lane of batches, so that codes and single messages overtake it', async () => {
    await post([mailTo('lane')], 'lanes');
    const [row] = await app.database.query<{ lane: number }>(
      `select lane from correspondence.communication where batch_id = 'lanes'`,
    );
    expect(row?.lane).toBe(2);
  });

  test('as large as a batch may be', async () => {
    const items = Array.from({ length: batchItemsMax }, (_, serial) => mailTo(`large.${serial}`));
    expect((await post(items, 'large')).body).toMatchObject({ 'accepted-count': batchItemsMax });
    expect(await storedIn('large')).toHaveLength(batchItemsMax);
  });
});

describe('a rejected message stops no other', () => {
  test('and has the problem it has alone', async () => {
    const gone = await app.person();
    await erase(app, gone);
    const response = await post(
      [
        mailTo('first'),
        messageFields({ 'customer-number': gone }),
        messageFields({ contact: { kind: 'email', details: 'not an address' } }),
        messageFields({
          contact: { kind: 'sms', details: '+4915112345678' },
          expires: '2027-03-01T00:00:00Z',
        }),
        { 'message-kind': 'notice', 'template-id': 'unknown', contact: { kind: 'letter', details: 'Ada' } },
        mailTo('offer', { 'message-kind': 'offer' }),
        mailTo('last'),
      ],
      'mixed',
    );
    expect(response).toMatchObject({ status: 200, body: { 'accepted-count': 2, 'rejected-count': 5 } });
    expect(
      listAt(response.body, 'items').map((item) => at(item, 'problem', 'problem') ?? at(item, 'status')),
    ).toEqual([
      'accepted',
      'recipient-not-found',
      'validation-problem',
      'validation-problem',
      'template-not-found',
      'recipient-opted-out',
      'accepted',
    ]);
    expect(at(listAt(response.body, 'items')[2], 'problem', 'errors')).toEqual([
      { field: 'contact.details', code: 'format', message: 'Invalid format.' },
    ]);
    expect(at(listAt(response.body, 'items')[3], 'problem', 'errors')).toMatchObject([{ field: 'expires' }]);
    expect(await storedIn('mixed')).toHaveLength(2);
  });

  test('even if none is left', async () => {
    expect(await post([messageFields({ 'customer-number': '1' })])).toMatchObject({
      status: 200,
      body: { 'accepted-count': 0, items: [{ status: 'rejected' }] },
    });
  });

  test('a merged customer gets it under the surviving number', async () => {
    const [former, survivor] = [await app.person(), await app.person()];
    await merge(app, former, survivor);
    await post([messageFields({ 'customer-number': former })]);
    expect(await countOf(app, survivor)).toBe(1);
  });
});

describe('a batch is refused as a whole', () => {
  test.each([
    ['no message', { items: [] }, '400 items too-few'],
    [
      'too many messages',
      { items: Array.from({ length: batchItemsMax + 1 }, () => mailTo(1)) },
      '400 items too-many',
    ],
    ['no name', { 'batch-id': '' }, '400 batch-id too-short'],
    [
      'a code',
      { items: [mailTo(1), mailTo(2, { 'message-kind': 'one-time-password' })] },
      '400 items[1].message-kind enum',
    ],
    [
      'a batch of its own in a message',
      { items: [mailTo(1, { 'batch-id': 'x' })] },
      '400 items[0].batch-id unknown-field',
    ],
  ])('with %s', async (_, more, error) => {
    const body = { 'batch-id': newBatch(), items: [mailTo(1)], ...more };
    expect(fieldErrorsOf(await app.post('/communications/batches', body, sender))).toContain(error);
    expect(await storedIn(body['batch-id'])).toEqual([]);
  });

  const linked = (serial: number, type = 'application/pdf', fileCount = 1): Fields =>
    mailTo(serial, {
      message: {
        title: 'Statement',
        body: { 'content-type': 'text/plain', content: 'Attached.' },
        attachments: Array.from({ length: fileCount }, (_, index) => ({
          'content-type': type,
          name: `${index}.pdf`,
          'content-url': 'https://portico.test/content/a',
        })),
      },
    });

  test('with more attached than is kept in memory', async () => {
    const response = await post([linked(1), linked(2), linked(3)], 'heavy');
    expect(problemOf(response)).toBe('440 attachment-rejected');
    expect(response.body).toMatchObject({ details: { limit: 'batch' } });
    expect(await storedIn('heavy')).toEqual([]);
  });

  test.each([
    ['that are accepted', 'application/pdf', 1],
    ['that are rejected for one of them', 'image/png', 1],
    ['that are too large together in one message', 'application/pdf', 10],
  ])('before more than its budget is read, of files %s', async (_, type, fileCount) => {
    const batchId = newBatch();
    const items = Array.from({ length: 24 }, (__, serial) => linked(serial, type, fileCount));
    expect((await post(items, batchId)).body).toMatchObject({ details: { limit: 'batch' } });
    expect([readCount, readingPeak]).toEqual([3, 1]);
    expect(await storedIn(batchId)).toEqual([]);
  });

  test('while the content store is down, and accepted once when it is back', async () => {
    const request = {
      method: 'POST',
      path: `${base}/communications/batches`,
      as: sender,
      body: { 'batch-id': 'patient', items: [mailTo('other'), linked(1)] },
      headers: { 'idempotency-key': 'patient-0000000001' },
    } as const;
    isStoreDown = true;
    expect((await app.call(request)).status).toBe(503);
    expect(await storedIn('patient')).toEqual([]);
    isStoreDown = false;
    expect((await app.call(request)).body).toMatchObject({ 'accepted-count': 2 });
    expect(await storedIn('patient')).toHaveLength(2);
  });

  test.each([
    ['a gateway', back(['correspondence.deliver'])],
    ['staff of another desk', staff('e-1', ['fraud-desk'])],
    ['a customer', customer('1')],
  ])('from %s', async (_, as) => {
    expect((await post([mailTo(1)], newBatch(), as)).status).toBe(403);
  });
});

describe('a repeated request', () => {
  const request = {
    method: 'POST',
    path: `${base}/communications/batches`,
    as: sender,
    headers: { 'idempotency-key': 'twice-00000000001' },
  } as const;

  test('has the same response and sends nothing again, in parallel too', async () => {
    const gone = messageFields({ 'customer-number': '1' });
    const body = { 'batch-id': 'twice', items: [mailTo('t1'), gone, mailTo('t2')] };
    const responses = await Promise.all(Array.from({ length: 4 }, () => app.call({ ...request, body })));
    responses.push(await app.call({ ...request, body }));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 200, body: { 'accepted-count': 2 } });
    expect(await storedIn('twice')).toHaveLength(2);
  });

  test('with other messages is refused', async () => {
    const body = { 'batch-id': 'twice', items: [mailTo('other')] };
    expect(problemOf(await app.call({ ...request, body }))).toBe('422 idempotency-key-reused');
  });

  test('needs a key', async () => {
    const body = { 'batch-id': 'keyless', items: [mailTo(1)] };
    const { status } = await app.call({ method: 'POST', path: request.path, as: sender, body });
    expect(status).toBe(400);
    expect(await storedIn('keyless')).toEqual([]);
  });
});

test('a hundred thousand messages fit into the rate limit of two minutes', () => {
  const minutes = 2;
  expect(ratePolicies.batch.perMinute * batchItemsMax * minutes).toBeGreaterThanOrEqual(100_000);
});
