import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { type PairedCustomer, pairedCustomer } from '../testing/device-asks.suite.ts';
import { createScaTestApp, type ScaTestApp } from '../testing/sca-test-app.suite.ts';
import { listDeviceAskers } from './list-device-askers.ts';
import { recordSignInAnswer } from './record-sign-in-answer.ts';
import { reserveSignInRequest } from './reserve-sign-in-request.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const reserve = ({ customerNumber, userId }: PairedCustomer, clientId: string, requestId = randomUUID()) => {
  const ctx = app.context();
  const endsAt = ctx.clock.now().add({ minutes: 5 });
  const request = { requestId, userId, customerNumber, clientId, clientName: clientId, endsAt };
  return runCommand(ctx, async (work) => {
    const isShown = await reserveSignInRequest(ctx, work, request);
    work.audit({ aggregateKind: 'device-request', aggregateId: requestId, changes: [] });
    return isShown;
  });
};

test('an application has one open request, until the customer answers it', async () => {
  const customer = await pairedCustomer(app);
  const requestId = randomUUID();
  expect(await reserve(customer, 'app-1', requestId)).toBe(true);
  expect(await reserve(customer, 'app-1')).toBe(false);
  await recordSignInAnswer(app.context(), {
    requestId,
    userId: customer.userId,
    answer: 'approved',
    isMuting: false,
  });
  expect(await reserve(customer, 'app-1')).toBe(true);
});

test('an application that the customer muted is not shown for a day', async () => {
  const customer = await pairedCustomer(app);
  const { customerNumber, userId } = customer;
  const requestId = randomUUID();
  await reserve(customer, 'app-2', requestId);
  await recordSignInAnswer(app.context(), { requestId, userId, answer: 'declined', isMuting: true });
  const [asker] = await listDeviceAskers(app.context(), { customerNumber, userId });
  expect([asker?.name, asker?.mutedUntil === undefined]).toEqual(['app-2', false]);
  app.identity.clock.advance({ hours: 23 });
  expect(await reserve(customer, 'app-2')).toBe(false);
  app.identity.clock.advance({ hours: 2 });
  expect(await reserve(customer, 'app-2')).toBe(true);
});
