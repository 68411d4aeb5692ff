import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  back,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';
import { gateway, messageFields, sender } from '../../testing/delivery-steps.suite.ts';

let app: CorrespondenceTestApp;
const clerk = staff('e-1', ['correspondent']);
const otherSender = back(['correspondence.send'], { id: 'other' });
const both = back(['correspondence.send', 'correspondence.deliver'], { id: 'both' });
let ids: readonly string[];

const send = async (batchId: string, addresses: readonly string[], as: TokenRequest): Promise<string[]> => {
  const items = addresses.map((details) => messageFields({ contact: { kind: 'email', details } }));
  const { body } = await app.post('/communications/batches', { 'batch-id': batchId, items }, as);
  return listAt(body, 'items').map((item) => String(at(item, 'id')));
};

beforeAll(async () => {
  app = await createCorrespondenceTestApp();
  app.clock.set('2027-03-03T10:00:00Z');
  ids = await send('may / 1', ['a@example.org', 'b@example.org', 'c@example.org'], sender);
  await send('may / 1', ['d@example.org'], otherSender);
  await send('june', ['e@example.org'], both);
  const report = (serial: number, status: string): Promise<unknown> =>
    app.post(
      '/communications/statuses',
      { items: [{ 'communication-id': ids[serial], status, 'hard-failure': true }] },
      gateway,
    );
  await report(0, 'sent');
  await report(1, 'sending');
  await report(1, 'failed');
});
afterAll(() => app[Symbol.asyncDispose]());

const path = `/communications/batches/${encodeURIComponent('may / 1')}`;

describe('the statuses of a batch', () => {
  test('are counted for its sender', async () => {
    const { body, status } = await app.get(path, sender);
    expect(status).toBe(200);
    expect(body).toEqual({
      'batch-id': 'may / 1',
      'total-count': 3,
      'total-count-is-estimate': false,
      items: [
        { status: 'queued', count: 1 },
        { status: 'sending', count: 0 },
        { status: 'sent', count: 1 },
        { status: 'delivered', count: 0 },
        { status: 'failed', count: 1 },
        { status: 'expired', count: 0 },
        { status: 'cancelled', count: 0 },
      ],
    });
  });

  test('are those of every sender for staff of all units', async () => {
    expect((await app.get(path, clerk)).body).toMatchObject({ 'total-count': 4 });
  });

  test.each([
    ['another application', back(['correspondence.send'], { id: 'third' }), 404],
    ['another bank', back(['correspondence.send'], { banks: ['02'] }), 404],
    [
      'staff of one unit, who sent none of it',
      { ...clerk, roles: ['correspondent'], claims: { unit: 'n' } },
      404,
    ],
    ['a gateway', gateway, 403],
    ['a customer', customer('1'), 403],
  ])('are not for %s', async (_, as, status) => {
    expect((await app.get(path, as)).status).toBe(status);
  });

  test('of an unknown batch are not found', async () => {
    expect((await app.get('/communications/batches/unknown', sender)).status).toBe(404);
  });
});

describe('the messages of a batch', () => {
  const listed = async (query: string, as: TokenRequest): Promise<readonly unknown[]> =>
    listAt((await app.get(`/communications?${query}`, as)).body, 'items').map((item) =>
      at(item, 'contact', 'details'),
    );
  const may = `batch-id=${encodeURIComponent('may / 1')}`;

  test('are listed for their sender, by status too', async () => {
    expect(await listed(`${may}&sort-by=created`, sender)).toHaveLength(3);
    expect(await listed(`${may}&statuses=failed`, sender)).toEqual(['b@example.org']);
    expect(await listed(`${may}&statuses=failed&sort-by=expires`, sender)).toEqual(['b@example.org']);
    const { body } = await app.get(`/communications?${may}&page-size=2`, sender);
    expect(body).toMatchObject({ 'total-count': 3, 'total-pages': 2 });
    expect(listAt(body, 'items')).toHaveLength(2);
  });

  test('are not those of another sender', async () => {
    expect(await listed(may, otherSender)).toEqual(['d@example.org']);
    expect(await listed('batch-id=june', otherSender)).toEqual([]);
  });

  test('are listed for staff and gateways', async () => {
    expect(await listed(may, clerk)).toHaveLength(4);
    expect(await listed(may, gateway)).toHaveLength(4);
    expect(await listed('batch-id=june', gateway)).toEqual(['e@example.org']);
  });

  test('of a client that sends and delivers are its own, and without a batch what it delivers', async () => {
    expect(await listed(may, both)).toEqual([]);
    expect(await listed('batch-id=june', both)).toEqual(['e@example.org']);
    expect(await listed('', both)).toHaveLength(5);
  });

  test('only gateways and staff list without a batch', async () => {
    expect((await app.get('/communications', sender)).status).toBe(400);
  });
});
