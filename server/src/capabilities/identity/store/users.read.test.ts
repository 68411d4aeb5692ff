import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Users } from '#capabilities/authorization/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { runCommand } from '#platform/work/command.ts';
import type { RestrictedAct, Restrictions } from '../ports/restrictions.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../testing/identity-test-app.suite.ts';
import { createUsers, type Mandates, noMandates } from './users.read.ts';

let app: IdentityTestApp;
let restricted: TestUser;
let other: TestUser;
let [restrictedNumber, otherNumber, made] = ['', '', 0];
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  [restricted, other] = [await app.register(), await app.register()];
  made += 1;
  [restrictedNumber, otherNumber] = [`C-restricted-${made}`, `C-other-${made}`];
  await setCustomer(restricted, restrictedNumber);
  await setCustomer(other, otherNumber);
  app.clock.advance({ hours: 25 });
  requests = [];
});

async function setCustomer({ userId }: TestUser, customerNumber: string): Promise<void> {
  await app.database.query('update identity.user_account set customer_number = $2 where user_id = $1', [
    userId,
    customerNumber,
  ]);
}

let requests: { readonly db: Reader; readonly customerNumbers: readonly string[] }[] = [];
const restrictionsOf =
  (...acts: readonly RestrictedAct[]): Restrictions =>
  async (db, { customerNumbers }) => {
    requests.push({ db, customerNumbers });
    return new Map([[restrictedNumber, new Set(acts)]]);
  };
const restrictions = restrictionsOf('sign');
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
    expect(requests.map(({ customerNumbers }) => customerNumbers.toSorted())).toEqual([
      [otherNumber, restrictedNumber],
    ]);
  });

  test('of payments prevents signing payments only, and a block of sign-in prevents no signature', async () => {
    const seen = async (act: RestrictedAct): Promise<readonly unknown[]> => {
      const user = await find(usersWith(restrictionsOf(act)), restricted.username);
      return [user?.isRestricted, user?.isPaymentBlocked];
    };
    expect(await seen('pay')).toEqual([false, true]);
    expect(await seen('sign-in')).toEqual([false, false]);
  });

  test("prevents signing by a customer's own users, and of its proxies for it", async () => {
    const mandates: Mandates = async () => [
      {
        customerNumber: otherNumber,
        scope: undefined,
        signingGroup: undefined,
        validFrom: app.clock.now(),
        validUntil: undefined,
      },
    ];
    const users = createUsers({ ...app.ports, clock: app.clock, mandates, restrictions });
    const restrictedIn = async (customerNumber: string): Promise<ReadonlyMap<string, boolean>> => {
      const mandated = await users.mandatedFor(app.context().db, { bankId: '01', customerNumber });
      return new Map(mandated.map(({ user }) => [user.userId, user.isRestricted]));
    };
    expect(await restrictedIn(restrictedNumber)).toEqual(
      new Map([
        [other.userId, true],
        [restricted.userId, true],
      ]),
    );
    expect(await restrictedIn(otherNumber)).toEqual(new Map([[other.userId, false]]));
    expect(requests).toHaveLength(2);
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
    expect(requests.map(({ customerNumbers }) => customerNumbers)).toEqual([['absent.name']]);
  });
});
