import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  app,
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  refusalOf,
  staff,
} from '../../testing/identity-test-app.suite.ts';
import { getPasswordRequirements } from './get-password-requirements.ts';

let testApp: IdentityTestApp;
beforeAll(async () => {
  testApp = await createIdentityTestApp();
});
afterAll(() => testApp[Symbol.asyncDispose]());

test('a password must be long, and nothing else; the response may be cached for an hour', async () => {
  const path = '/policy/password-requirements';
  const { length } = await getPasswordRequirements();
  for (const as of [app(['policy']), customer(await testApp.register())]) {
    const response = await testApp.get(path, as);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      length: 15,
      'non-alphanumeric': false,
      lowercase: false,
      uppercase: false,
      digit: false,
    });
    expect(length).toBe(15);
    expect(response.headers['cache-control']).toBe('private, max-age=3600');
  }
  expect(refusalOf(await testApp.get(path, app(['me'])))).toBe('403 forbidden');
  expect(refusalOf(await testApp.get(path, staff(['identity.policy'])))).toBe('403 forbidden');
});
