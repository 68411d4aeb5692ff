import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { InitiateDelivery } from '../../domain/initiation.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../../testing/correspondence-test-app.suite.ts';
import { rowOf } from '../../testing/delivery-steps.suite.ts';
import { composeDelivery } from './compose-delivery.ts';
import { type QueuedDelivery, queueDelivery } from './queue-delivery.ts';

let app: CorrespondenceTestApp;

beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const record = { aggregateKind: 'test', aggregateId: 'test', changes: [] };

function noticeTo(customerNumber: string): InitiateDelivery {
  return {
    recipient: { kind: 'customer', customerNumber },
    messageKind: 'notice',
    medium: undefined,
    source: {
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

test('a message is saved with the command that queues it', async () => {
  const ctx = app.context();
  const customer = await app.person();
  const { communicationId, medium } = await runCommand(ctx, async (work) => {
    const entered = await queueDelivery(ctx, work, await composeDelivery(ctx, noticeTo(customer)));
    work.audit(record);
    return entered;
  });
  expect(medium).toBe('email');
  expect(await rowOf(app, communicationId)).toMatchObject({ status: 'queued', medium: 'email' });
});

test('a rollback of the command also rolls back the message', async () => {
  const ctx = app.context();
  const customer = await app.person();
  const failing = runCommand(ctx, async (work) => {
    await queueDelivery(ctx, work, await composeDelivery(ctx, noticeTo(customer)));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  const rows = await app.database.query(
    `select 1 from correspondence.communication where customer_number = $1
     union all select 1 from correspondence.mailbox_message where customer_number = $1`,
    [customer],
  );
  expect(rows).toEqual([]);
});

describe('a text too long for SMS', () => {
  const long = (customerNumber: string, more: Partial<InitiateDelivery> = {}): InitiateDelivery => ({
    ...noticeTo(customerNumber),
    messageKind: 'security-notice',
    source: {
      kind: 'message',
      title: 'Codes are blocked',
      contentType: 'text/plain',
      content: 'ж'.repeat(135),
      attachments: [],
    },
    ...more,
  });
  const enter = (requested: InitiateDelivery): Promise<QueuedDelivery> => {
    const ctx = app.context();
    return runCommand(ctx, async (work) => {
      const entered = await queueDelivery(ctx, work, await composeDelivery(ctx, requested));
      work.audit(record);
      return entered;
    });
  };

  test('is sent by the next medium if none was requested', async () => {
    const customer = await app.person();
    const short = { ...noticeTo(customer), messageKind: 'security-notice' } as const;
    expect(await enter(short)).toMatchObject({ medium: 'sms' });
    const { communicationId, medium } = await enter(long(customer));
    expect(medium).toBe('email');
    expect(await rowOf(app, communicationId)).toMatchObject({ status: 'queued', medium: 'email' });
  });

  test.each<Partial<InitiateDelivery>>([
    { medium: 'sms' },
    { messageKind: 'one-time-password' },
    {
      recipient: {
        kind: 'contact',
        contact: { kind: 'sms', usage: 'primary', details: '+4915112345678' },
      },
    },
  ])('is rejected without another medium: %j', async (more) => {
    await expect(enter(long(await app.person(), more))).rejects.toMatchObject({ literal: 'invalid' });
  });
});
