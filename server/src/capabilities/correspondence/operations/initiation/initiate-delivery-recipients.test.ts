import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  back,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  type Fields,
  problemOf,
} from '../../testing/correspondence-test-app.suite.ts';
import { rowOf } from '../../testing/delivery-steps.suite.ts';
import { createPlainRenderer } from '../../testing/plain-renderer.suite.ts';
import {
  countOf,
  idIn,
  merge,
  publish,
  reportDeath,
  requestMessage,
  setPreference,
} from '../../testing/recipient-steps.suite.ts';

let app: CorrespondenceTestApp;
/** Customers with a push subscription. */
const paired = new Set<string>();

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    documentRenderer: createPlainRenderer(),
    pushAddresses: { of: async (_, number) => (paired.has(number) ? ['{"endpoint":"https://a"}'] : []) },
    accountHoldings: { holds: async () => true },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

const mediumOf = async (fields: Fields): Promise<string> =>
  (await rowOf(app, idIn(await requestMessage(app, fields)))).medium;
const requesting = (lists: Fields): Promise<string> => app.person({ 'contact-preference': lists });
/** Titles in the mailbox of a customer. */
const mailboxOf = async (number: string): Promise<readonly unknown[]> =>
  listAt((await app.get('/me/messages', customer(number))).body, 'items').map((one) =>
    at(one, 'message', 'title'),
  );

describe('the recipient cannot be contacted', () => {
  test('an unknown number', async () => {
    expect(problemOf(await requestMessage(app, { 'customer-number': '9999999999' }))).toBe(
      '440 recipient-not-found',
    );
  });

  test('an unknown number, regardless of group and amount', async () => {
    await publish(app, { templateId: 'amount', schema: {} }, { name: 'x' });
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        requestMessage(app, {
          'customer-number': '9999999999',
          message: undefined,
          'template-id': 'amount',
          'template-data': { name: 'x', amount: { amount: '1.00', currency: 'EUR' } },
          'notification-group': 'incoming-payment',
        }),
      ),
    );
    expect(new Set(responses.map(problemOf))).toEqual(new Set(['440 recipient-not-found']));
  });

  test('a deceased customer', async () => {
    const number = await app.person();
    await reportDeath(app, number);
    expect(problemOf(await requestMessage(app, { 'customer-number': number }))).toBe(
      '440 recipient-deceased',
    );
    const code = { 'customer-number': number, 'message-kind': 'one-time-password' };
    expect(problemOf(await requestMessage(app, code))).toBe('440 recipient-deceased');
    expect(await countOf(app, number)).toBe(0);
  });

  test('a medium without an address', async () => {
    const number = await app.person();
    for (const medium of ['push', 'letter'])
      expect(
        problemOf(await requestMessage(app, { 'customer-number': number, 'contact-medium': medium })),
      ).toBe('440 no-contact-for-medium');
    paired.add(number);
    expect(await mediumOf({ 'customer-number': number, 'contact-medium': 'push' })).toBe('push');
  });

  test('a letter is sent on request, and never by default', async () => {
    const number = await app.person({
      'registration-profile': 'prospect',
      'contact-address': {
        'street-name': 'Lindenstraße',
        'building-number': '12',
        'post-code': '10969',
        'town-name': 'Berlin',
        country: 'DE',
      },
      'id-number': 'L12345678',
      'id-kind': 'passport-number',
    });
    expect(await mediumOf({ 'customer-number': number, 'contact-medium': 'letter' })).toBe('letter');
    idIn(await requestMessage(app, { 'customer-number': number }));
    const rows = await app.database.query<{ further_media: unknown }>(
      `select further_media from correspondence.communication where customer_number = $1`,
      [number],
    );
    expect(JSON.stringify(rows)).not.toContain('letter');
  });

  test('a code without a mobile number is not sent by a medium that was not requested', async () => {
    const registered = await app.call({
      method: 'POST',
      path: '/v1/party/parties/organizations',
      as: back(['party.register']),
      body: {
        'registration-profile': 'contact',
        'commercial-name': 'Nordwind',
        phone: { number: '+493090112345' },
        'email-address': { value: 'office@example.org' },
      },
      headers: { 'idempotency-key': 'organization-00001' },
    });
    const code = { 'customer-number': at(registered.body, 'id'), 'message-kind': 'one-time-password' };
    expect(problemOf(await requestMessage(app, code))).toBe('440 no-contact-for-medium');
    expect(await mediumOf({ ...code, 'contact-medium': 'email' })).toBe('email');
  });

  test('a code is never stored in the mailbox', async () => {
    const number = await app.person();
    const code = { 'customer-number': number, 'message-kind': 'one-time-password' };
    const response = await requestMessage(app, { ...code, 'contact-medium': 'mailbox' });
    expect(problemOf(response)).toBe('440 no-contact-for-medium');
    expect(await mailboxOf(number)).toEqual([]);
  });
});

describe('contact consents', () => {
  const offer = { 'message-kind': 'offer' };
  const announcement = { 'message-kind': 'announcement' };
  const care = { purpose: 'customer-care' };
  const marketing = { purpose: 'direct-marketing' };

  test('an offer needs an opt-in', async () => {
    const unknownCustomer = await app.person();
    expect(problemOf(await requestMessage(app, { 'customer-number': unknownCustomer, ...offer }))).toBe(
      '440 recipient-opted-out',
    );
    const knownCustomer = await requesting({ 'opt-ins': [marketing] });
    expect(await mediumOf({ 'customer-number': knownCustomer, ...offer })).toBe('email');
    const contact = { kind: 'email', details: 'a@example.org' };
    expect(problemOf(await requestMessage(app, { contact, ...offer }))).toBe('440 recipient-opted-out');
  });

  test('an offer with an opt-in for one medium is sent by that one, without a mailbox copy', async () => {
    const number = await requesting({ 'opt-ins': [{ ...marketing, 'contact-medium': 'sms' }] });
    expect(await mediumOf({ 'customer-number': number, ...offer })).toBe('sms');
    expect(await mailboxOf(number)).toEqual([]);
  });

  test('an announcement is sent unless the customer opted out', async () => {
    expect(await mediumOf({ 'customer-number': await app.person(), ...announcement })).toBe('email');
    const unknownCustomer = await requesting({ 'opt-outs': [care] });
    expect(
      problemOf(await requestMessage(app, { 'customer-number': unknownCustomer, ...announcement })),
    ).toBe('440 recipient-opted-out');
    const notByMail = await requesting({ 'opt-outs': [{ ...care, 'contact-medium': 'email' }] });
    expect(await mediumOf({ 'customer-number': notByMail, ...announcement })).not.toBe('email');
  });

  test('a service message is sent regardless', async () => {
    const number = await requesting({ 'opt-outs': [care, marketing] });
    expect(await mediumOf({ 'customer-number': number })).toBe('email');
  });
});

describe('notification preferences', () => {
  test('a group that is turned off is not sent', async () => {
    const number = await app.person();
    await setPreference(app, number, { group: 'loan-due', off: ['email', 'push', 'mailbox'] });
    const about = { 'customer-number': number, 'notification-group': 'loan-due' };
    expect(problemOf(await requestMessage(app, about))).toBe('440 recipient-opted-out');
    for (const medium of ['email', 'sms', 'mailbox'])
      expect(problemOf(await requestMessage(app, { ...about, 'contact-medium': medium }))).toBe(
        '440 recipient-opted-out',
      );
    expect(await countOf(app, number)).toBe(0);
    expect(await mediumOf({ ...about, 'notification-group': undefined })).toBe('email');
  });

  test('a medium that is turned off is not used, nor the mailbox for a copy', async () => {
    const number = await app.person();
    await setPreference(app, number, { group: 'loan-due', on: ['sms'], off: ['email', 'mailbox'] });
    expect(await mediumOf({ 'customer-number': number, 'notification-group': 'loan-due' })).toBe('sms');
    expect(await mailboxOf(number)).toEqual([]);
  });

  test('a preference for one account applies to that account', async () => {
    const number = await app.person();
    await setPreference(app, number, {
      group: 'loan-due',
      account: 'a-1',
      off: ['email', 'push', 'mailbox'],
    });
    const about = { 'customer-number': number, 'notification-group': 'loan-due' };
    expect(problemOf(await requestMessage(app, { ...about, 'account-id': 'a-1' }))).toBe(
      '440 recipient-opted-out',
    );
    expect(await mediumOf({ ...about, 'account-id': 'a-2' })).toBe('email');
  });

  test('security cannot be turned off, nor a code', async () => {
    const number = await app.person();
    await setPreference(app, number, { group: 'security', off: ['email', 'sms', 'push'] });
    const notice = { 'customer-number': number, 'message-kind': 'security-notice' };
    expect(await mediumOf(notice)).toBe('mailbox');
    expect(await mediumOf({ ...notice, 'notification-group': 'loan-due' })).toBe('mailbox');
    const code = { 'customer-number': number, 'message-kind': 'one-time-password' };
    expect(await mediumOf({ ...code, 'notification-group': 'loan-due' })).toBe('sms');
  });

  test('an amount below the threshold is not sent, an equal amount is', async () => {
    const number = await app.person();
    await setPreference(app, number, {
      group: 'incoming-payment',
      on: ['email'],
      threshold: { currency: 'EUR', amount: '50.00' },
    });
    await publish(app, { templateId: 'amount', schema: {} }, { name: 'x' });
    const about = (amount: unknown) =>
      requestMessage(app, {
        'customer-number': number,
        message: undefined,
        'template-id': 'amount',
        'template-data': { name: 'x', amount },
        'notification-group': 'incoming-payment',
      });
    expect(problemOf(await about({ amount: '49.99', currency: 'EUR' }))).toBe('440 recipient-opted-out');
    expect((await about({ amount: '50.00', currency: 'EUR' })).status).toBe(201);
    expect((await about({ amount: '1.00', currency: 'USD' })).status).toBe(201);
    expect((await about('nothing to compare')).status).toBe(201);
  });
});

describe('merged customers', () => {
  test('are contacted as the surviving one', async () => {
    const [gone, stays] = [
      await app.person(),
      await app.person({ 'email-address': { value: 'stays@example.org' } }),
    ];
    await merge(app, gone, stays);
    idIn(await requestMessage(app, { 'customer-number': gone }));
    expect(await countOf(app, gone)).toBe(0);
    expect(await countOf(app, stays)).toBe(1);
    expect(await mailboxOf(stays)).toEqual(['Hello']);
  });

  test('use the preferences of the surviving one, with either number', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    await setPreference(app, stays, { group: 'loan-due', off: ['email', 'push', 'mailbox'] });
    await merge(app, gone, stays);
    const about = { 'customer-number': gone, 'notification-group': 'loan-due' };
    expect(problemOf(await requestMessage(app, about))).toBe('440 recipient-opted-out');
    expect(await countOf(app, stays)).toBe(0);
  });

  test('use the devices of the surviving one', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    paired.add(stays);
    await merge(app, gone, stays);
    expect(await mediumOf({ 'customer-number': gone, 'contact-medium': 'push' })).toBe('push');
  });
});

describe('a copy in the mailbox', () => {
  test('exists for messages sent by another medium, but not for codes', async () => {
    const number = await app.person();
    idIn(await requestMessage(app, { 'customer-number': number }));
    idIn(await requestMessage(app, { 'customer-number': number, 'message-kind': 'one-time-password' }));
    expect(await mailboxOf(number)).toEqual(['Hello']);
    const events = await app.eventsOf('mailbox', number);
    expect(events.map(({ name }) => name)).toEqual(['mailbox-message-received']);
  });

  test('of a message for the mailbox is there at once, delivered', async () => {
    const number = await app.person();
    const id = idIn(
      await requestMessage(app, { 'customer-number': number, 'message-kind': 'private-message' }),
    );
    expect(await rowOf(app, id)).toMatchObject({ medium: 'mailbox', status: 'delivered' });
    expect((await app.eventsOf('communication', id)).map(({ name }) => name)).toEqual([
      'communication-initiated',
      'communication-delivered',
    ]);
    expect(await mailboxOf(number)).toEqual(['Hello']);
  });
});
