import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { findUser, updateUser } from '../../store/users.store.ts';
import {
  app,
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  staff,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { getMe } from './get-me.ts';

let testApp: IdentityTestApp;
let user: TestUser;
beforeAll(async () => {
  testApp = await createIdentityTestApp();
  user = await testApp.register();
});
afterAll(() => testApp[Symbol.asyncDispose]());

const setState = (userId: string, state: string): Promise<unknown> =>
  testApp.database.query(
    `update identity.user_account set status = $2, closed_at = case when $2 = 'closed' then now() end where user_id = $1`,
    [userId, state],
  );

test('a signed-in user sees the same profile as others see', async () => {
  const me = await testApp.get('/me', customer(user));
  const seen = await testApp.get(`/users/${user.username}`, app(['users.read']));
  expect(me.status).toBe(200);
  expect(me.body).toEqual(seen.body);
  expect(me.headers['etag']).toBe(seen.headers['etag']);
  expect(Object.keys(Object(me.body))).not.toContain('linked-logins');
  expect(Object.keys(Object(me.body))).not.toContain('hint-picture-url');
  const whole = await testApp.get('/me?include=linked-logins,hint-picture-url', customer(user));
  expect(whole.body).toMatchObject({ 'linked-logins': [], 'hint-picture-url': expect.any(String) });
});

test('it is not sent again to a caller who has it', async () => {
  const { headers } = await testApp.get('/me', customer(user));
  const again = await testApp.call({
    method: 'GET',
    path: '/v1/identity/me',
    as: customer(user),
    headers: { 'if-none-match': String(headers['etag']) },
  });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('unknown members are refused', async () => {
  expect(errorsOf(await testApp.get('/me?include=password-hash', customer(user)))).toEqual([
    '400 include enum',
  ]);
  expect(errorsOf(await testApp.get('/me?trim=kind', customer(user)))).toEqual(['400 trim enum']);
});

test('an unverified contact is shown until it expires', async () => {
  const { userId } = await testApp.register();
  const context = testApp.context();
  const found = await findUser(context.db, context, userId);
  if (found === undefined) throw new Error('no such user');
  const openEmail = 'not.proven@example.com';
  const now = testApp.clock.now();
  await runCommand(context, async (work) => {
    const profile = { ...found.profile, email: undefined, openEmail };
    updateUser(work, { ...context, now }, { ...found, profile, openEmailAt: now });
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
  });
  expect((await testApp.get('/me', customer({ userId }))).body).toMatchObject({
    email: openEmail,
    'email-verified': false,
  });
  testApp.clock.advance({ hours: 24 * 7 - 1 });
  expect((await testApp.get('/me', customer({ userId }))).body).toMatchObject({ email: openEmail });
  testApp.clock.advance({ hours: 1 });
  const after = Object.keys(Object((await testApp.get('/me', customer({ userId }))).body));
  expect(after).not.toContain('email');
  expect(after).not.toContain('email-verified');
});

test('a token that outlived its user, of another bank or of another user is refused', async () => {
  const gone = await testApp.register();
  await setState(gone.userId, 'closed');
  expect((await testApp.get('/me', customer(gone))).status).toBe(401);
  expect((await testApp.get('/me', customer({ userId: 'usr_nobody' }))).status).toBe(401);
  expect((await testApp.get('/me', customer(user, { banks: ['02'] }))).status).toBe(401);
  expect(refusalOf(await testApp.get('/me', customer(user, { scope: 'identity.policy' })))).toBe(
    '403 forbidden',
  );
  expect(refusalOf(await testApp.get('/me', app(['me'])))).toBe('403 forbidden');
  await expect(getMe(testApp.context())).rejects.toMatchObject({ literal: 'forbidden' });
  expect(refusalOf(await testApp.get('/me', staff(['identity.me'])))).toBe('403 forbidden');
});
