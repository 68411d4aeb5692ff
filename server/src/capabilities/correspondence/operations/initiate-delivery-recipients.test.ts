import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  back,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  type Fields,
  refusalOf,
} from '../testing/correspondence-test-app.suite.ts';
import { rowOf } from '../testing/delivery-steps.suite.ts';
import { createPlainPress } from '../testing/plain-renderer.suite.ts';
import { ask, countOf, idIn, merge, prefer, publish, reportDeath } from '../testing/recipient-steps.suite.ts';

let app: CorrespondenceTestApp;
/** Customers with a device. */
const paired = new Set<string>();

beforeAll(async () => {
  app = await createCorrespondenceTestApp({
    press: createPlainPress(),
    pushAddresses: { of: async (_, number) => (paired.has(number) ? ['{"endpoint":"https://a"}'] : []) },
    accountHoldings: { holds: async () => true },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

const mediumOf = async (fields: Fields): Promise<string> =>
  (await rowOf(app, idIn(await ask(app, fields)))).medium;
const wishing = (lists: Fields): Promise<string> => app.person({ 'contact-preference': lists });
/** Titles in the mailbox of a customer. */
const mailboxOf = async (number: string): Promise<readonly unknown[]> =>
  listAt((await app.get('/me/messages', customer(number))).body, 'items').map((one) =>
    at(one, 'message', 'title'),
  );

describe('nobody is there to be written to', () => {
  test('an unknown number', async () => {
    expect(refusalOf(await ask(app, { 'customer-number': '9999999999' }))).toBe('440 recipient-not-found');
  });

  test('an unknown number, whatever group and amount it is about', async () => {
    await publish(app, { templateId: 'amount', schema: {} }, { name: 'x' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        ask(app, {
          'customer-number': '9999999999',
          message: undefined,
          'template-id': 'amount',
          'template-data': { name: 'x', amount: { amount: '1.00', currency: 'EUR' } },
          'notification-group': 'incoming-payment',
        }),
      ),
    );
    expect(new Set(answers.map(refusalOf))).toEqual(new Set(['440 recipient-not-found']));
  });

  test('somebody who died', async () => {
    const number = await app.person();
    await reportDeath(app, number);
    expect(refusalOf(await ask(app, { 'customer-number': number }))).toBe('440 recipient-deceased');
    const code = { 'customer-number': number, 'message-kind': 'one-time-password' };
    expect(refusalOf(await ask(app, code))).toBe('440 recipient-deceased');
    expect(await countOf(app, number)).toBe(0);
  });

  test('a medium without an address', async () => {
    const number = await app.person();
    for (const medium of ['push', 'letter'])
      expect(refusalOf(await ask(app, { 'customer-number': number, 'contact-medium': medium }))).toBe(
        '440 no-contact-for-medium',
      );
    paired.add(number);
    expect(await mediumOf({ 'customer-number': number, 'contact-medium': 'push' })).toBe('push');
  });

  test('a letter goes where one is asked for, and never by itself', async () => {
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
    idIn(await ask(app, { 'customer-number': number }));
    const rows = await app.database.query<{ further_media: unknown }>(
      `select further_media from correspondence.communication where customer_number = $1`,
      [number],
    );
    expect(JSON.stringify(rows)).not.toContain('letter');
  });

  test('a code without a mobile number is not sent to where nobody asked for it', async () => {
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
    expect(refusalOf(await ask(app, code))).toBe('440 no-contact-for-medium');
    expect(await mediumOf({ ...code, 'contact-medium': 'email' })).toBe('email');
  });

  test('a code never lies in a mailbox, where it could be read long after', async () => {
    const number = await app.person();
    const code = { 'customer-number': number, 'message-kind': 'one-time-password' };
    const answer = await ask(app, { ...code, 'contact-medium': 'mailbox' });
    expect(answer.status).not.toBe(201);
    expect(await mailboxOf(number)).toEqual([]);
  });
});

describe('what obeys wishes', () => {
  const offer = { 'message-kind': 'offer' };
  const announcement = { 'message-kind': 'announcement' };
  const care = { purpose: 'customer-care' };
  const marketing = { purpose: 'direct-marketing' };

  test('an offer needs to be wished for', async () => {
    const nobody = await app.person();
    expect(refusalOf(await ask(app, { 'customer-number': nobody, ...offer }))).toBe(
      '440 recipient-opted-out',
    );
    const somebody = await wishing({ 'opt-ins': [marketing] });
    expect(await mediumOf({ 'customer-number': somebody, ...offer })).toBe('email');
    const contact = { kind: 'email', details: 'a@example.org' };
    expect(refusalOf(await ask(app, { contact, ...offer }))).toBe('440 recipient-opted-out');
  });

  test('an offer wished for by one medium goes by that one, and leaves no copy elsewhere', async () => {
    const number = await wishing({ 'opt-ins': [{ ...marketing, 'contact-medium': 'sms' }] });
    expect(await mediumOf({ 'customer-number': number, ...offer })).toBe('sms');
    expect(await mailboxOf(number)).toEqual([]);
  });

  test('an announcement goes unless somebody opted out', async () => {
    expect(await mediumOf({ 'customer-number': await app.person(), ...announcement })).toBe('email');
    const nobody = await wishing({ 'opt-outs': [care] });
    expect(refusalOf(await ask(app, { 'customer-number': nobody, ...announcement }))).toBe(
      '440 recipient-opted-out',
    );
    const notByMail = await wishing({ 'opt-outs': [{ ...care, 'contact-medium': 'email' }] });
    expect(await mediumOf({ 'customer-number': notByMail, ...announcement })).not.toBe('email');
  });

  test('a service message goes all the same', async () => {
    const number = await wishing({ 'opt-outs': [care, marketing] });
    expect(await mediumOf({ 'customer-number': number })).toBe('email');
  });
});

describe('what obeys notification preferences', () => {
  test('a group that is turned off is not told of', async () => {
    const number = await app.person();
    await prefer(app, number, { group: 'loan-due', off: ['email', 'push', 'mailbox'] });
    const about = { 'customer-number': number, 'notification-group': 'loan-due' };
    expect(refusalOf(await ask(app, about))).toBe('440 recipient-opted-out');
    for (const medium of ['email', 'sms', 'mailbox'])
      expect(refusalOf(await ask(app, { ...about, 'contact-medium': medium }))).toBe(
        '440 recipient-opted-out',
      );
    expect(await countOf(app, number)).toBe(0);
    expect(await mediumOf({ ...about, 'notification-group': undefined })).toBe('email');
  });

  test('a medium that is turned off is not used, nor the mailbox for a copy', async () => {
    const number = await app.person();
    await prefer(app, number, { group: 'loan-due', on: ['sms'], off: ['email', 'mailbox'] });
    expect(await mediumOf({ 'customer-number': number, 'notification-group': 'loan-due' })).toBe('sms');
    expect(await mailboxOf(number)).toEqual([]);
  });

  test('what was said about one account holds for that one', async () => {
    const number = await app.person();
    await prefer(app, number, { group: 'loan-due', account: 'a-1', off: ['email', 'push', 'mailbox'] });
    const about = { 'customer-number': number, 'notification-group': 'loan-due' };
    expect(refusalOf(await ask(app, { ...about, 'account-id': 'a-1' }))).toBe('440 recipient-opted-out');
    expect(await mediumOf({ ...about, 'account-id': 'a-2' })).toBe('email');
  });

  test('security cannot be turned off, nor a code', async () => {
    const number = await app.person();
    await prefer(app, number, { group: 'security', off: ['email', 'sms', 'push'] });
    const notice = { 'customer-number': number, 'message-kind': 'security-notice' };
    expect(await mediumOf(notice)).toBe('mailbox');
    expect(await mediumOf({ ...notice, 'notification-group': 'loan-due' })).toBe('mailbox');
    const code = { 'customer-number': number, 'message-kind': 'one-time-password' };
    expect(await mediumOf({ ...code, 'notification-group': 'loan-due' })).toBe('sms');
  });

  test('an amount below the threshold is not told, one that is equal is', async () => {
    const number = await app.person();
    await prefer(app, number, {
      group: 'incoming-payment',
      on: ['email'],
      threshold: { currency: 'EUR', amount: '50.00' },
    });
    await publish(app, { templateId: 'amount', schema: {} }, { name: 'x' });
    const about = (amount: unknown) =>
      ask(app, {
        'customer-number': number,
        message: undefined,
        'template-id': 'amount',
        'template-data': { name: 'x', amount },
        'notification-group': 'incoming-payment',
      });
    expect(refusalOf(await about({ amount: '49.99', currency: 'EUR' }))).toBe('440 recipient-opted-out');
    expect((await about({ amount: '50.00', currency: 'EUR' })).status).toBe(201);
    expect((await about({ amount: '1.00', currency: 'USD' })).status).toBe(201);
    expect((await about('nothing to compare')).status).toBe(201);
  });
});

describe('two who turned out to be one', () => {
  test('are written to as the one who stays', async () => {
    const [gone, stays] = [
      await app.person(),
      await app.person({ 'email-address': { value: 'stays@example.org' } }),
    ];
    await merge(app, gone, stays);
    idIn(await ask(app, { 'customer-number': gone }));
    expect(await countOf(app, gone)).toBe(0);
    expect(await countOf(app, stays)).toBe(1);
    expect(await mailboxOf(stays)).toEqual(['Hello']);
  });

  test('and what that one turned off stays off, by whichever number', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    await prefer(app, stays, { group: 'loan-due', off: ['email', 'push', 'mailbox'] });
    await merge(app, gone, stays);
    const about = { 'customer-number': gone, 'notification-group': 'loan-due' };
    expect(refusalOf(await ask(app, about))).toBe('440 recipient-opted-out');
    expect(await countOf(app, stays)).toBe(0);
  });

  test('and devices of the one who stays are found', async () => {
    const [gone, stays] = [await app.person(), await app.person()];
    paired.add(stays);
    await merge(app, gone, stays);
    expect(await mediumOf({ 'customer-number': gone, 'contact-medium': 'push' })).toBe('push');
  });
});

describe('a copy lies in the mailbox', () => {
  test('of what went elsewhere, but not of codes', async () => {
    const number = await app.person();
    idIn(await ask(app, { 'customer-number': number }));
    idIn(await ask(app, { 'customer-number': number, 'message-kind': 'one-time-password' }));
    expect(await mailboxOf(number)).toEqual(['Hello']);
    const events = await app.eventsOf('mailbox', number);
    expect(events.map(({ name }) => name)).toEqual(['mailbox-message-received']);
  });

  test('and what is meant for the mailbox is there at once, delivered', async () => {
    const number = await app.person();
    const id = idIn(await ask(app, { 'customer-number': number, 'message-kind': 'private-message' }));
    expect(await rowOf(app, id)).toMatchObject({ medium: 'mailbox', status: 'delivered' });
    expect((await app.eventsOf('communication', id)).map(({ name }) => name)).toEqual([
      'communication-initiated',
      'communication-delivered',
    ]);
    expect(await mailboxOf(number)).toEqual(['Hello']);
  });
});
