import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { groupIds } from '../../domain/notification-groups.ts';
import {
  back,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  problemOf,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp({ accountHoldings: { holds: async () => true } });
});
afterAll(() => app[Symbol.asyncDispose]());

const path = '/me/notification-preferences';
const itemsOf = async (as: TokenRequest): Promise<readonly unknown[]> =>
  listAt((await app.get(path, as)).body, 'items');

describe('getting notification preferences', () => {
  test('returns the default of every group without stored preferences', async () => {
    const { body, headers, status } = await app.get(path, customer('1'));
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const items = listAt(body, 'items');
    expect(items.map((item) => at(item, 'notification-group'))).toEqual(groupIds);
    expect(
      items.every((item) => at(item, 'is-default') === true && at(item, 'customer-number') === '1'),
    ).toBe(true);
    expect(items[2]).toEqual({
      'customer-number': '1',
      'notification-group': 'low-balance',
      threshold: { currency: 'EUR', amount: '100.00' },
      channels: [
        { 'contact-medium': 'email', enabled: true },
        { 'contact-medium': 'sms', enabled: false },
        { 'contact-medium': 'push', enabled: true },
        { 'contact-medium': 'mailbox', enabled: false },
        { 'contact-medium': 'letter', enabled: false },
      ],
      'is-default': true,
    });
    expect(items.at(-1)).toMatchObject({ 'notification-group': 'mailbox', frequency: 'P1D' });
  });

  test('returns the stored preferences, and those of single accounts', async () => {
    await app.post(
      path,
      {
        items: [
          { 'notification-group': 'low-balance', threshold: { currency: 'BHD', amount: '7.125' } },
          { 'notification-group': 'low-balance', 'account-id': 'b', threshold: null, frequency: 'P7D' },
          {
            'notification-group': 'low-balance',
            'account-id': 'a',
            threshold: { currency: 'JPY', amount: '500' },
          },
          { 'notification-group': 'mailbox', frequency: null },
        ],
      },
      customer('2'),
    );
    const items = await itemsOf(customer('2'));
    expect(items).toHaveLength(groupIds.length + 2);
    expect(items.slice(2, 5)).toMatchObject([
      { threshold: { currency: 'BHD', amount: '7.125' }, 'is-default': false },
      { 'account-id': 'a', threshold: { currency: 'JPY', amount: '500' }, 'is-default': false },
      { 'account-id': 'b', frequency: 'P7D', 'is-default': false },
    ]);
    expect(items[2]).not.toHaveProperty('account-id');
    expect(items[4]).not.toHaveProperty('threshold');
    expect(items.at(-1)).not.toHaveProperty('frequency');
    expect((await itemsOf(customer('1'))).every((item) => at(item, 'is-default') === true)).toBe(true);
    expect((await itemsOf({ ...customer('2'), banks: ['02'] })).every((item) => at(item, 'is-default'))).toBe(
      true,
    );
  });

  test('returns those of the organization the caller acts for too, and none for a user without a customer number', async () => {
    const items = await itemsOf(customer('3', { 'acting-for': '2' }));
    expect(items.map((item) => at(item, 'customer-number'))).toEqual([
      ...groupIds.map(() => '3'),
      ...[...groupIds, 'a', 'b'].map(() => '2'),
    ]);
    expect(await itemsOf(customer(undefined))).toEqual([]);
  });

  test('requires a customer with the scope', async () => {
    const scoped: TokenRequest = { ...customer('1'), scope: 'mailbox' };
    for (const as of [scoped, back(['notification-preferences']), staff('e-1', ['notification-preferences'])])
      expect(problemOf(await app.get(path, as))).toBe('403 forbidden');
  });
});
