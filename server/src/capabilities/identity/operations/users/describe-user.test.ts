import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeContext } from '../../steps/code-context.ts';
import { enrolToken } from '../../testing/enrolled-token.suite.ts';
import {
  createIdentityTestApp,
  goodPassword,
  type IdentityTestApp,
} from '../../testing/identity-test-app.suite.ts';
import { registerUser } from '../registration/register-user.ts';
import { changeUserState } from './change-user-state.ts';
import { describeUser, type UserDescription } from './describe-user.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 4 });
});
afterAll(() => app[Symbol.asyncDispose]());

const described = (name: string): Promise<UserDescription> => describeUser(app.context(), { name });
const set = (text: string, values: readonly unknown[]) => app.database.query(text, [...values]);

describe('describeUser', () => {
  test('returns state and factors by username or id, and no secret and no contact', async () => {
    const { email, phone, userId, username } = await app.register();
    const expected = {
      userId,
      username,
      customerNumber: undefined,
      state: 'active',
      lockedUntil: undefined,
      closedAt: [],
      lastLoginAt: undefined,
      password: 'set',
      passkeys: 0,
      hasToken: false,
      phone: 'proven',
      email: 'proven',
    };
    expect(await described(username)).toEqual(expected);
    expect(await described(username.toUpperCase())).toEqual(expected);
    expect(await described(userId)).toEqual(expected);
    const text = JSON.stringify(await described(userId));
    for (const secret of [email, phone, goodPassword, 'argon2']) expect(text).not.toContain(secret);
  });

  test('returns new factors, and a number in its cooling-off period', async () => {
    const { userId } = await app.register();
    const now = app.clock.now();
    const { tokenId } = await enrolToken(codeContext(app.context()), {
      userId,
      deviceId: undefined,
      kind: 'totp',
    });
    // A user who has never used the token might not have it.
    expect((await described(userId)).hasToken).toBe(false);
    await set(`update "authorization".oath_token set status = 'active' where token_id = $1`, [tokenId]);
    await set(
      `insert into identity.passkey values ('01', gen_random_uuid(), $1, $1, '\\x00', 0, '{}', '', false, false, 'x', null, 1, $2)`,
      [userId, now.toString()],
    );
    await set(`update identity.user_account set phone_cooling_off_until = $2 where user_id = $1`, [
      userId,
      now.add({ hours: 1 }).toString(),
    ]);
    expect(await described(userId)).toMatchObject({ hasToken: true, passkeys: 1, phone: 'cooling' });
    app.clock.advance({ hours: 1 });
    expect((await described(userId)).phone).toBe('proven');
  });

  test('returns the lock of an active user, until it expires', async () => {
    const { userId } = await app.register();
    const until = app.clock.now().add({ minutes: 15 });
    await set(
      `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, locked_until,
         row_version, created_at, modified_at) values ('01', $1, 'other', 5, 5, 1, $2, 1, $2, $2)`,
      [userId, until.toString()],
    );
    expect((await described(userId)).lockedUntil?.toString()).toBe(until.toString());
    app.clock.advance({ minutes: 15 });
    expect((await described(userId)).lockedUntil).toBeUndefined();
  });

  test('finds a user without a verified contact, and by the id a closed user', async () => {
    const { userId } = await registerUser(app.context(), {
      username: 'never.proven',
      password: undefined,
      email: 'never.proven@example.com',
      phone: '+491519999991',
      customerNumber: undefined,
      firstName: undefined,
      lastName: undefined,
      hintPictureUrl: undefined,
      termsVersion: undefined,
      verificationIds: [],
    });
    const unproven = { state: 'pending', password: 'none', phone: 'unproven', email: 'unproven' };
    expect(await described('never.proven')).toMatchObject(unproven);
    await changeUserState(app.context(), { userId, to: 'closed', reason: 'agent' });
    expect(await described(userId)).toMatchObject({ state: 'closed', phone: 'none', email: 'none' });
    await expect(described('never.proven')).rejects.toMatchObject({ literal: 'not-found' });
  });

  test('audits each read, and none of an unknown user', async () => {
    const { userId } = await app.register();
    const traces = async (): Promise<number> =>
      (
        await app.database.query(
          `select from platform.audit_entry where aggregate_id = $1 and record like '%"profile"%'`,
          [userId],
        )
      ).length;
    expect(await traces()).toBe(0);
    await described(userId);
    await described(userId);
    expect(await traces()).toBe(2);
    await expect(described('absent.there')).rejects.toMatchObject({ literal: 'not-found' });
    await expect(described('usr_nobody')).rejects.toMatchObject({ literal: 'not-found' });
  });
});
