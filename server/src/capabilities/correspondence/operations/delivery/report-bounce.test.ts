import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../../testing/correspondence-test-app.suite.ts';
import { chainOf, deliverOnce, initiate, rowOf } from '../../testing/delivery-steps.suite.ts';
import { whileLocked } from '../../testing/locked-rows.suite.ts';
import { setPreference } from '../../testing/recipient-steps.suite.ts';
import { createRecordingChannel } from '../../testing/recording-channel.suite.ts';
import { type Bounce, reportBounce } from './report-bounce.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

async function sentTo(number: string, more = {}): Promise<string> {
  const id = await initiate(app, number, more);
  await deliverOnce(app, createRecordingChannel({ medium: 'email' }), { count: 100 });
  return id;
}
const bounce = (communicationId: string, outcome: Bounce['outcome'], code = '5.1.1') =>
  reportBounce(app.context(), { communicationId, outcome, code });

describe('a late report of a mail server', () => {
  test('of an unknown recipient sends the message by the next medium', async () => {
    const id = await sentTo(await app.person());
    expect(await bounce(id, 'failed-hard')).toBe('entered');
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
    expect(await rowOf(app, id)).toMatchObject({ reason: 'smtp 5.1.1' });
    expect((await app.eventsOf('communication', id)).at(-1)?.name).toBe('communication-failed');
  });

  test('of a temporary failure schedules a retry', async () => {
    const id = await sentTo(await app.person());
    await bounce(id, 'failed-soft', '4.2.2');
    expect(await rowOf(app, id)).toMatchObject({ status: 'queued', retry_count: 1, reason: 'smtp 4.2.2' });
  });

  test('of delivery, or of a delay', async () => {
    const id = await sentTo(await app.person());
    await bounce(id, 'delayed');
    expect(await rowOf(app, id)).toMatchObject({ status: 'sent' });
    await bounce(id, 'delivered', '2.0.0');
    expect(await rowOf(app, id)).toMatchObject({ status: 'delivered' });
  });

  test('that is repeated, or comes after the end, changes nothing', async () => {
    const id = await sentTo(await app.person());
    await bounce(id, 'delivered');
    for (const outcome of ['delivered', 'failed-soft', 'failed-hard'] as const) await bounce(id, outcome);
    expect(await chainOf(app, id)).toEqual(['email delivered']);
    const failed = await sentTo(await app.person());
    for (let count = 0; count < 3; count += 1) await bounce(failed, 'failed-hard');
    expect(await chainOf(app, failed)).toEqual(['email failed', 'sms queued']);
  });

  test('that comes twice at once triggers the next medium once', async () => {
    const id = await sentTo(await app.person());
    const locked = {
      query: `select from correspondence.communication where communication_id = $1 for update`,
      values: [id],
    };
    await whileLocked(app.database, locked, () => [bounce(id, 'failed-hard'), bounce(id, 'failed-hard')]);
    expect(await chainOf(app, id)).toEqual(['email failed', 'sms queued']);
  });

  test('about an unknown message is ignored', async () => {
    expect(await bounce('019c0000-0000-7000-8000-000000000000', 'failed-hard')).toBe('unknown');
    const id = await sentTo(await app.person());
    const elsewhere = { communicationId: id, outcome: 'failed-hard', code: '5.1.1' } as const;
    expect(await reportBounce(app.context('02'), elsewhere)).toBe('unknown');
    expect(await rowOf(app, id)).toMatchObject({ status: 'sent' });
  });

  test('about a message that was never sent changes nothing: any sender can forge such a mail', async () => {
    app.clock.set('2027-03-03T10:00:00Z');
    const id = await initiate(app, await app.person(), { 'not-before': '2027-03-05T10:00:00Z' });
    for (const outcome of ['failed-hard', 'failed-soft', 'delivered'] as const) await bounce(id, outcome);
    expect(await chainOf(app, id)).toEqual(['email queued']);
  });

  test('about a message not sent by mail changes nothing', async () => {
    const id = await initiate(app, await app.person(), { 'contact-medium': 'sms' });
    await deliverOnce(app, createRecordingChannel({ medium: 'sms' }), { count: 100 });
    await bounce(id, 'failed-hard');
    expect(await chainOf(app, id)).toEqual(['sms sent']);
  });

  test('does not use a medium turned off meanwhile', async () => {
    const number = await app.person();
    await setPreference(app, number, { group: 'loan-due', on: ['sms'] });
    const id = await sentTo(number, { 'notification-group': 'loan-due' });
    await setPreference(app, number, { group: 'loan-due', off: ['sms'] });
    await bounce(id, 'failed-hard');
    expect(await chainOf(app, id)).toEqual(['email failed']);
  });
});
