import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { InitiateDelivery } from '../domain/initiation.ts';
import { type CorrespondenceWorld, createCorrespondenceWorld } from '../ports/correspondence-world.suite.ts';
import { rowOf } from '../ports/delivery-words.suite.ts';
import { enterDelivery } from './enter-delivery.ts';

let world: CorrespondenceWorld;

beforeAll(async () => {
  world = await createCorrespondenceWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const note = { aggregateKind: 'test', aggregateId: 'test', changes: [] };

function noticeTo(customerNumber: string): InitiateDelivery {
  return {
    recipient: { kind: 'customer', customerNumber },
    messageKind: 'notice',
    medium: undefined,
    said: {
      kind: 'message',
      title: 'Hello',
      contentType: 'text/plain',
      content: 'Good day.',
      attachments: [],
    },
    priority: 'normal',
    urgency: 'normal',
    category: undefined,
    sourceChannel: undefined,
    batchId: undefined,
    expires: undefined,
    notBefore: undefined,
    notificationGroup: undefined,
    accountId: undefined,
  };
}

test('what is said is saved with the command that says it', async () => {
  const ctx = world.context();
  const customer = await world.person();
  const { communicationId, medium } = await runCommand(ctx, async (work) => {
    const entered = await enterDelivery(ctx, work, noticeTo(customer));
    work.audit(note);
    return entered;
  });
  expect(medium).toBe('email');
  expect(await rowOf(world, communicationId)).toMatchObject({ status: 'queued', medium: 'email' });
});

test('a command that fails has said nothing', async () => {
  const ctx = world.context();
  const customer = await world.person();
  const failing = runCommand(ctx, async (work) => {
    await enterDelivery(ctx, work, noticeTo(customer));
    throw new Error('on second thoughts');
  });
  await expect(failing).rejects.toThrow('on second thoughts');
  const rows = await world.database.query(
    `select 1 from correspondence.communication where customer_number = $1
     union all select 1 from correspondence.mailbox_message where customer_number = $1`,
    [customer],
  );
  expect(rows).toEqual([]);
});
