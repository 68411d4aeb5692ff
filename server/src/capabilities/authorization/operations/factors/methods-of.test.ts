import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalMethods } from '../../ports/approval-methods.ts';
import { approvalContext } from '../../testing/approval-steps.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { enrolled } from '../../testing/token-steps.suite.ts';
import { methodsOf } from './methods-of.ts';

let app: AuthorizationTestApp;
const requested: string[] = [];
/** Every user has a passkey, and a device that shows nothing. */
const approvalMethods: ApprovalMethods = {
  listOf: async (_db, { isLinked, userId }) => {
    requested.push(userId);
    const passkey = { kind: 'passkey', id: `passkey of ${userId}`, name: 'Phone of Anna' } as const;
    const device = { kind: 'device', id: `device of ${userId}` } as const;
    return isLinked ? [passkey] : [passkey, device];
  },
};
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10, ports: { approvalMethods } });
});
afterAll(() => app[Symbol.asyncDispose]());

const methods = (userId: string, isLinked = true) => methodsOf(approvalContext(app), { userId, isLinked });
const brief = async (userId: string, isLinked = true) =>
  (await methods(userId, isLinked)).map(({ ending, kind, name }) =>
    [kind, ending ?? name ?? ''].join(' ').trim(),
  );

describe('the methods of a user', () => {
  test('are the verified number, each device for challenges, and those of other capabilities', async () => {
    const user = app.users.add({ mobileNumber: '+4915112345678' });
    expect(await brief(user.userId)).toEqual(['sms 678', 'passkey Phone of Anna']);
    await enrolled(app, 'ocra', user);
    await enrolled(app, 'totp', user);
    expect(await brief(user.userId)).toEqual(['sms 678', 'ocra', 'passkey Phone of Anna']);
    expect(await brief(user.userId, false)).toEqual(['sms 678', 'ocra', 'passkey Phone of Anna', 'device']);
  });

  test('have an ending of the serial number of a hardware device', async () => {
    const { tokenId, user } = await enrolled(app, 'ocra');
    await app.database.query(
      `update "authorization".oath_token set serial = 'SN-004711' where token_id = $1`,
      [tokenId],
    );
    expect(await brief(user.userId)).toContain('ocra 711');
  });

  test('are none without a number and a device', async () => {
    const user = app.users.add({ mobileNumber: undefined });
    expect(await brief(user.userId)).toEqual(['passkey Phone of Anna']);
  });

  test('have stable ids of their own that reveal nothing', async () => {
    const { tokenId, user } = await enrolled(app, 'ocra');
    const other = await enrolled(app, 'ocra');
    const ids = (await methods(user.userId)).map(({ methodId }) => methodId);
    expect((await methods(user.userId)).map(({ methodId }) => methodId)).toEqual(ids);
    const all = [...ids, ...(await methods(other.user.userId)).map(({ methodId }) => methodId)];
    expect(new Set(all).size).toBe(all.length);
    for (const id of all) {
      expect(id).toMatch(/^[A-Za-z0-9_-]{20,35}$/);
      expect(id).not.toContain(tokenId);
      expect(id).not.toContain(user.userId);
    }
  });
});

describe('an unknown user', () => {
  test('has one number, always the same, and another than other unknown users', async () => {
    const first = await methods('usr_unknown-10');
    expect(first).toEqual([
      {
        methodId: expect.stringMatching(/^[A-Za-z0-9_-]{20,35}$/),
        kind: 'sms',
        ending: expect.stringMatching(/^[0-9]{3}$/),
      },
    ]);
    expect(await methods('usr_unknown-10')).toEqual(first);
    expect((await methods('usr_unknown-11'))[0]?.methodId).not.toBe(first[0]?.methodId);
  });

  test('costs the same: other capabilities are asked as for a known one', async () => {
    requested.length = 0;
    await methods('usr_unknown-12');
    expect(requested).toHaveLength(1);
  });

  test('looks like one who is not active', async () => {
    const { userId } = app.users.add({ status: 'suspended' });
    expect(await brief(userId)).toEqual([expect.stringMatching(/^sms [0-9]{3}$/)]);
  });
});
