import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../../testing/correspondence-test-app.suite.ts';
import { deliverOnce, initiate, rowOf } from '../../testing/delivery-steps.suite.ts';
import { createRecordingChannel } from '../../testing/recording-channel.suite.ts';
import { cancelDeliveries } from './cancel-deliveries.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2027-03-03T10:00:00Z'));

const cancel = (ids: readonly string[], bankId = '01'): Promise<void> => {
  const ctx = app.context(bankId);
  return runCommand(ctx, async (work) => {
    await cancelDeliveries(ctx, work, ids);
    work.audit({ aggregateKind: 'test', aggregateId: 'test', changes: [] });
  });
};
const code = { 'message-kind': 'one-time-password' } as const;

test('a code replaced by a newer one is not sent', async () => {
  const number = await app.person();
  const [older, newer] = [await initiate(app, number, code), await initiate(app, number, code)];
  await cancel([older]);
  const channel = createRecordingChannel({ medium: 'sms' });
  await deliverOnce(app, channel, { lane: 'code' });
  expect(channel.accepted.map(({ communicationId }) => communicationId)).toEqual([newer]);
  expect(await rowOf(app, older)).toMatchObject({ status: 'cancelled', reason: 'superseded' });
  expect((await app.eventsOf('communication', older)).map(({ name }) => name)).toEqual([
    'communication-initiated',
    'communication-cancelled',
  ]);
});

test('a message that was sent already, is unknown or belongs to another bank stays unchanged', async () => {
  const number = await app.person();
  const sent = await initiate(app, number, code);
  await deliverOnce(app, createRecordingChannel({ medium: 'sms' }), { lane: 'code' });
  const queued = await initiate(app, number, code);
  await cancel([sent, '019c0000-0000-7000-8000-000000000000']);
  await cancel([queued], '02');
  await cancel([]);
  expect(await rowOf(app, sent)).toMatchObject({ status: 'sent' });
  expect(await rowOf(app, queued)).toMatchObject({ status: 'queued' });
});

test('a rollback of the command also rolls back the cancellation', async () => {
  const id = await initiate(app, await app.person(), code);
  const ctx = app.context();
  await expect(
    runCommand(ctx, async (work) => {
      await cancelDeliveries(ctx, work, [id]);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await rowOf(app, id)).toMatchObject({ status: 'queued' });
  expect(await app.eventsOf('communication', id)).toHaveLength(1);
});
