import { afterAll, beforeAll, expect, test } from 'vitest';
import { setRestriction } from '../../testing/restriction-steps.suite.ts';
import {
  createRestrictionsTestApp,
  type RestrictionsTestApp,
} from '../../testing/restrictions-test-app.suite.ts';
import { findPaymentHold } from './find-payment-hold.ts';

let app: RestrictionsTestApp;
beforeAll(async () => {
  app = await createRestrictionsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const payment = { debtorAccount: 'DE02100100109307118603', debtorCountry: 'DE', creditorCountry: 'DE' };

test('holds end with the first of several restrictions, and payees are asked about only if one needs it', async () => {
  const { customerNumber: clientNumber } = await app.client();
  let questions = 0;
  const isKnownPayee = async (): Promise<boolean> => {
    questions += 1;
    return false;
  };
  const hold = () =>
    findPaymentHold(app.context(), app.context().db, { ...payment, clientNumber, isKnownPayee });
  expect(await hold()).toBeUndefined();
  const until = app.identity.clock.now().add({ hours: 2 });
  await setRestriction(app.context(), clientNumber, { kind: 'payment-block', expiresAt: until });
  expect((await hold())?.until?.toString()).toBe(until.toString());
  expect(questions).toBe(0);
  await setRestriction(app.context(), clientNumber, { kind: 'new-payee-block' });
  app.identity.clock.advance({ hours: 3 });
  expect(await hold()).toEqual({ until: undefined });
  expect(questions).toBe(1);
});
