import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asApplication,
  asCustomer,
  createRestrictionsTestApp,
  type RestrictionsTestApp,
  restrictionsPath,
} from '../../testing/restrictions-test-app.suite.ts';

let app: RestrictionsTestApp;
beforeAll(async () => {
  app = await createRestrictionsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const blockOf = (clientNumber: string) => ({
  as: asApplication,
  body: { kind: 'login-block', reason: 'other', clientNumber },
});

describe('a block of sign-in', () => {
  test('looks like a wrong password', async () => {
    const client = await app.client();
    const free = await app.client();
    await app.post(restrictionsPath, blockOf(client.customerNumber));
    expect(await app.pageAfterPassword(client.username, client.password)).toBe(
      await app.pageAfterPassword(free.username, 'a wrong password 4711'),
    );
    expect(await app.signIn(free)).toBe(true);
  });

  test('that comes between password and code prevents the sign-in', async () => {
    const client = await app.client();
    const enterCode = await app.beginSignIn(client);
    await app.post(restrictionsPath, blockOf(client.customerNumber));
    expect(await enterCode()).toBe(false);
  });

  test('at the same time as a sign-in leaves no session', async () => {
    for (let round = 0; round < 8; round += 1) {
      const client = await app.client();
      const enterCode = await app.beginSignIn(client);
      await Promise.all([enterCode(), app.post(restrictionsPath, blockOf(client.customerNumber))]);
      const open = await app.identity.database.query<{ count: number }>(
        'select count(*)::int as count from identity.session where user_id = $1 and ended_at is null',
        [client.userId],
      );
      expect(open).toEqual([{ count: 0 }]);
    }
  });

  test('that the customer sets in the app ends sessions on the pages of the bank', async () => {
    const client = await app.client();
    await app.signIn(client);
    const body = { kind: 'login-block', reason: 'lost' };
    expect((await app.post(restrictionsPath, { as: asCustomer(client), body })).status).toBe(201);
    const open = await app.identity.database.query<{ count: number }>(
      'select count(*)::int as count from identity.session where user_id = $1 and ended_at is null',
      [client.userId],
    );
    expect(open).toEqual([{ count: 0 }]);
  });
});
