import { afterAll, beforeAll } from 'vitest';
import { deviceCodesSuite } from '../testing/device-codes.suite.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../testing/identity-test-app.suite.ts';
import { createTestDeviceCodes } from '../testing/test-device-codes.suite.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

deviceCodesSuite(async () => {
  const codes = createTestDeviceCodes();
  const userId = 'usr_1';
  return {
    codes,
    context: app.context(),
    userId,
    issue: async () => codes.issue(userId),
    unpair: async () => codes.unpairAll(),
  };
});
