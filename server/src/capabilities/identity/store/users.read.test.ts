import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Users } from '#capabilities/authorization/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Restrictions } from '../ports/restrictions.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../testing/identity-test-app.suite.ts';
import { createUsers, noMandates } from './users.read.ts';

let app: IdentityTestApp;
let restricted: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  [restricted, other] = [await app.register(), await app.register()];
  app.clock.advance({ hours: 25 });
  requests = [];
});

let requests: { readonly db: Reader; readonly userIds: readonly string[] }[] = [];
const restrictions: Restrictions = async (db, { userIds }) => {
  requests.push({ db, userIds });
  return new Set([restricted.userId]);
};
const usersWith = (port?: Restrictions): Users =>
  createUsers({
    ...app.ports,
    clock: app.clock,
    mandates: noMandates,
    ...(port === undefined ? {} : { restrictions: port }),
  });
const find = (users: Users, name: string): ReturnType<Users['find']> =>
  users.find(app.context().db, { bankId: '01', name });

describe('a recorded restriction', () => {
  test('prevents signing, by username and by id', async () => {
    const users = usersWith(restrictions);
    for (const name of [restricted.username, restricted.userId])
      expect((await find(users, name))?.isRestricted).toBe(true);
    expect((await find(users, other.username))?.isRestricted).toBe(false);
    expect((await find(usersWith(), restricted.username))?.isRestricted).toBe(false);
  });

  test('prevents signing in lists, which are asked about at once', async () => {
    const userIds = [restricted.userId, other.userId];
    const found = await usersWith(restrictions).findAll(app.context().db, { bankId: '01', userIds });
    expect(found.filter(({ isRestricted }) => isRestricted).map(({ userId }) => userId)).toEqual([
      restricted.userId,
    ]);
    expect(requests.map(({ userIds: ids }) => ids)).toEqual([userIds]);
  });

  test("prevents signing by a customer's own users", async () => {
    const customerNumber = 'C-4711';
    for (const { userId } of [restricted, other])
      await app.database.query(`update identity.user_account set customer_number = $2 where user_id = $1`, [
        userId,
        customerNumber,
      ]);
    const users = usersWith(restrictions);
    const mandated = await users.mandatedFor(app.context().db, { bankId: '01', customerNumber });
    expect(Object.fromEntries(mandated.map(({ user }) => [user.userId, user.isRestricted]))).toEqual({
      [restricted.userId]: true,
      [other.userId]: false,
    });
    expect(requests).toHaveLength(1);
  });

  test('is read in the transaction of the caller', async () => {
    const users = usersWith(restrictions);
    await runCommand(app.context(), async (work) => {
      await users.find(work, { bankId: '01', name: restricted.username });
      expect(requests.map(({ db }) => db)).toEqual([work]);
      work.audit({ aggregateKind: 'user', aggregateId: restricted.userId, changes: [] });
    });
  });

  test('is asked about an unknown name too, so that it takes the same time', async () => {
    expect(await find(usersWith(restrictions), 'absent.name')).toBeUndefined();
    expect(requests.map(({ userIds }) => userIds)).toEqual([['absent.name']]);
  });
});
