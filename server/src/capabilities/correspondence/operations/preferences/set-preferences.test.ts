import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  type Fields,
  fieldErrorsOf,
  problemOf,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
/** Has a device; account ids of a customer begin with the customer's number. */
const paired = new Set<string>();
beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    pushAddresses: { of: async (_, number) => (paired.has(number) ? ['device'] : []) },
    accountHoldings: { holds: async (_, number, account) => account.startsWith(`${number}/`) },
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const path = '/me/notification-preferences';
let served = 0;
function newNumber(): string {
  served += 1;
  return `P-${served}`;
}
const set = (items: readonly Fields[], as: TokenRequest): Promise<TestResponse> =>
  app.post(path, { items }, as);
const on = (...media: readonly string[]) =>
  media.map((medium) => ({ 'contact-medium': medium, enabled: true }));
const off = (...media: readonly string[]) =>
  media.map((medium) => ({ 'contact-medium': medium, enabled: false }));

interface Shown {
  readonly on: readonly unknown[];
  readonly threshold: unknown;
  readonly frequency: unknown;
  readonly isDefault: unknown;
}

async function preferenceOf(
  as: TokenRequest,
  group: string,
  account?: string,
  number?: string,
): Promise<Shown> {
  const { body } = await app.get(path, as);
  const item = listAt(body, 'items').find(
    (one) =>
      at(one, 'notification-group') === group &&
      at(one, 'account-id') === account &&
      (number === undefined || at(one, 'customer-number') === number),
  );
  return {
    on: listAt(item, 'channels')
      .filter((channel) => at(channel, 'enabled') === true)
      .map((channel) => at(channel, 'contact-medium')),
    threshold: at(item, 'threshold'),
    frequency: at(item, 'frequency'),
    isDefault: at(item, 'is-default'),
  };
}

describe('setting notification preferences', () => {
  test('changes the given members and keeps the rest', async () => {
    const number = await app.person();
    const as = customer(number);
    const response = await set(
      [
        {
          'notification-group': 'low-balance',
          channels: [...on('sms', 'mailbox'), ...off('push')],
          'is-default': true,
        },
      ],
      as,
    );
    expect(response).toMatchObject({ status: 204, text: '' });
    expect(await preferenceOf(as, 'low-balance')).toEqual({
      on: ['email', 'sms', 'mailbox'],
      threshold: { currency: 'EUR', amount: '100.00' },
      frequency: undefined,
      isDefault: false,
    });
    await set(
      [
        {
          'notification-group': 'low-balance',
          threshold: { currency: 'EUR', amount: '12.5' },
          frequency: 'P1D',
        },
      ],
      as,
    );
    expect(await preferenceOf(as, 'low-balance')).toMatchObject({
      on: ['email', 'sms', 'mailbox'],
      threshold: { currency: 'EUR', amount: '12.50' },
      frequency: 'P1D',
    });
    await set([{ 'notification-group': 'low-balance', threshold: null, frequency: null }], as);
    expect(await preferenceOf(as, 'low-balance')).toMatchObject({
      threshold: undefined,
      frequency: undefined,
    });
    expect(await app.eventsOf('customer', number)).toEqual(
      Array.from({ length: 3 }, () => ({
        name: 'notification-preferences-changed',
        data: { 'customer-number': number, groups: ['low-balance'] },
      })),
    );
  });

  test('emits and audits only actual changes', async () => {
    const number = newNumber();
    const as = customer(number);
    const items = [
      { 'notification-group': 'mailbox', frequency: 'P7D' },
      { 'notification-group': 'loan-due', channels: off('email') },
      { 'notification-group': 'standing-order' },
    ];
    expect((await set(items, as)).status).toBe(204);
    expect((await set(items, as)).status).toBe(204);
    expect(await app.eventsOf('customer', number)).toEqual([
      {
        name: 'notification-preferences-changed',
        data: { 'customer-number': number, groups: ['mailbox', 'loan-due'] },
      },
    ]);
    const auditTrail = (await app.auditOf('customer', number)).map((entry) => listAt(entry, 'changes'));
    expect(auditTrail.toSorted((one, other) => other.length - one.length)).toEqual([
      [
        { field: `${number} mailbox`, before: null, after: 'email push P7D' },
        { field: `${number} loan-due`, before: null, after: 'push mailbox' },
      ],
      [],
    ]);
    expect(await preferenceOf(as, 'standing-order')).toMatchObject({ isDefault: true });
    const rows = await app.database.query<{ row_version: string }>(
      'select row_version from correspondence.notification_preference where customer_number = $1',
      [number],
    );
    expect(rows.map((row) => String(row.row_version))).toEqual(['1', '1']);
  });

  test('for one account starts from the preference of all accounts, and is independent afterwards', async () => {
    const number = newNumber();
    const as = customer(number);
    const account = `${number}/1`;
    await set(
      [
        { 'notification-group': 'incoming-payment', 'account-id': account, frequency: 'P1D' },
        { 'notification-group': 'incoming-payment', threshold: { currency: 'EUR', amount: '5' } },
      ],
      as,
    );
    const five = { currency: 'EUR', amount: '5.00' };
    expect(await preferenceOf(as, 'incoming-payment')).toMatchObject({
      threshold: five,
      frequency: undefined,
    });
    expect(await preferenceOf(as, 'incoming-payment', account)).toMatchObject({
      threshold: five,
      frequency: 'P1D',
    });
    await set([{ 'notification-group': 'incoming-payment', threshold: null }], as);
    expect(await preferenceOf(as, 'incoming-payment', account)).toMatchObject({
      threshold: five,
      frequency: 'P1D',
    });
  });

  test('applies all changes or none', async () => {
    const number = newNumber();
    const good = { 'notification-group': 'loan-due', channels: off('email') };
    const response = await set(
      [good, { 'notification-group': 'security', channels: off('mailbox') }],
      customer(number),
    );
    expect(problemOf(response)).toBe('440 preference-not-changeable');
    expect(await preferenceOf(customer(number), 'loan-due')).toMatchObject({ isDefault: true });
    expect(await app.eventsOf('customer', number)).toEqual([]);
    expect(await app.auditOf('customer', number)).toEqual([]);
  });

  test('works for the organization the caller acts for, and for no other', async () => {
    const [number, organization, otherCustomer] = [newNumber(), newNumber(), newNumber()];
    const as = customer(number, { 'acting-for': organization });
    const item = { 'notification-group': 'consent-expiry', channels: off('email') };
    const both = [item, { ...item, 'customer-number': organization }];
    expect((await set(both, as)).status).toBe(204);
    for (const owner of [number, organization]) {
      expect(await preferenceOf(as, 'consent-expiry', undefined, owner)).toMatchObject({ on: ['mailbox'] });
      expect(await app.eventsOf('customer', owner)).toHaveLength(1);
    }
    const foreign = await set([item, { ...item, 'customer-number': otherCustomer }], as);
    expect(problemOf(foreign)).toBe('404 not-found');
    expect(problemOf(await set([item], customer(undefined)))).toBe('404 not-found');
    expect((await set([item], customer(undefined, { 'acting-for': organization }))).status).toBe(204);
  });

  test('by several callers at once keeps the changes of each', async () => {
    const number = await app.person();
    const as = customer(number);
    const requests: readonly Fields[] = [
      { channels: on('sms') },
      { channels: on('mailbox') },
      { channels: off('push') },
      { threshold: { currency: 'EUR', amount: '1' } },
      { frequency: 'P1M' },
    ];
    const responses = await Promise.all(
      requests.map((request) => set([{ 'notification-group': 'incoming-payment', ...request }], as)),
    );
    expect(responses.map(({ status }) => status)).toEqual(requests.map(() => 204));
    expect(await preferenceOf(as, 'incoming-payment')).toEqual({
      on: ['sms', 'mailbox'],
      threshold: { currency: 'EUR', amount: '1.00' },
      frequency: 'P1M',
      isDefault: false,
    });
    expect(await app.eventsOf('customer', number)).toHaveLength(5);
  });
});

describe('a mandatory group', () => {
  test.each([
    ['all channels off', { channels: off('email', 'sms', 'push', 'mailbox', 'letter') }],
    ['the mailbox off', { channels: off('mailbox') }],
    ['a threshold', { threshold: { currency: 'EUR', amount: '1' } }],
    ['a frequency', { frequency: 'P1D' }],
  ])('cannot have %s', async (_, request) => {
    const response = await set([{ 'notification-group': 'security', ...request }], customer('1'));
    expect(problemOf(response)).toBe('440 preference-not-changeable');
  });

  test('can turn off everything except the mailbox', async () => {
    const as = customer(newNumber());
    expect(
      (await set([{ 'notification-group': 'security', channels: off('email', 'sms', 'push') }], as)).status,
    ).toBe(204);
    expect(await preferenceOf(as, 'security')).toMatchObject({ on: ['mailbox'] });
  });
});

describe('a channel', () => {
  test('can be turned on only with an address for it', async () => {
    const number = await app.person();
    const turn = async (medium: string, owner = number): Promise<string> => {
      const { body, status } = await set(
        [{ 'notification-group': 'loan-due', channels: on(medium) }],
        customer(owner),
      );
      return status === 204 ? '204' : `${status} ${String(at(body, 'problem'))}`;
    };
    expect(await Promise.all(['email', 'sms', 'mailbox'].map((medium) => turn(medium)))).toEqual([
      '204',
      '204',
      '204',
    ]);
    expect(await turn('letter')).toBe('440 no-contact-for-medium');
    expect(await turn('push')).toBe('440 no-contact-for-medium');
    paired.add(number);
    expect(await turn('push')).toBe('204');
    // For a customer unknown to party, only the mailbox works.
    const unknownCustomer = newNumber();
    for (const medium of ['email', 'sms', 'letter', 'push'])
      expect(await turn(medium, unknownCustomer)).toBe('440 no-contact-for-medium');
    expect(await turn('mailbox', unknownCustomer)).toBe('204');
  });

  test('by letter needs an address', async () => {
    const address = {
      'street-name': 'Lindenstraße',
      'post-code': '10969',
      'town-name': 'Berlin',
      country: 'DE',
    };
    const number = await app.person({ 'contact-address': address });
    const response = await set(
      [{ 'notification-group': 'loan-due', channels: on('letter') }],
      customer(number),
    );
    expect(response.status).toBe(204);
  });

  test('can always be turned off', async () => {
    const request = {
      'notification-group': 'loan-due',
      channels: off('email', 'sms', 'push', 'mailbox', 'letter'),
    };
    const as = customer(newNumber());
    expect((await set([request], as)).status).toBe(204);
    expect(await preferenceOf(as, 'loan-due')).toMatchObject({ on: [] });
  });
});

test('an account of another customer is rejected', async () => {
  const [number, other] = [newNumber(), newNumber()];
  const item = { 'notification-group': 'low-balance', 'account-id': `${other}/1`, frequency: 'P1D' };
  expect(problemOf(await set([item], customer(number)))).toBe('440 account-not-found');
  const ours = { ...item, 'customer-number': other };
  expect((await set([ours], customer(number, { 'acting-for': other }))).status).toBe(204);
});

const low = { 'notification-group': 'low-balance' };
const threshold = (currency: string, amount: string): Fields => ({ ...low, threshold: { currency, amount } });

test.each([
  [[], ['400 items too-few']],
  [Array.from({ length: 101 }, () => low), ['400 items too-many']],
  [[{ frequency: 'P1D' }], ['400 items[0].notification-group required']],
  [[{ 'notification-group': 'weather' }], ['400 items[0].notification-group enum']],
  [[{ ...low, frequency: 'P2D' }], ['400 items[0].frequency enum']],
  [[{ ...low, channels: on('pigeon') }], ['400 items[0].channels[0].contact-medium enum']],
  [[{ ...low, channels: [...on('sms'), ...off('sms')] }], ['400 items[0].channels[1] duplicate']],
  [[{ ...low, colour: 'red' }], ['400 items[0].colour unknown-field']],
  [[threshold('EUR', '1.234')], ['400 items[0].threshold.amount format']],
  [[threshold('EUR', '-1')], ['400 items[0].threshold.amount pattern']],
  [[threshold('XXX', '1')], ['400 items[0].threshold.currency enum']],
  [[threshold('EUR', '1000000000000.01')], ['400 items[0].threshold.amount maximum']],
  [[low, low], ['400 items[1] duplicate']],
  [[low, { ...low, 'customer-number': '1' }], ['400 items[1] duplicate']],
  [[low, { ...low, 'account-id': 'a' }, { ...low, 'account-id': 'a' }], ['400 items[2] duplicate']],
  [
    [{ 'notification-group': 'security', 'account-id': 'a' }],
    ['400 items[0].account-id combination-not-allowed'],
  ],
])('refuses %j', async (items, errors) => {
  expect(fieldErrorsOf(await set(items, customer('1')))).toEqual(errors);
});

test('the highest threshold can be set', async () => {
  const number = newNumber();
  expect((await set([threshold('EUR', '1000000000000.00')], customer(number))).status).toBe(204);
  expect(await preferenceOf(customer(number), 'low-balance')).toMatchObject({
    threshold: { currency: 'EUR', amount: '1000000000000.00' },
  });
  expect((await set([threshold('CLF', '1000000000000.0000')], customer(number))).status).toBe(204);
  expect(await preferenceOf(customer(number), 'low-balance')).toMatchObject({
    threshold: { currency: 'CLF', amount: '1000000000000.0000' },
  });
});
