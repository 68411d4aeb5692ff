import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { availablePerMinute } from '../../domain/policy.ts';
import { findUser } from '../../store/users.store.ts';
import {
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { changeUsername } from './change-username.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());

let made = 0;
const newName = () => {
  made += 1;
  return `chosen.name.${made}`;
};
const change = (user: TestUser, username: string, headers: Readonly<Record<string, string>> = {}) =>
  app.send('PUT', '/me/username', { as: customer(user), body: { username }, headers });
const nameOf = async ({ userId }: TestUser) => {
  const ctx = app.context();
  return (await findUser(ctx.db, ctx, userId))?.username;
};

describe('changing the username', () => {
  test('sets the new username, reserves the old one for a year, and emits an event without usernames', async () => {
    const user = await app.register();
    const username = newName();
    expect((await change(user, username.toUpperCase())).status).toBe(204);
    expect(await nameOf(user)).toBe(username);
    expect((await app.eventsOf(user.userId)).at(-1)).toEqual({
      name: 'username-changed',
      data: { 'user-id': user.userId },
    });
    const other = await app.register();
    expect(refusalOf(await change(other, user.username))).toBe('440 username-already-used');
    app.clock.advance({ hours: 366 * 24 });
    expect((await change(other, user.username)).status).toBe(204);
  });

  test('gives a username back to its former owner', async () => {
    const user = await app.register();
    await change(user, newName());
    expect((await change(user, user.username)).status).toBe(204);
    expect(await nameOf(user)).toBe(user.username);
    const reserved = await app.database.query(
      'select from identity.username_reservation where username = $1',
      [user.username],
    );
    expect(reserved).toEqual([]);
  });

  test('changes nothing for the current username, however often', async () => {
    const user = await app.register();
    for (let again = 0; again < 4; again += 1) expect((await change(user, user.username)).status).toBe(204);
    expect((await app.eventsOf(user.userId)).map(({ name }) => name)).not.toContain('username-changed');
  });

  test('allows two changes in a year', async () => {
    const user = await app.register();
    expect((await change(user, newName())).status).toBe(204);
    app.clock.advance({ hours: 100 * 24 });
    expect((await change(user, newName())).status).toBe(204);
    const response = await change(user, newName());
    expect(refusalOf(response)).toBe('429 too-many-requests');
    // A user who may not change it learns nothing about usernames either.
    const other = await app.register();
    expect(refusalOf(await change(user, other.username))).toBe('429 too-many-requests');
    app.clock.advance({ hours: 265 * 24 + 1 });
    expect((await change(user, newName())).status).toBe(204);
  });

  test('returns username-already-used, and limits callers who try usernames', async () => {
    const [user, other] = [await app.register(), await app.register()];
    for (let probe = 0; probe < availablePerMinute; probe += 1)
      expect(refusalOf(await change(user, other.username))).toBe('440 username-already-used');
    expect(refusalOf(await change(user, other.username))).toBe('429 too-many-requests');
    app.clock.advance({ seconds: 61 });
    expect((await change(user, newName())).status).toBe(204);
  });

  test.each(['administrator', 'Support', 'example-bank', 'my.examplebank.team'])(
    'refuses %s to every user: it suggests an official account',
    async (username) => {
      const user = await app.register();
      expect(refusalOf(await change(user, username))).toBe('440 username-already-used');
    },
  );

  test.each(['abcd', '.abcde', 'usr_01abcdef', 'a b c d e', 'anna\u200bme', 'аnna.kyrillic', "x' or 1=1--"])(
    'refuses %j, which is not a valid username',
    async (username) => {
      const user = await app.register();
      expect(errorsOf(await change(user, username))).toEqual(['400 username pattern']);
    },
  );

  test('requires the version that the caller has seen', async () => {
    const user = await app.register();
    const { headers } = await app.get('/me', customer(user));
    const etag = String(headers['etag']);
    expect(refusalOf(await change(user, newName(), { 'if-match': '"999"' }))).toBe('412 precondition-failed');
    expect(refusalOf(await change(user, newName(), { 'if-match': `W/${etag}` }))).toBe(
      '412 precondition-failed',
    );
    expect((await change(user, newName(), { 'if-match': etag })).status).toBe(204);
    expect(refusalOf(await change(user, newName(), { 'if-match': etag }))).toBe('412 precondition-failed');
    expect((await change(user, newName(), { 'if-match': '*' })).status).toBe(204);
  });

  test('gives one username to exactly one of many concurrent requests', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => app.register()));
    const username = newName();
    const responses = await Promise.all(users.map((user) => change(user, username)));
    expect(responses.map(refusalOf).toSorted()).toEqual([
      '204',
      ...Array.from({ length: 5 }, () => '440 username-already-used'),
    ]);
  });

  test('never gives a username to another user at the moment its owner gives it up', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [owner, other] = await Promise.all([app.register(), app.register()]);
      const [left, taken] = await Promise.all([change(owner, newName()), change(other, owner.username)]);
      expect(left.status).toBe(204);
      expect(refusalOf(taken)).toBe('440 username-already-used');
    }
  });

  test('does not deadlock when two users swap their usernames', async () => {
    const [one, other] = await Promise.all([app.register(), app.register()]);
    const responses = await Promise.all([change(one, other.username), change(other, one.username)]);
    expect(responses.map(refusalOf)).toEqual(['440 username-already-used', '440 username-already-used']);
  });

  test('requires a second factor, and a customer who may sign in', async () => {
    const user = await app.register();
    const body = { username: newName() };
    const weak = await app.send('PUT', '/me/username', { as: customer(user, { assurance: '1fa' }), body });
    expect(weak.status).toBe(401);
    await app.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      user.userId,
    ]);
    expect((await change(user, newName())).status).toBe(401);
    await expect(
      changeUsername(app.context(), { username: newName(), ifMatch: undefined }),
    ).rejects.toMatchObject({ literal: 'forbidden' });
  });
});
