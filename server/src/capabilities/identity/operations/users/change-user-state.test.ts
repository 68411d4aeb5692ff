import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Sessions } from '../../ports/sessions.ts';
import { codeContext } from '../../steps/code-context.ts';
import { isNameReserved } from '../../store/username-reservations.store.ts';
import { findUser } from '../../store/users.store.ts';
import { enrolToken } from '../../testing/enrolled-token.suite.ts';
import {
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { changeUserState } from './change-user-state.ts';
import { suspendBlockedUser } from './suspend-blocked-user.ts';

let app: IdentityTestApp;
const ended: string[] = [];
const sessions: Sessions = {
  endAll: (_context, _work, { exceptSignInAt, userId }) =>
    void ended.push(`${userId} ${String(exceptSignInAt)}`),
};
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10, ports: { sessions } });
});
afterAll(() => app[Symbol.asyncDispose]());

type Change = Omit<Parameters<typeof changeUserState>[1], 'userId'>;
const change = ({ userId }: TestUser, to: Change['to'], reason: Change['reason'] = 'agent') =>
  changeUserState(app.context(), { userId, to, reason });
const stateOf = async ({ userId }: TestUser) => {
  const ctx = app.context();
  return (await findUser(ctx.db, ctx, userId))?.state;
};
const namesOf = async ({ userId }: TestUser) => (await app.eventsOf(userId)).map(({ name }) => name);
const countOf = async (table: string, { userId }: TestUser, column = 'user_id') =>
  (await app.database.query(`select from ${table} where ${column} = $1`, [userId])).length;
const lock = ({ userId }: TestUser, untilHours: number) =>
  app.database.query(
    `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, locked_until,
       row_version, created_at, modified_at) values ('01', $1, 'other', 5, 5, 1, $2, 1, $2, $2)`,
    [userId, app.clock.now().add({ hours: untilHours }).toString()],
  );
/** Creates one row of every kind. */
const furnish = async ({ userId }: TestUser) => {
  const now = app.clock.now().toString();
  for (const text of [
    `insert into identity.passkey values ('01', gen_random_uuid(), $1, $1, '\\x00', 0, '{}', '', false, false, 'x', null, 1, $2)`,
    `insert into identity.security_answer values ('01', $1, 'q', 'h', 1, $2)`,
    `insert into identity.linked_login values ('01', 'https://i.test', $1, $1, 'google', '\\x00', '\\x00', $2)`,
    `insert into identity.browser values ('01', gen_random_uuid(), $1::text, sha256($1::text::bytea), 'x', $2, $2)`,
    `insert into identity.contact_verification values ('01', $1, 'email', '\\x00', 'v', $2, 1, $2, $2)`,
    `insert into identity.picture values ('01', left($1::text, 22), $1::text, 'hint', '\\x00', 'image/png', $2)`,
    `insert into identity.session values ('01', gen_random_uuid(), $1, null, null, 'x', 'sca', $2::timestamptz, $2::timestamptz,
       $2::timestamptz + interval '1 hour', null, $2::timestamptz)`,
  ])
    await app.database.query(text, [userId, now]);
};

describe('suspending a user', () => {
  test('ends every sign-in and emits the reason', async () => {
    const user = await app.register();
    await furnish(user);
    await change(user, 'suspended', 'fraud');
    expect(await stateOf(user)).toBe('suspended');
    expect(ended).toContain(`${user.userId} undefined`);
    const open = await app.database.query(
      'select from identity.session where user_id = $1 and ended_at is null',
      [user.userId],
    );
    expect(open).toEqual([]);
    expect((await app.eventsOf(user.userId)).at(-1)).toEqual({
      name: 'user-suspended',
      data: { 'user-id': user.userId, reason: 'fraud', at: expect.any(String) },
    });
    // A reactivated user has the same password and passkeys.
    expect(await countOf('identity.user_credential', user)).toBe(1);
    expect(await countOf('identity.passkey', user)).toBe(1);
    const body = { email: 'not.any.more@example.org' };
    expect((await app.send('PUT', '/me/email', { as: customer(user), body })).status).toBe(401);
  });

  test('waits for a signature in progress, and withdraws it', async () => {
    const user = await app.register();
    await change(user, 'suspended');
    // A signature locks this row, and so does a withdrawal.
    expect(await countOf('"authorization".signer', user)).toBe(1);
  });

  test('writes the caller to the audit trail', async () => {
    const user = await app.register();
    app.clock.advance({ seconds: 1 });
    await change(user, 'suspended', 'death');
    const [entry] = await app.database.query<{ record: string }>(
      `select record from platform.audit_entry where aggregate_kind = 'user' and aggregate_id = $1
        order by occurred_at desc, audit_id desc limit 1`,
      [user.userId],
    );
    expect(JSON.parse(entry?.record ?? '{}')).toMatchObject({
      changes: [
        { field: 'state', before: 'active', after: 'suspended' },
        { field: 'reason', after: 'death' },
      ],
    });
  });
});

describe('reactivating a user', () => {
  test('clears failures of passwords and of second factors', async () => {
    const user = await app.register();
    await lock(user, 1);
    await app.database.query(
      `insert into "authorization".factor_attempts (bank_id, subject, attempts, streak, lockouts, is_suspended, daily_cap,
         row_version, created_at, modified_at) values ('01', $1, '{}', 5, '{}', true, 20, 1, now(), now())`,
      [user.userId],
    );
    await change(user, 'suspended', 'second-factor');
    await change(user, 'active', 'identity-proven');
    expect(await stateOf(user)).toBe('active');
    expect(await countOf('identity.login_attempts', user, 'subject')).toBe(0);
    const [guard] = await app.database.query<{ is_suspended: boolean; streak: number }>(
      `select is_suspended, streak from "authorization".factor_attempts where subject = $1`,
      [user.userId],
    );
    expect(guard).toEqual({ is_suspended: false, streak: 0 });
    expect((await namesOf(user)).slice(-2)).toEqual(['user-unlocked', 'user-activated']);
    expect((await app.get('/me', customer(user))).status).toBe(200);
  });

  test('emits no unlock event where there was no lock', async () => {
    const user = await app.register();
    await change(user, 'suspended');
    await change(user, 'active');
    expect(await namesOf(user)).not.toContain('user-unlocked');
  });
});

describe('closing a user', () => {
  test('deletes all credentials of the account, and frees the contacts', async () => {
    const user = await app.register();
    await furnish(user);
    await lock(user, 1);
    await change(user, 'closed', 'customer');
    expect(await stateOf(user)).toBe('closed');
    for (const table of [
      'user_credential',
      'passkey',
      'security_answer',
      'linked_login',
      'browser',
      'contact_verification',
      'picture',
    ])
      expect([table, await countOf(`identity.${table}`, user)]).toEqual([table, 0]);
    expect(await countOf('identity.login_attempts', user, 'subject')).toBe(0);
    expect((await namesOf(user)).at(-1)).toBe('user-closed');
    app.clock.advance({ hours: 1 });
    const heir = await app.register({ email: user.email, phone: user.phone });
    expect(await stateOf(heir)).toBe('active');
  });

  test('deactivates the tokens; a suspension does not', async () => {
    const user = await app.register();
    const { tokenId } = await enrolToken(codeContext(app.context()), {
      userId: user.userId,
      deviceId: undefined,
      kind: 'totp',
    });
    const statusOf = async () => {
      const [row] = await app.database.query<{ status: string; user_id: string | null }>(
        `select status, user_id from "authorization".oath_token where token_id = $1`,
        [tokenId],
      );
      return row?.status;
    };
    await change(user, 'suspended');
    expect(await statusOf()).not.toBe('ended');
    await change(user, 'closed');
    expect(await statusOf()).toBe('ended');
  });

  test('reserves the username for ten years, for every user', async () => {
    const user = await app.register();
    await change(user, 'closed');
    const isReserved = (now = app.clock.now()) =>
      isNameReserved(app.context().db, app.context(), {
        username: user.username,
        userId: undefined,
        now,
      });
    expect(await isReserved()).toBe(true);
    const later = app.clock.now().toZonedDateTimeISO('UTC').add({ years: 10 }).toInstant();
    expect(await isReserved(later.subtract({ seconds: 1 }))).toBe(true);
    expect(await isReserved(later)).toBe(false);
    await expect(app.register({ username: user.username })).rejects.toMatchObject({
      literal: 'username-already-used',
    });
  });

  test('is final: a closed user cannot be reactivated, and an unknown one is not found', async () => {
    const user = await app.register();
    await expect(change(user, 'active')).rejects.toMatchObject({ literal: 'conflict' });
    await change(user, 'closed');
    for (const to of ['active', 'suspended', 'closed'] as const)
      await expect(change(user, to)).rejects.toMatchObject({ literal: 'conflict' });
    await expect(change({ ...user, userId: 'usr_nobody' }, 'closed')).rejects.toMatchObject({
      literal: 'not-found',
    });
  });

  test('by many concurrent requests succeeds once', async () => {
    const user = await app.register();
    const done = await Promise.allSettled(Array.from({ length: 5 }, () => change(user, 'suspended')));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await namesOf(user)).filter((name) => name === 'user-suspended')).toHaveLength(1);
  });
});

describe('a block of second factors', () => {
  const blocked = ({ userId }: TestUser, until?: string): DeliveredEvent => ({
    id: 'e',
    name: 'second-factor-blocked',
    version: 1,
    occurredAt: app.clock.now().toString(),
    aggregateKind: 'user',
    aggregateId: userId,
    sequence: 1,
    data: { 'user-id': userId, 'is-last-warning': false, ...(until === undefined ? {} : { until }) },
  });

  test('that is permanent suspends the user, once', async () => {
    const user = await app.register();
    await suspendBlockedUser(app.context(), blocked(user));
    await suspendBlockedUser(app.context(), blocked(user));
    expect(await stateOf(user)).toBe('suspended');
    const events = (await app.eventsOf(user.userId)).filter(({ name }) => name === 'user-suspended');
    expect(events).toEqual([
      {
        name: 'user-suspended',
        data: { 'user-id': user.userId, reason: 'second-factor', at: expect.any(String) },
      },
    ]);
  });

  test('that expires changes nothing, nor does one of a closed user', async () => {
    const user = await app.register();
    await suspendBlockedUser(app.context(), blocked(user, '2030-01-01T00:00:00Z'));
    expect(await stateOf(user)).toBe('active');
    await change(user, 'closed');
    await suspendBlockedUser(app.context(), blocked(user));
    expect(await stateOf(user)).toBe('closed');
    await suspendBlockedUser(app.context(), blocked({ ...user, userId: 'usr_nobody' }));
  });
});
