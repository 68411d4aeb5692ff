import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyProfile, findUser } from '../../store/users.store.ts';
import {
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { changeUserState } from '../users/change-user-state.ts';
import { cleanUpIdentity } from './clean-up-identity.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  // Rows of earlier tests are old by now.
  await cleanUpIdentity(app.context());
});

const cleanUp = () => cleanUpIdentity(app.context());
const storedOf = async ({ userId }: TestUser) => {
  const ctx = app.context();
  return findUser(ctx.db, ctx, userId);
};
const namesOf = async ({ userId }: TestUser) => (await app.eventsOf(userId)).map(({ name }) => name);
const startEmail = (user: TestUser, email: string) =>
  app.send('PUT', '/me/email', { as: customer(user), body: { email } });
const startPhone = (user: TestUser, number: string) =>
  app.send('PUT', '/me/phone-number', { as: customer(user), body: { 'phone-number': number } });
const makePending = async (user: TestUser) => {
  const stored = await storedOf(user);
  if (stored === undefined) throw new Error('no such user');
  const { email, phone, ...rest } = stored.profile;
  const profile = { ...rest, email: undefined, phone: undefined, openEmail: email, openPhone: phone };
  await app.database.query(
    `update identity.user_account set status = 'pending', email_index = null, phone_index = null,
       open_email_at = created_at, open_phone_at = created_at, sealed_profile = $2 where user_id = $1`,
    [user.userId, app.ports.identityVault.sealProfile('01', user.userId, profile)],
  );
};
const query = (text: string, values: readonly unknown[] = []) => app.database.query(text, [...values]);
const ago = (time: Parameters<ReturnType<typeof app.clock.now>['subtract']>[0]) =>
  app.clock.now().subtract(time).toString();

describe('unverified contacts', () => {
  test('are removed after seven days with an event; verified ones stay', async () => {
    const user = await app.register();
    await startEmail(user, 'never.proved@example.org');
    app.clock.advance({ minutes: 2 });
    await startPhone(user, '+491715559001');
    app.clock.advance({ hours: 7 * 24 - 1 });
    await cleanUp();
    expect((await storedOf(user))?.profile.openEmail).toBe('never.proved@example.org');
    app.clock.advance({ hours: 1, seconds: 1 });
    await cleanUp();
    await cleanUp();
    const profile = (await storedOf(user))?.profile;
    expect([profile?.openEmail, profile?.openPhone]).toEqual([undefined, undefined]);
    expect([profile?.email, profile?.phone]).toEqual([user.email, user.phone]);
    expect((await namesOf(user)).slice(-2)).toEqual([
      'unverified-email-removed',
      'unverified-phone-number-removed',
    ]);
    expect((await app.get('/me', customer(user))).body).toMatchObject({ email: user.email });
  });
});

describe('users who never verified a contact', () => {
  test('are closed after seven days, and their usernames become available', async () => {
    const user = await app.register();
    await makePending(user);
    app.clock.advance({ hours: 7 * 24 - 1 });
    await cleanUp();
    expect((await storedOf(user))?.state).toBe('pending');
    app.clock.advance({ hours: 1, seconds: 1 });
    await cleanUp();
    expect((await storedOf(user))?.state).toBe('closed');
    expect((await app.eventsOf(user.userId)).at(-1)).toEqual({
      name: 'user-closed',
      data: { 'user-id': user.userId, reason: 'never-proven', at: expect.any(String) },
    });
    const next = await app.register({ username: user.username, email: user.email, phone: user.phone });
    expect((await storedOf(next))?.state).toBe('active');
  });

  test('are closed however many there are', async () => {
    for (let n = 0; n < 105; n += 1) {
      const userId = `usr_many_${n}`;
      await query(
        `insert into identity.user_account (bank_id, user_id, username, kind, status, status_since, sealed_profile,
           row_version, created_at, modified_at) values ('01', $1, $1, 'customer', 'pending', $2, $3, 1, $2, $2)`,
        [userId, ago({ hours: 0 }), app.ports.identityVault.sealProfile('01', userId, emptyProfile)],
      );
    }
    app.clock.advance({ hours: 8 * 24 });
    expect(await cleanUp()).toBeGreaterThanOrEqual(105);
    const left = await query(`select from identity.user_account where status = 'pending'`);
    expect(left).toEqual([]);
  });
});

describe('one user who cannot be decrypted', () => {
  test('is skipped; the others are cleaned up, and everything else is', async () => {
    const [unreadable, other] = [await app.register(), await app.register()];
    await makePending(unreadable);
    await makePending(other);
    await query(`update identity.user_account set sealed_profile = '\\xbad0' where user_id = $1`, [
      unreadable.userId,
    ]);
    const otherRow = 'bad-row-other';
    await query(insertions.username_reservation, [otherRow, ago({ hours: 1 })]);
    app.clock.advance({ hours: 8 * 24 });
    await cleanUp();
    expect((await storedOf(other))?.state).toBe('closed');
    expect(await query('select from identity.username_reservation where username = $1', [otherRow])).toEqual(
      [],
    );
    expect(await query(`select job, row_key, attempts from platform.set_aside_row order by job`)).toEqual(
      ['email', 'pending', 'phone'].map((kind) => ({
        job: `clean-up-identity/${kind}`,
        row_key: unreadable.userId,
        attempts: 1,
      })),
    );
    await cleanUp();
    expect(await query(`select from platform.set_aside_row where attempts > 1`)).toEqual([]);
    await query('delete from identity.user_account where user_id = $1', [unreadable.userId]);
    app.clock.advance({ hours: 1 });
    await cleanUp();
    expect(await query('select from platform.set_aside_row')).toEqual([]);
  });
});

describe('closed users', () => {
  test('are deleted after a year with all their rows; the username stays reserved', async () => {
    const user = await app.register();
    await startEmail(user, 'gone.soon@example.org');
    await query(
      `insert into identity.former_contact values ('01', gen_random_uuid(), $1, 'email', '\\x00', $2)`,
      [user.userId, ago({ hours: 0 })],
    );
    await query(
      `insert into identity.login_event values ('01', $1, $2, gen_random_uuid(), 'done', 'x', null)`,
      [user.userId, ago({ hours: 0 })],
    );
    await changeUserState(app.context(), { userId: user.userId, to: 'closed', reason: 'customer' });
    app.clock.advance({ hours: 364 * 24 });
    await cleanUp();
    expect(await storedOf(user)).toBeDefined();
    app.clock.advance({ hours: 2 * 24 });
    await cleanUp();
    expect(await storedOf(user)).toBeUndefined();
    for (const table of ['former_contact', 'login_event', 'session', 'user_credential'])
      expect([table, await query(`select from identity.${table} where user_id = $1`, [user.userId])]).toEqual(
        [table, []],
      );
    expect(
      await query('select from identity.username_reservation where username = $1', [user.username]),
    ).toHaveLength(1);
  });
});

/** A row of each kind, and the time that decides about it. */
const insertions = {
  username_reservation: `insert into identity.username_reservation values ('01', $1, 'u', 'changed', $2, $2)`,
  contact_verification: `insert into identity.contact_verification values ('01', $1, 'email', '\\x00', 'v', $2, 1, $2, $2)`,
  sign_in: `insert into identity.sign_in values ('01', $1, '\\x00', '\\x00', $2, $2, 1, $2)`,
  passkey_proof: `insert into identity.passkey_proof values ('01', $1, 'u', '\\x00', $2, $2)`,
  session: `insert into identity.session values ('01', gen_random_uuid(), $1, null, null, 'x', 'sca', $2, $2, $2, null, $2)`,
  quota: `insert into identity.quota values ('01', 'contact-probes', $1::bytea, array[$2::timestamptz], $2, $2::timestamptz::date)`,
  login_attempts: `insert into identity.login_attempts values ('01', '~' || $1, 'other', 1, 1, 0, null, 1, $2, $2, $2::timestamptz::date)`,
  login_event: `insert into identity.login_event values ('01', $1, $2, gen_random_uuid(), 'done', 'x', null)`,
  browser: `insert into identity.browser values ('01', gen_random_uuid(), $1::text, sha256($1::text::bytea), 'x', $2, $2)`,
} as const;

describe('expired rows', () => {
  test.each([
    ['username_reservation', 1, -1],
    ['contact_verification', 1, -1],
    ['sign_in', 1, -1],
    ['passkey_proof', 1, -1],
    ['session', 25, 23],
    // Whole days: up to a day longer than two.
    ['quota', 73, 47],
    ['login_attempts', 73, 47],
    // Thirteen months.
    ['login_event', 398 * 24, 394 * 24],
    ['browser', 398 * 24, 394 * 24],
  ] as const)('%s is deleted %i hours after its time, not after %i', async (table, old, young) => {
    await query(`delete from identity.${table}`);
    await query(insertions[table], ['old', ago({ hours: old })]);
    await query(insertions[table], ['new', ago({ hours: young })]);
    await cleanUp();
    expect(await query(`select from identity.${table}`)).toHaveLength(1);
  });

  test('counts username changes for a year', async () => {
    const change = `insert into identity.quota values ('01', 'username-changes', $1::bytea, array[$2::timestamptz], $2, $2::timestamptz::date)`;
    await query('delete from identity.quota');
    await query(change, ['a', ago({ hours: 300 * 24 })]);
    await query(change, ['b', ago({ hours: 370 * 24 })]);
    await cleanUp();
    expect(await query('select from identity.quota')).toHaveLength(1);
  });

  test('deletes no failures of users, however slowly they occur', async () => {
    await query('delete from identity.login_attempts');
    await query(
      `insert into identity.login_attempts values ('01', 'usr_stopped', 'other', 5, 100, 20, null, 1, $1, $1),
        ('01', 'usr_slowly', 'other', 4, 4, 0, null, 1, $1, $1), ('01', 'usr_fine', 'other', 0, 0, 0, null, 1, $1, $1)`,
      [ago({ hours: 1_000 })],
    );
    await cleanUp();
    expect(await query('select from identity.login_attempts')).toHaveLength(2);
  });

  test('does not delete rows of another bank', async () => {
    await query(`delete from identity.sign_in`);
    await query(`insert into identity.sign_in values ('02', 'x', '\\x00', '\\x00', $1, $1, 1, $1)`, [
      ago({ hours: 100 }),
    ]);
    await cleanUp();
    expect(await query('select from identity.sign_in')).toHaveLength(1);
    await cleanUpIdentity(app.context('02'));
    expect(await query('select from identity.sign_in')).toHaveLength(0);
  });

  test('runs in rounds when there are many rows', async () => {
    await query('delete from identity.sign_in');
    await query(
      `insert into identity.sign_in select '01', 's' || n, '\\x00', '\\x00', $1, $1, 1, $1 from generate_series(1, 5001) n`,
      [ago({ hours: 100 })],
    );
    expect(await cleanUp()).toBeGreaterThanOrEqual(5_001);
    expect(await query('select from identity.sign_in')).toHaveLength(0);
  });

  test('two concurrent clean-ups do not block each other', async () => {
    const user = await app.register();
    await makePending(user);
    app.clock.advance({ hours: 8 * 24 });
    await Promise.all([cleanUp(), cleanUp(), cleanUp()]);
    expect((await namesOf(user)).filter((name) => name === 'user-closed')).toHaveLength(1);
  });
});
