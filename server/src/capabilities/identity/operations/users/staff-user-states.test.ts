import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Sessions } from '../../ports/sessions.ts';
import {
  app as application,
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  staff,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import { attemptsOf, tracesOf, walkIn } from '../../testing/sign-in-steps.suite.ts';
import { changeUserState } from './change-user-state.ts';

let app: IdentityTestApp;
const ended: string[] = [];
const sessions: Sessions = { endAll: (_context, _work, { userId }) => void ended.push(userId) };
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10, ports: { sessions } });
});
afterAll(() => app[Symbol.asyncDispose]());

type Action = 'suspend' | 'reinstate' | 'unlock';
const agent = staff(['identity.users.register']);
const act = (
  action: Action,
  { username }: Pick<TestUser, 'username'>,
  { as = agent, reason = 'agent' }: { readonly as?: TokenRequest; readonly reason?: string } = {},
) => app.send('POST', `/users/${encodeURIComponent(username)}/${action}`, { as, body: { reason } });
const statusOf = async ({ username }: TestUser) =>
  (await app.get(`/users/${username}`, staff(['identity.users.read']))).body;

describe('suspendUser', () => {
  test('ends the sessions, refuses every sign-in, and is audited with the employee and the reason', async () => {
    const user = await app.register();
    expect((await act('suspend', user, { reason: 'fraud' })).status).toBe(204);
    expect(await statusOf(user)).toMatchObject({ status: 'suspended' });
    expect(ended).toContain(user.userId);
    expect((await app.eventsOf(user.userId)).at(-1)).toMatchObject({
      name: 'user-suspended',
      data: { reason: 'fraud' },
    });
    const audits = (await tracesOf(app, user.userId)).audits.join();
    expect(audits).toContain('employee-1');
    expect(audits).toContain('"field":"reason","after":"fraud"');
    const walk = await walkIn(app);
    await walk.post('identify', { username: user.username });
    await walk.post('password', { password: user.password });
    expect(await walk.page()).toBe('password wrong');
  });

  test('is open to the fraud desk', async () => {
    const user = await app.register();
    expect((await act('suspend', user, { as: staff(['fraud-desk']) })).status).toBe(204);
  });

  test('of a user who was never active is a conflict: reinstating would activate the user without a proof', async () => {
    const user = await app.register();
    await app.database.query(`update identity.user_account set status = 'pending' where user_id = $1`, [
      user.userId,
    ]);
    expect(refusalOf(await act('suspend', user))).toMatch(/^409/v);
    expect(await statusOf(user)).toMatchObject({ status: 'pending' });
  });

  test('of a user who is suspended is a conflict', async () => {
    const user = await app.register();
    await act('suspend', user);
    expect(refusalOf(await act('suspend', user))).toMatch(/^409/v);
  });
});

describe('reinstateUser', () => {
  test('lets a suspended user sign in again, and resets failed attempts', async () => {
    const user = await app.register();
    const walk = await walkIn(app);
    await walk.post('identify', { username: user.username });
    await walk.post('password', { password: 'not the right one at all' });
    await act('suspend', user);
    expect((await act('reinstate', user, { reason: 'identity-proven' })).status).toBe(204);
    expect(await statusOf(user)).toMatchObject({ status: 'active' });
    expect(await attemptsOf(app, user.userId)).toEqual({});
    expect((await app.eventsOf(user.userId)).at(-1)).toMatchObject({
      name: 'user-activated',
      data: { reason: 'identity-proven' },
    });
  });

  test('of a user who is not suspended is a conflict, also of one who was never active', async () => {
    const user = await app.register();
    expect(refusalOf(await act('reinstate', user))).toMatch(/^409/v);
    await app.database.query(`update identity.user_account set status = 'pending' where user_id = $1`, [
      user.userId,
    ]);
    expect(refusalOf(await act('reinstate', user))).toMatch(/^409/v);
  });

  test('is not open to the fraud desk', async () => {
    const user = await app.register();
    await act('suspend', user);
    expect((await act('reinstate', user, { as: staff(['fraud-desk']) })).status).toBe(403);
  });
});

describe('unlockNamedUser', () => {
  test('ends a lockout', async () => {
    const user = await app.register();
    const walk = await walkIn(app);
    await walk.post('identify', { username: user.username });
    for (let index = 0; index < 5; index += 1)
      await walk.post('password', { password: `wrong one ${index}` });
    expect(await walk.page()).toBe('locked');
    expect(await statusOf(user)).toMatchObject({ status: 'locked' });
    expect((await act('unlock', user, { reason: 'identity-proven' })).status).toBe(204);
    expect(await statusOf(user)).toMatchObject({ status: 'active' });
  });

  test('of a suspended user is a conflict', async () => {
    const user = await app.register();
    await act('suspend', user);
    expect(refusalOf(await act('unlock', user))).toMatch(/^409/v);
  });
});

describe.each(['suspend', 'reinstate', 'unlock'] as const)('%s', (action) => {
  test('is for employees with the role only', async () => {
    const user = await app.register();
    for (const as of [
      customer(user),
      application(['users.register', 'users.read']),
      staff(['identity.users.read']),
    ])
      expect((await act(action, user, { as })).status).toBe(403);
    expect(await statusOf(user)).toMatchObject({ status: 'active' });
  });

  test('finds no unknown user, no closed one, and none of another bank', async () => {
    const user = await app.register();
    expect((await act(action, { username: 'absent.has.this.name' })).status).toBe(404);
    const elsewhere = staff(['identity.users.register'], { banks: ['02'] });
    expect((await act(action, user, { as: elsewhere })).status).toBe(404);
    await changeUserState(app.context(), { userId: user.userId, to: 'closed', reason: 'customer' });
    expect((await act(action, user)).status).toBe(404);
  });

  test('takes the reasons of the command only', async () => {
    const user = await app.register();
    expect(errorsOf(await act(action, user, { reason: 'erasure' }))[0]).toMatch(/^400 reason /v);
  });
});

describe('a user whose customer has died', () => {
  let server: PartyTestServer;
  beforeAll(async () => {
    server = await createPartyTestServer(app);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('is not reinstated', async () => {
    const user = await server.customer();
    await act('suspend', user, { reason: 'death' });
    await server.reportDeath(user.customerNumber);
    expect(refusalOf(await act('reinstate', user, { reason: 'identity-proven' }))).toMatch(/^409/v);
  });
});
