import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { groupIds } from '../../domain/notification-groups.ts';
import {
  back,
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('notification groups have their defaults, for any caller with a token', async () => {
  for (const as of [back(['party.read']), staff('e-1', []), customer('1'), customer(undefined)]) {
    const { body, status } = await app.get('/notification-groups', as);
    expect(status).toBe(200);
    expect(listAt(body, 'items').map((item) => at(item, 'group-id'))).toEqual(groupIds);
  }
  expect((await app.call({ method: 'GET', path: `${base}/notification-groups` })).status).toBe(401);
});

test('a group has its channels, threshold and frequency', async () => {
  const { body } = await app.get('/notification-groups', customer('1'));
  const groups = listAt(body, 'items');
  expect(groups[groupIds.indexOf('low-balance')]).toEqual({
    'group-id': 'low-balance',
    name: 'Low balance',
    description: 'The balance of an account fell below the threshold.',
    'default-channels': [
      { 'contact-medium': 'email', enabled: true },
      { 'contact-medium': 'sms', enabled: false },
      { 'contact-medium': 'push', enabled: true },
      { 'contact-medium': 'mailbox', enabled: false },
      { 'contact-medium': 'letter', enabled: false },
    ],
    'default-threshold': { currency: 'EUR', amount: '100.00' },
    mandatory: false,
    'per-account': true,
  });
  expect(groups[groupIds.indexOf('security')]).toMatchObject({ mandatory: true, 'per-account': false });
  expect(groups[groupIds.indexOf('mailbox')]).toMatchObject({ 'default-frequency': 'P1D' });
});
