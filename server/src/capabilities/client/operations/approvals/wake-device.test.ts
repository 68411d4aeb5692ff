import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientEventHandlers } from '../../event-handlers.ts';
import { withdrawApproval } from '../../steps/approvals/withdraw-approval.ts';
import {
  type ApprovalTestApp,
  createApprovalTestApp,
  publishTestTemplate,
} from '../../testing/approval-test-app.suite.ts';

let app: ApprovalTestApp;
beforeAll(async () => {
  app = await createApprovalTestApp();
  await publishTestTemplate(
    { ...app.context(), ...app.ports.identity.authorization.correspondence },
    {
      templateId: 'approval-requested',
      messageKind: 'one-time-password',
      messageCategory: 'security',
      text: '{{ bank }} asks',
    },
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const handle = JSON.stringify({
  endpoint: 'https://push.example.test/send/1',
  keys: { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx', auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
});

/** Runs the handlers of the event, as the worker does. */
async function deliver(approvalId: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const name = 'approval-requested';
  for (const { events, handle: run } of clientEventHandlers(app.ports))
    if (events.includes(name))
      await run(app.context(), {
        id: 'e',
        name,
        version: 1,
        occurredAt: '2026-11-15T10:00:00+00:00',
        aggregateKind: 'approval',
        aggregateId: approvalId,
        sequence: 1,
        data: { source: 'order' },
      });
  return app.identity.database.query(
    `select medium, message_kind, priority from correspondence.communication order by created_at`,
  );
}

test('wakeDevice sends a push message to the device that is asked, and to no other one', async () => {
  const user = await app.user();
  await app.pair(user, handle.replace('/1', '/2'));
  const id = await app.ask(await app.pair(user, handle));
  expect(await deliver(id)).toEqual([
    { medium: 'push', message_kind: 'one-time-password', priority: 'high' },
  ]);
});

test('a device without an address, a withdrawn request and one without a device send nothing', async () => {
  const user = await app.user();
  const before = await deliver(await app.ask(undefined));
  expect(await deliver(await app.ask(await app.pair(user)))).toEqual(before);
  const withdrawn = await app.ask(await app.pair(user, handle));
  await withdrawApproval(app.context(), { approvalId: withdrawn });
  expect(await deliver(withdrawn)).toEqual(before);
});
