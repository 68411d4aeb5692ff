import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CorrespondenceTestApp, createCorrespondenceTestApp } from '../testing/correspondence-test-app.suite.ts';
import { chainOf, deliverOnce, initiate, rowOf } from '../testing/delivery-steps.suite.ts';
import { whileHeld } from '../testing/held-rows.suite.ts';
import { prefer } from '../testing/recipient-steps.suite.ts';
import { createRememberingChannel } from '../testing/remembering-channel.suite.ts';
import { type Bounce, reportBounce } from './report-bounce.ts';

let world: CorrespondenceTestApp;
beforeAll(async () => {
  world = await createCorrespondenceTestApp();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.set('2027-03-03T10:00:00Z'));

async function sentTo(number: string, more = {}): Promise<string> {
  const id = await initiate(world, number, more);
  await deliverOnce(world, createRememberingChannel({ medium: 'email' }), { count: 100 });
  return id;
}
const bounce = (communicationId: string, outcome: Bounce['outcome'], code = '5.1.1') =>
  reportBounce(world.context(), { communicationId, outcome, code });

describe('what a mail server says afterwards', () => {
  test('that nobody is there sends the message on by the next medium', async () => {
    const id = await sentTo(await world.person());
    expect(await bounce(id, 'failed-hard')).toBe('entered');
    expect(await chainOf(world, id)).toEqual(['email failed', 'sms queued']);
    expect(await rowOf(world, id)).toMatchObject({ reason: 'smtp 5.1.1' });
    expect((await world.eventsOf('communication', id)).at(-1)?.name).toBe('communication-failed');
  });

  test('that it did not work lets it be tried again', async () => {
    const id = await sentTo(await world.person());
    await bounce(id, 'failed-soft', '4.2.2');
    expect(await rowOf(world, id)).toMatchObject({ status: 'queued', retry_count: 1, reason: 'smtp 4.2.2' });
  });

  test('that it arrived, or takes longer', async () => {
    const id = await sentTo(await world.person());
    await bounce(id, 'delayed');
    expect(await rowOf(world, id)).toMatchObject({ status: 'sent' });
    await bounce(id, 'delivered', '2.0.0');
    expect(await rowOf(world, id)).toMatchObject({ status: 'delivered' });
  });

  test('twice, or after the end, changes nothing', async () => {
    const id = await sentTo(await world.person());
    await bounce(id, 'delivered');
    for (const outcome of ['delivered', 'failed-soft', 'failed-hard'] as const) await bounce(id, outcome);
    expect(await chainOf(world, id)).toEqual(['email delivered']);
    const failed = await sentTo(await world.person());
    for (let count = 0; count < 3; count += 1) await bounce(failed, 'failed-hard');
    expect(await chainOf(world, failed)).toEqual(['email failed', 'sms queued']);
  });

  test('twice at the same moment sends it on once', async () => {
    const id = await sentTo(await world.person());
    const held = {
      query: `select from correspondence.communication where communication_id = $1 for update`,
      values: [id],
    };
    await whileHeld(world.database, held, () => [bounce(id, 'failed-hard'), bounce(id, 'failed-hard')]);
    expect(await chainOf(world, id)).toEqual(['email failed', 'sms queued']);
  });

  test('about what nobody here sent is not ours', async () => {
    expect(await bounce('019c0000-0000-7000-8000-000000000000', 'failed-hard')).toBe('unknown');
    const id = await sentTo(await world.person());
    const elsewhere = { communicationId: id, outcome: 'failed-hard', code: '5.1.1' } as const;
    expect(await reportBounce(world.context('02'), elsewhere)).toBe('unknown');
    expect(await rowOf(world, id)).toMatchObject({ status: 'sent' });
  });

  test('about what was never sent changes nothing: anybody can write such a mail', async () => {
    world.clock.set('2027-03-03T10:00:00Z');
    const id = await initiate(world, await world.person(), { 'not-before': '2027-03-05T10:00:00Z' });
    for (const outcome of ['failed-hard', 'failed-soft', 'delivered'] as const) await bounce(id, outcome);
    expect(await chainOf(world, id)).toEqual(['email queued']);
  });

  test('about what never left by mail changes nothing', async () => {
    const id = await initiate(world, await world.person(), { 'contact-medium': 'sms' });
    await deliverOnce(world, createRememberingChannel({ medium: 'sms' }), { count: 100 });
    await bounce(id, 'failed-hard');
    expect(await chainOf(world, id)).toEqual(['sms sent']);
  });

  test('what was turned off meanwhile stays off', async () => {
    const number = await world.person();
    await prefer(world, number, { group: 'loan-due', on: ['sms'] });
    const id = await sentTo(number, { 'notification-group': 'loan-due' });
    await prefer(world, number, { group: 'loan-due', off: ['sms'] });
    await bounce(id, 'failed-hard');
    expect(await chainOf(world, id)).toEqual(['email failed']);
  });
});
