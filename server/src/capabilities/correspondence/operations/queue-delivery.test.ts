import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { InitiateDelivery } from '../domain/initiation.ts';
import {
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
} from '../testing/correspondence-test-app.suite.ts';
import { rowOf } from '../testing/delivery-steps.suite.ts';
import { composeDelivery } from './compose-delivery.ts';
import { type EnteredDelivery, queueDelivery } from './queue-delivery.ts';

let app: CorrespondenceTestApp;

beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

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
  const ctx = app.context();
  const customer = await app.person();
  const { communicationId, medium } = await runCommand(ctx, async (work) => {
    const entered = await queueDelivery(ctx, work, await composeDelivery(ctx, noticeTo(customer)));
    work.audit(note);
    return entered;
  });
  expect(medium).toBe('email');
  expect(await rowOf(app, communicationId)).toMatchObject({ status: 'queued', medium: 'email' });
});

test('a command that fails has said nothing', async () => {
  const ctx = app.context();
  const customer = await app.person();
  const failing = runCommand(ctx, async (work) => {
    await queueDelivery(ctx, work, await composeDelivery(ctx, noticeTo(customer)));
    throw new Error('on second thoughts');
  });
  await expect(failing).rejects.toThrow('on second thoughts');
  const rows = await app.database.query(
    `select 1 from correspondence.communication where customer_number = $1
     union all select 1 from correspondence.mailbox_message where customer_number = $1`,
    [customer],
  );
  expect(rows).toEqual([]);
});

describe('what no text message holds', () => {
  const long = (customerNumber: string, more: Partial<InitiateDelivery> = {}): InitiateDelivery => ({
    ...noticeTo(customerNumber),
    messageKind: 'security-notice',
    said: {
      kind: 'message',
      title: 'Codes are blocked',
      contentType: 'text/plain',
      content: 'ж'.repeat(135),
      attachments: [],
    },
    ...more,
  });
  const enter = (asked: InitiateDelivery): Promise<EnteredDelivery> => {
    const ctx = app.context();
    return runCommand(ctx, async (work) => {
      const entered = await queueDelivery(ctx, work, await composeDelivery(ctx, asked));
      work.audit(note);
      return entered;
    });
  };

  test('goes the next way, where the way was left to us', async () => {
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
  ])('is refused where there is no other way: %j', async (more) => {
    await expect(enter(long(await app.person(), more))).rejects.toMatchObject({ literal: 'invalid' });
  });
});
