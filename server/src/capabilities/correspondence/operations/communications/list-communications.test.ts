import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  back,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  type Fields,
  fieldErrorsOf,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';
import { gateway, sender } from '../../testing/delivery-steps.suite.ts';
import { idIn, requestMessage, setPreference } from '../../testing/recipient-steps.suite.ts';

let app: CorrespondenceTestApp;
const mailOnly = back(['correspondence.deliver'], { id: 'mail-gateway' });
const nothing = back(['correspondence.deliver'], { id: 'unregistered' });
const clerk = staff('e-1', ['correspondent']);
/** Communications by their name in this test. */
const ids: Record<string, string> = {};

const media: Readonly<Record<string, readonly ['email'] | readonly []>> = {
  'mail-gateway': ['email'],
  unregistered: [],
};

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    gateways: { mediaOf: (clientId) => media[clientId] ?? ['email', 'sms', 'push', 'letter'] },
  });
  app.clock.set('2027-03-03T10:00:00Z');
  const made = async (name: string, fields: Fields): Promise<void> => {
    app.clock.advance({ seconds: 1 });
    ids[name] = idIn(await requestMessage(app, fields));
  };
  const mail = { kind: 'email', details: 'a@example.org' };
  const sms = { kind: 'sms', details: '+4915112345678' };
  await made('mail', { contact: mail });
  await made('low', { contact: mail, priority: 'low', expires: '2027-03-03T12:00:00Z' });
  await made('high', { contact: mail, priority: 'high' });
  await made('sms', { contact: sms });
  await made('code', { contact: sms, 'message-kind': 'one-time-password' });
  await made('later', { contact: mail, 'not-before': '2027-03-05T10:00:00Z' });
  await made('letter', { contact: { kind: 'letter', details: 'Ada\nBerlin' } });
  await made('mailbox', { 'customer-number': await app.person(), 'contact-medium': 'mailbox' });
  const gathering = await app.person();
  await setPreference(app, gathering, { group: 'loan-due', frequency: 'P1D' });
  await made('gathered', { 'customer-number': gathering, 'notification-group': 'loan-due' });
  const sent = { 'communication-id': ids['letter'], status: 'sent' };
  await app.post('/communications/statuses', { items: [sent] }, gateway);
});
afterAll(() => app[Symbol.asyncDispose]());

const names = async (query: string, as: TokenRequest): Promise<readonly (string | undefined)[]> => {
  const { body } = await app.get(`/communications${query}`, as);
  return listAt(body, 'items').map(
    (item) => Object.entries(ids).find(([, id]) => id === at(item, 'communication-id'))?.[0],
  );
};

describe('visibility', () => {
  test('a gateway sees due messages of its media', async () => {
    expect(await names('', gateway)).toEqual(['mail', 'low', 'high', 'sms', 'code', 'letter']);
    expect(await names('', mailOnly)).toEqual(['mail', 'low', 'high']);
    expect(await names('?contact-medium=sms', mailOnly)).toEqual([]);
    expect(await names('', nothing)).toEqual([]);
  });

  test('staff see all', async () => {
    const all = await names('', clerk);
    expect(all.slice(0, 8)).toEqual(['mail', 'low', 'high', 'sms', 'code', 'later', 'letter', 'mailbox']);
  });

  test('staff also see messages that wait for a digest', async () => {
    expect(await names('', clerk)).toContain('gathered');
  });

  test.each([
    ['staff of another desk', staff('e-1', ['fraud-desk'])],
    ['customers', customer('1')],
  ])('not %s', async (_, as) => {
    expect((await app.get('/communications', as)).status).toBe(403);
  });

  test('who only sends names a batch', async () => {
    expect(fieldErrorsOf(await app.get('/communications', sender))).toEqual(['400 batch-id required']);
  });

  test('staff of another unit see nothing of customers outside their units', async () => {
    const as = { kind: 'employee', id: 'e-2', banks: ['01'], roles: ['correspondent'] } as const;
    const found = await names('?page-size=100', { ...as, claims: { unit: 'unit-7' } });
    expect(found).not.toContain('mailbox');
    expect(found).not.toContain('gathered');
  });

  test('staff of a unit get full pages of what they may see, and its total', async () => {
    const as = { kind: 'employee', id: 'e-2', banks: ['01'], roles: ['correspondent'] } as const;
    const clerkOfUnit: TokenRequest = { ...as, claims: { unit: 'south' } };
    const own = await app.person();
    await app.database.query(`update party.party set servicing_unit = 'south' where party_number = $1`, [
      own,
    ]);
    const foreign = await app.person();
    for (const number of [foreign, own, foreign, foreign, own, own])
      await requestMessage(app, { 'customer-number': number, 'contact-medium': 'mailbox' });
    for (const sorting of ['', '&sort-order=desc', '&sort-by=priority']) {
      const pages = await Promise.all(
        [1, 2, 3].map(async (page) =>
          app.get(`/communications?contact-medium=mailbox&page-size=2&page=${page}${sorting}`, clerkOfUnit),
        ),
      );
      expect(pages.map(({ body }) => listAt(body, 'items').length)).toEqual([2, 1, 0]);
      const numbers = pages.flatMap(({ body }) =>
        listAt(body, 'items').map((item) => at(item, 'customer-number')),
      );
      expect(numbers).toEqual([own, own, own]);
      expect(pages[0]?.body).toMatchObject({
        'total-count': 3,
        'total-pages': 2,
        'total-count-is-estimate': false,
      });
    }
  });

  test('no caller of another bank sees anything', async () => {
    const elsewhere = back(['correspondence.deliver'], { id: 'gateway', banks: ['02'] });
    expect(await names('', elsewhere)).toEqual([]);
  });
});

test('a code is visible to the gateway during delivery, and never to staff', async () => {
  const messageFor = async (as: TokenRequest): Promise<unknown> => {
    const { body } = await app.get('/communications?page-size=100', as);
    const code = listAt(body, 'items').find((item) => at(item, 'communication-id') === ids['code']);
    return at(code, 'message', 'body', 'content');
  };
  expect(await messageFor(gateway)).toBe('Good day.');
  expect(await messageFor(clerk)).toBeUndefined();
});

describe('filters', () => {
  test.each([
    ['?contact-medium=sms', ['sms', 'code']],
    ['?statuses=sent', ['letter']],
    ['?statuses=sent,queued&contact-medium=letter', ['letter']],
    ['?statuses=failed', []],
    ['?sort-by=priority&contact-medium=email', ['high', 'mail', 'low']],
    ['?sort-by=priority&sort-order=desc&contact-medium=email', ['low', 'mail', 'high']],
    ['?sort-by=expires&contact-medium=email', ['low', 'mail', 'high']],
    ['?sort-by=sent&sort-order=desc', ['letter', 'mail', 'low', 'high', 'sms', 'code']],
    ['?sort-by=created&sort-order=desc&page-size=2&page=2', ['sms', 'high']],
    ['?page=9', []],
  ])('%s', async (query, expected) => {
    expect(await names(query, gateway)).toEqual(expected);
  });

  test('and their total', async () => {
    const { body } = await app.get('/communications?page-size=4', gateway);
    expect(body).toMatchObject({
      page: 1,
      'page-size': 4,
      'total-count': 6,
      'total-pages': 2,
      'total-count-is-estimate': false,
      'sort-by': 'created',
      'sort-order': 'asc',
    });
  });

  test.each([
    ['?contact-medium=fax', ['contact-medium enum']],
    ['?statuses=lost', ['statuses[0] enum']],
    ['?sort-by=title', ['sort-by enum']],
    ['?sort-order=up', ['sort-order enum']],
    ['?page=0', ['page minimum']],
    ['?page-size=101', ['page-size maximum']],
    ['?page=101&page-size=100', ['page maximum']],
    ['?customer-number=1', ['customer-number unknown-field']],
  ])('with field errors: %s', async (query, errors) => {
    const response = await app.get(`/communications${query}`, gateway);
    expect(fieldErrorsOf(response)).toEqual(errors.map((error) => `400 ${error}`));
  });
});

test('reads of staff are audited with every id, reads of gateways are not', async () => {
  const count = async (): Promise<number> =>
    (await app.database.query(`select from platform.audit_entry`)).length;
  const before = await count();
  await app.get('/communications', gateway);
  expect(await count()).toBe(before);
  app.clock.advance({ seconds: 1 });
  await app.get('/communications?contact-medium=sms', clerk);
  const [entry] = await app.database.query<{ record: string }>(
    `select record from platform.audit_entry order by occurred_at desc, audit_id desc limit 1`,
  );
  expect(await count()).toBe(before + 1);
  expect(entry?.record).toContain(ids['sms']);
  expect(entry?.record).toContain(ids['code']);
});
