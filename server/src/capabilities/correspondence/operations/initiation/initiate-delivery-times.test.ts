import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  type Fields,
  fieldErrorsOf,
} from '../../testing/correspondence-test-app.suite.ts';
import { deliverOnce } from '../../testing/delivery-steps.suite.ts';
import { getAsSender, idIn, requestMessage, setPreference } from '../../testing/recipient-steps.suite.ts';
import { createRecordingChannel } from '../../testing/recording-channel.suite.ts';
import { sweepDeliveries } from '../delivery/sweep-deliveries.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** When a message initiated at a given time may be sent, and when it expires; with or without digest. */
async function planned(now: string, fields: Fields): Promise<string> {
  app.clock.set(now);
  const id = idIn(await requestMessage(app, fields));
  const [row] = await app.database.query<{ due: string; expires: string; gathered: boolean }>(
    `select to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as due,
            to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as expires,
            digest_key is not null as gathered
       from correspondence.communication where communication_id = $1`,
    [id],
  );
  return `${row?.due} ${row?.expires}${row?.gathered ? ' gathered' : ''}`;
}

const sms = { kind: 'sms', details: '+4915112345678' };
const mail = { kind: 'email', details: 'a@example.org' };

describe('the expiry of a message', () => {
  const noon = '2027-03-03T10:00:00Z';

  test.each<readonly [string, Fields, string]>([
    ['in the past', { expires: '2027-03-03T09:59:59Z' }, 'expires minimum'],
    ['now', { expires: noon }, 'expires minimum'],
    ['beyond ninety days', { expires: '2027-06-01T10:00:01Z' }, 'expires maximum'],
    ['at the end of time', { expires: '9999-12-31T23:59:59Z' }, 'expires maximum'],
    [
      'before it may go',
      { expires: '2027-03-03T12:00:00Z', 'not-before': '2027-03-03T12:00:00Z' },
      'not-before maximum',
    ],
  ])('cannot be %s', async (_, fields, error) => {
    app.clock.set(noon);
    expect(fieldErrorsOf(await requestMessage(app, { contact: mail, ...fields }))).toEqual([`400 ${error}`]);
  });

  test('a schedule too far ahead is a field error of not-before', async () => {
    app.clock.set(noon);
    const response = await requestMessage(app, { contact: mail, 'not-before': '2099-01-01T00:00:00Z' });
    expect(fieldErrorsOf(response)).toEqual(['400 not-before maximum']);
  });

  test('a message may be scheduled up to ninety days ahead, regardless of its default expiry', async () => {
    app.clock.set(noon);
    const response = await requestMessage(app, { contact: mail, 'not-before': '2027-05-30T10:00:00Z' });
    expect(response.status).toBe(201);
  });

  test.each<readonly [string, Fields, string]>([
    ['is a week', {}, '2027-03-03T10:00Z 2027-03-10T10:00Z'],
    [
      'is a week after its scheduled time',
      { 'not-before': '2027-03-05T10:00:00Z' },
      '2027-03-05T10:00Z 2027-03-12T10:00Z',
    ],
    [
      'of a code is five minutes',
      { 'message-kind': 'one-time-password' },
      '2027-03-03T10:00Z 2027-03-03T10:05Z',
    ],
    [
      'of a code is the requested one',
      { 'message-kind': 'one-time-password', expires: '2027-03-03T10:02:00Z' },
      '2027-03-03T10:00Z 2027-03-03T10:02Z',
    ],
    [
      'a scheduled time in the past is now',
      { 'not-before': '2020-01-01T00:00:00Z' },
      '2027-03-03T10:00Z 2027-03-10T10:00Z',
    ],
    ['ninety days at most', { expires: '2027-06-01T10:00:00Z' }, '2027-03-03T10:00Z 2027-06-01T10:00Z'],
  ])('%s', async (_, fields, expected) => {
    expect(await planned(noon, { contact: mail, ...fields })).toBe(expected);
  });
});

describe('quiet hours', () => {
  const night = '2027-03-03T23:30:00Z';

  test.each<readonly [string, string, Fields, string]>([
    ['an SMS waits for the morning', night, {}, '2027-03-04T06:00Z'],
    ['also in the evening', '2027-03-03T21:00:00Z', {}, '2027-03-04T06:00Z'],
    ['not a minute before', '2027-03-03T20:59:00Z', {}, '2027-03-03T20:59Z'],
    ['not a minute after', '2027-03-04T06:00:00Z', {}, '2027-03-04T06:00Z'],
    ['in summer by summer time', '2027-03-28T00:30:00Z', {}, '2027-03-28T05:00Z'],
    ['a mail does not', night, { contact: mail }, '2027-03-03T23:30Z'],
    ['a code does not', night, { 'message-kind': 'one-time-password' }, '2027-03-03T23:30Z'],
    ['nor a security notice', night, { 'message-kind': 'security-notice' }, '2027-03-03T23:30Z'],
    ['nor a message of high priority', night, { priority: 'high' }, '2027-03-03T23:30Z'],
    ['nor an urgent message', night, { urgency: 'urgent' }, '2027-03-03T23:30Z'],
    [
      'nor a message that would expire first',
      night,
      { expires: '2027-03-04T05:00:00Z' },
      '2027-03-03T23:30Z',
    ],
    [
      'a time scheduled at night waits too',
      '2027-03-03T10:00:00Z',
      { 'not-before': night },
      '2027-03-04T06:00Z',
    ],
  ])('%s', async (_, now, fields, due) => {
    expect((await planned(now, { contact: sms, ...fields })).split(' ')[0]).toBe(due);
  });
});

describe('messages with a frequency wait for the digest', () => {
  test.each([
    ['P1D', '2027-03-04T07:00Z'],
    ['P7D', '2027-03-08T07:00Z'],
    ['P1M', '2027-04-01T06:00Z'],
  ])('%s', async (frequency, due) => {
    app.clock.set('2027-03-03T10:00:00Z');
    const number = await app.person();
    await setPreference(app, number, { group: 'loan-due', frequency });
    const about = { 'customer-number': number, 'notification-group': 'loan-due' };
    expect(await planned('2027-03-03T10:00:00Z', about)).toMatch(`${due} `);
    expect(await planned('2027-03-03T10:00:00Z', about)).toMatch(/ gathered$/);
    const soon = { ...about, expires: '2027-03-03T20:00:00Z' };
    expect(await planned('2027-03-03T10:00:00Z', soon)).toBe('2027-03-03T10:00Z 2027-03-03T20:00Z');
  });
});

describe('a scheduled message', () => {
  const mailboxOf = async (number: string): Promise<readonly unknown[]> =>
    listAt((await app.get('/me/messages', customer(number))).body, 'items');

  test('is in no mailbox and no channel before its time, and then in both', async () => {
    app.clock.set('2027-03-03T10:00:00Z');
    const number = await app.person();
    const id = idIn(
      await requestMessage(app, { 'customer-number': number, 'not-before': '2027-03-03T12:00:00Z' }),
    );
    const channel = createRecordingChannel({ medium: 'email' });
    expect(await mailboxOf(number)).toEqual([]);
    await deliverOnce(app, channel);
    expect(channel.attempts.filter(({ communicationId }) => communicationId === id)).toEqual([]);
    app.clock.set('2027-03-03T12:00:00Z');
    expect(await mailboxOf(number)).toHaveLength(1);
    await deliverOnce(app, channel, { count: 100 });
    expect(channel.accepted.filter(({ communicationId }) => communicationId === id)).toHaveLength(1);
  });

  test('for the mailbox is queued until then, and its event is emitted at that time', async () => {
    app.clock.set('2027-03-03T10:00:00Z');
    const number = await app.person();
    const id = idIn(
      await requestMessage(app, {
        'customer-number': number,
        'contact-medium': 'mailbox',
        'not-before': '2027-03-03T12:00:00Z',
      }),
    );
    expect(at(await getAsSender(app, id), 'status')).toBe('queued');
    expect(await app.eventsOf('mailbox', number)).toEqual([]);
    app.clock.set('2027-03-03T12:00:00Z');
    await sweepDeliveries(app.context());
    expect(await getAsSender(app, id)).toMatchObject({
      status: 'delivered',
      sent: '2027-03-03T12:00:00.000Z',
    });
    expect((await app.eventsOf('communication', id)).at(-1)?.name).toBe('communication-delivered');
    expect((await app.eventsOf('mailbox', number)).map(({ name }) => name)).toEqual([
      'mailbox-message-received',
    ]);
  });

  test('leaves a copy whose event is emitted once, at its time', async () => {
    app.clock.set('2027-03-03T10:00:00Z');
    const number = await app.person();
    idIn(await requestMessage(app, { 'customer-number': number, 'not-before': '2027-03-03T12:00:00Z' }));
    const emitted = async (): Promise<number> => (await app.eventsOf('mailbox', number)).length;
    await sweepDeliveries(app.context());
    expect(await emitted()).toBe(0);
    app.clock.set('2027-03-03T12:00:00Z');
    await sweepDeliveries(app.context());
    await sweepDeliveries(app.context());
    expect(await emitted()).toBe(1);
  });
});
