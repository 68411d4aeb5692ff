import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { insertLinkedLogin } from '../../store/linked-logins.store.ts';
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
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import { findUser } from './find-user.ts';

let testApp: IdentityTestApp;
let server: PartyTestServer;
let user: TestUser & { readonly customerNumber: string };
let other: TestUser;
beforeAll(async () => {
  testApp = await createIdentityTestApp();
  server = await createPartyTestServer(testApp);
  user = await server.customer();
  other = await testApp.register();
  await link(user, 'Maria@Mail.example', 'google');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await testApp[Symbol.asyncDispose]();
});

const reader = app(['users.read']);
const find = (query: Readonly<Record<string, string>>, as = reader) =>
  testApp.get(`/users?${new URLSearchParams(query).toString()}`, as);

async function link({ userId }: TestUser, login: string, provider: string): Promise<void> {
  const context = testApp.context();
  await runCommand(context, async (work) => {
    const subject = `${userId} ${login}`;
    const now = testApp.clock.now();
    insertLinkedLogin(work, context, {
      provider,
      issuer: `https://${provider}.test`,
      subject,
      login,
      userId,
      now,
    });
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
  });
}

describe('a user is found', () => {
  test.each<readonly [string, () => Readonly<Record<string, string>>]>([
    ['the customer number', () => ({ customer: user.customerNumber })],
    ['the address', () => ({ email: user.email })],
    ['the address in capitals', () => ({ email: user.email.toUpperCase() })],
    ['the number', () => ({ 'phone-number': user.phone })],
    [
      'the number as people write it',
      () => ({ 'phone-number': user.phone.replace('+49', '+49 (0)-').replace('(0)', '') }),
    ],
    ['the linked login', () => ({ login: 'Maria@Mail.example' })],
    ['the linked login in small letters', () => ({ login: 'maria@mail.example' })],
    [
      'all of them',
      () => ({
        customer: user.customerNumber,
        email: user.email,
        'phone-number': user.phone,
        login: 'Maria@Mail.example',
      }),
    ],
  ])('by %s', async (_, query) => {
    const response = await find(query());
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ 'user-id': user.userId, 'customer-number': user.customerNumber });
    expect(response.headers['etag']).toMatch(/^"[0-9]+\.[\w\-]{11}"$/v);
    expect(response.headers['cache-control']).toContain('no-store');
  });

  test('with the requested members', async () => {
    const response = await find({ email: user.email, trim: '*', include: 'linked-logins' });
    expect(response.body).toEqual({
      'user-id': user.userId,
      username: user.username,
      'linked-logins': [{ login: 'Maria@Mail.example', provider: 'google' }],
    });
    expect(errorsOf(await find({ email: user.email, include: 'password-hash' }))).toEqual([
      '400 include enum',
    ]);
  });
});

describe('no user is found', () => {
  test.each<readonly [string, () => Readonly<Record<string, string>>]>([
    ['by a value that no user has', () => ({ email: 'absent@example.com' })],
    ['where one value belongs to another user', () => ({ email: user.email, 'phone-number': other.phone })],
    ['where one value belongs to no user', () => ({ email: user.email, customer: '9999999990' })],
    ['by a part of a value', () => ({ email: user.email.slice(1) })],
    ['by a pattern', () => ({ customer: '%' })],
    ['by a user id', () => ({ customer: user.userId })],
  ])('%s', async (_, query) => {
    const response = await find(query());
    expect(refusalOf(response)).toBe('404 not-found');
    expect(response.text).not.toContain(user.userId);
  });

  test('where several match, with the same response as where none does', async () => {
    await link(user, 'shared@mail.example', 'google');
    await link(other, 'shared@mail.example', 'apple');
    const [several, none] = [
      await find({ login: 'shared@mail.example' }),
      await find({ login: 'none@mail.example' }),
    ];
    const bare = ({ headers, status, text }: typeof several): unknown => {
      const { date: _date, 'x-request-id': _id, ...others } = headers;
      return { status, headers: others, text: text.replaceAll(/"(?:instance|trace-id)":"[^"]*"/gv, '') };
    };
    expect(bare(several)).toEqual(bare(none));
    expect(several.status).toBe(404);
    const one = await find({ login: 'shared@mail.example', email: user.email });
    expect(one.body).toMatchObject({ 'user-id': user.userId });
  });

  test('who is closed, or whose contact is not verified', async () => {
    const left = await testApp.register();
    await testApp.database.query(
      `update identity.user_account set status = 'closed', closed_at = now() where user_id = $1`,
      [left.userId],
    );
    expect((await find({ email: left.email })).status).toBe(404);
    await testApp.send('PUT', '/me/email', { as: customer(other), body: { email: 'waiting@example.com' } });
    expect((await find({ email: 'waiting@example.com' })).status).toBe(404);
  });

  test('in another bank', async () => {
    const as = app(['users.read'], { banks: ['02'] });
    expect((await find({ email: user.email }, as)).status).toBe(404);
  });
});

describe('refused are', () => {
  test('a query without a value', async () => {
    for (const query of [{}, { include: 'email' }, { trim: 'email' }])
      expect(errorsOf(await find(query))).toEqual(['400 customer required']);
  });

  test('a malformed value', async () => {
    expect(errorsOf(await find({ email: 'no-address', 'phone-number': '123' }))).toEqual([
      '400 email format',
      '400 phone-number format',
    ]);
    expect((await find({ email: '' })).status).toBe(400);
    expect((await find({ name: 'Maria' })).status).toBe(400);
  });

  test('callers without the right, customers among them', async () => {
    const nobodies = [
      customer(user, { scope: 'identity.me identity.users.read' }),
      app(['hint', 'signup', 'users.register']),
      staff(['identity.users.register']),
    ];
    for (const as of nobodies) expect(refusalOf(await find({ email: user.email }, as))).toBe('403 forbidden');
  });
});

test('reads by staff are audited, without the searched values', async () => {
  const seen = await testApp.register();
  const response = await find({ email: seen.email }, staff(['identity.users.read']));
  expect(response.status).toBe(200);
  const rows = await testApp.database.query<{ record: string }>(
    `select record from platform.audit_entry where aggregate_id = $1 and record like '%profile%'`,
    [seen.userId],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(seen.email);
  expect(JSON.stringify(testApp.lines)).not.toContain(encodeURIComponent(seen.email));
});

test('the operation itself requires a value', async () => {
  const nothing = { customerNumber: undefined, email: undefined, phone: undefined, login: undefined };
  await expect(findUser(testApp.context(), nothing)).rejects.toMatchObject({ literal: 'invalid' });
});
