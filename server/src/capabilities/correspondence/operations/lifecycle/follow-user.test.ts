import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
} from '../../testing/correspondence-test-app.suite.ts';
import { followUser } from './follow-user.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const closed = (userId: string): DeliveredEvent => ({
  id: '019c0000-0000-7000-8000-000000000001',
  name: 'user-closed',
  version: 1,
  occurredAt: app.clock.now().toString(),
  aggregateKind: 'user',
  aggregateId: userId,
  sequence: 1,
  data: {},
});

test('what a closed user read is deleted, and the messages stay, with the states of others', async () => {
  const { messageId } = await app.deliver({ customerNumber: 'ORG-1' });
  const [leaving, staying] = ['usr_leaving', 'usr_staying'];
  for (const id of [leaving, staying]) {
    const user = { ...customer('1', { 'acting-for': 'ORG-1' }), id };
    expect((await app.post(`/me/messages/${messageId}/mark-as-read`, undefined, user)).status).toBe(204);
  }
  await followUser(app.context(), closed(leaving));
  await followUser(app.context(), closed(leaving));
  const states = await app.database.query<{ user_id: string }>(
    'select user_id from correspondence.mailbox_state where message_id = $1',
    [messageId],
  );
  expect(states).toEqual([{ user_id: staying }]);
  expect(at((await app.get(`/me/messages/${messageId}`, customer('ORG-1'))).body, 'status')).toBe('unread');
  expect((await app.auditOf('user', leaving)).map((entry) => at(entry, 'changes', 0))).toEqual([
    { field: 'user-closed', after: 'deleted' },
    { field: 'user-closed', after: 'deleted' },
  ]);
});
