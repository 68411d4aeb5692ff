import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeUserState, identityCapability, registerUser } from '#capabilities/identity/index.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { openResources } from '../program/open-resources.ts';
import { configFrom, runWith, type Settings, type Terminal } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     values ('01', 'e-17', 'https://staff.test', 'e-17', null, '{}', now())`,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

const settings = (): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
});

async function run(
  action: string,
  rest: readonly string[],
  terminal?: Terminal,
): Promise<{ readonly code: number; readonly text: string }> {
  const { code, text } = await runWith(settings(), ['users', action, ...rest], terminal);
  return { code, text };
}

const by = (user: string, ...more: readonly string[]): readonly string[] => [
  '--bank',
  '01',
  '--user',
  user,
  ...more,
];

let made = 0;

interface TestUser {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly phone: string;
}

async function createUser(state: 'active' | 'pending' = 'active'): Promise<TestUser> {
  made += 1;
  const contacts = { email: `hand.${made}@example.com`, phone: `+4915177000${made}1` };
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ports = await resources.ports([identityCapability]);
  const ctx = { ...resources.contextFor('01'), ...ports.of(identityCapability) };
  const user = await registerUser(ctx, {
    ...contacts,
    username: `by.hand.${made}`,
    password: undefined,
    customerNumber: undefined,
    firstName: 'Hanna',
    lastName: 'Arbeit',
    hintPictureUrl: undefined,
    termsVersion: '2026-01',
    verificationIds: [],
  });
  if (state === 'active')
    await changeUserState(ctx, { userId: user.userId, to: 'active', reason: 'identity-proven' });
  return { ...user, ...contacts };
}

async function stateOf({ userId }: TestUser): Promise<unknown> {
  const [row] = await database.query(`select status from identity.user_account where user_id = $1`, [userId]);
  return row?.['status'];
}

describe('users', () => {
  it('may be agents, whom an employee registers, and who are closed like others', async () => {
    const add = (username: string, employee = 'e-17') =>
      run('add-agent', [
        '--bank',
        '01',
        '--username',
        username,
        '--first-name',
        'Agnes',
        '--last-name',
        'Vogt',
        '--employee',
        employee,
      ]);
    const added = await add('agnes.vogt');
    expect(added).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^agnes\.vogt: agent registered as usr_/),
    });
    expect((await run('show', by('agnes.vogt'))).text).toMatch(/^state +active$/mu);
    expect((await add('agnes.vogt')).text).toContain('Another user has this username.');
    expect((await add('other.agent', 'e-99')).text).toContain('no employee with the id e-99');
    expect((await add('Upper')).code).toBe(2);
    expect((await run('close', by('agnes.vogt', '--reason', 'agent', '--yes'))).code).toBe(0);
  });

  it('are suspended, reinstated and closed, each time with the next command', async () => {
    const user = await createUser();
    const { userId, username } = user;
    const whom = `--bank 01 --user ${userId}`;
    expect(await run('suspend', by(username, '--reason', 'fraud'))).toEqual({
      code: 0,
      text: `${username}: suspended\nnext: users reinstate ${whom} --reason identity-proven, or users close ${whom} --reason …`,
    });
    expect(await stateOf(user)).toBe('suspended');
    expect(await run('reinstate', by(userId, '--reason', 'identity-proven'))).toEqual({
      code: 0,
      text: `${userId}: active\nnext: users show ${whom}`,
    });
    expect(await stateOf(user)).toBe('active');
    expect(await run('close', by(username, '--reason', 'customer', '--yes'))).toMatchObject({
      code: 0,
      text: expect.stringContaining(`${username}: closed\nnext: users show ${whom}`),
    });
    expect(await stateOf(user)).toBe('closed');
    expect((await run('show', by(userId))).text).toMatch(/^state +closed$/mu);
    expect((await run('show', by(username))).text).toContain('refused: not-found.');
  });

  it('lose every session when they are suspended', async () => {
    const { userId } = await createUser();
    await database.query(
      `insert into identity.session values ('01', gen_random_uuid(), $1, null, null, 'x', 'sca', now(), now(),
         now() + interval '1 hour', null, now())`,
      [userId],
    );
    await run('suspend', by(userId, '--reason', 'customer'));
    const open = await database.query(
      `select from identity.session where user_id = $1 and ended_at is null`,
      [userId],
    );
    expect(open).toEqual([]);
  });

  it('are shown without secrets and contacts', async () => {
    const { email, phone, userId, username } = await createUser();
    const { code, text } = await run('show', by(username));
    expect({ code, text }).toEqual({
      code: 0,
      text: [
        `username         ${username}`,
        `user id          ${userId}`,
        'customer number  none',
        'state            active',
        'lock             none',
        'closed at        none',
        'last sign-in     never',
        'password         none',
        'passkeys         0',
        'token            none',
        'phone number     unproven',
        'e-mail address   unproven',
      ].join('\n'),
    });
    for (const hidden of [email, phone, 'Hanna', 'Arbeit']) expect(text).not.toContain(hidden);
  });

  it('are shown with their lockout', async () => {
    const { userId } = await createUser();
    await database.query(
      `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, locked_until,
         row_version, created_at, modified_at)
       values ('01', $1, 'other', 5, 5, 1, '2099-01-01T10:00:00Z', 1, now(), now())`,
      [userId],
    );
    expect((await run('show', by(userId))).text).toContain('lock             until 2099-01-01T10:00:00Z');
  });

  it('are unlocked after a hundred wrong passwords blocked unknown browsers', async () => {
    const { userId, username } = await createUser();
    await database.query(
      `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
         created_at, modified_at) values ('01', $1, 'other', 5, 100, 20, 1, now(), now())`,
      [userId],
    );
    expect((await run('show', by(username))).text).toContain('closed at        other browsers');
    expect(await run('unlock', by(username, '--reason', 'identity-proven'))).toMatchObject({
      code: 0,
      text: expect.stringContaining(`${username}: unlocked`),
    });
    expect((await run('show', by(username))).text).toContain('closed at        none');
    expect((await run('unlock', by(username, '--reason', 'fraud'))).code).toBe(2);
    await run('suspend', by(username, '--reason', 'fraud'));
    expect((await run('unlock', by(username, '--reason', 'agent'))).text).toMatch(/^refused: conflict\. /u);
  });

  it('do not change state where it is not allowed, with the problem', async () => {
    const user = await createUser();
    const refused = (state: string) => ({
      code: 1,
      text: `refused: conflict. ${user.username} is ${state}; nothing was changed.`,
    });
    expect(await run('reinstate', by(user.userId, '--reason', 'agent'))).toEqual(refused('active'));
    await run('suspend', by(user.userId, '--reason', 'agent'));
    expect(await run('suspend', by(user.userId, '--reason', 'agent'))).toEqual(refused('suspended'));
    await run('close', by(user.userId, '--reason', 'death', '--yes'));
    for (const action of ['suspend', 'reinstate'])
      expect(await run(action, by(user.userId, '--reason', 'agent'))).toEqual(refused('closed'));
    expect(await run('close', by(user.userId, '--reason', 'agent', '--yes'))).toEqual(refused('closed'));
    expect(await stateOf(user)).toBe('closed');
    for (const name of ['unknown.user', 'usr_unknown'])
      expect(await run('suspend', by(name, '--reason', 'agent'))).toMatchObject({
        code: 1,
        text: expect.stringMatching(/^refused: not-found\. /u),
      });
  });

  it('who are pending cannot be reinstated; they can be closed', async () => {
    const user = await createUser('pending');
    expect(await run('reinstate', by(user.username, '--reason', 'identity-proven'))).toEqual({
      code: 1,
      text: `${user.username}: is pending and was never active; nothing was changed`,
    });
    expect(await stateOf(user)).toBe('pending');
    expect((await run('close', by(user.username, '--reason', 'customer', '--yes'))).code).toBe(0);
  });
});

it.each([
  ['show', [], '--bank is missing\n--user is missing'],
  ['show', ['--bank', '01'], '--user is missing'],
  ['show', ['--user', 'a'], '--bank is missing'],
  ['show', ['--bank', 'zz', '--user', 'a'], '--bank must be one of: 01, 02, nl'],
  ['show', by('a', '--reason', 'fraud'), "unknown option '--reason'"],
  ['suspend', by('a'), '--reason is missing'],
  ['suspend', by('a', '--reason', 'password'), '--reason must be one of: customer, agent, fraud, death'],
  [
    'suspend',
    by('a', '--reason', 'identity-proven'),
    '--reason must be one of: customer, agent, fraud, death',
  ],
  ['reinstate', by('a', '--reason', 'fraud'), '--reason must be one of: customer, agent, identity-proven'],
  ['close', by('a', '--reason', 'never-proven'), '--reason must be one of: customer, agent, fraud, death'],
  ['close', by('a', '--force'), "unknown option '--force'"],
  ['delete', by('a'), "unknown command 'delete'"],
])('users %s %j says what is wrong', async (action, rest, wrong) => {
  const { code, text } = await run(action, rest);
  expect(code).toBe(2);
  expect(text).toContain(wrong);
  expect(text).toContain('help: portico users');
});

describe('users close', () => {
  it('shows whom it would close, and closes no user without a terminal', async () => {
    const user = await createUser();
    const { code, text } = await run('close', by(user.username, '--reason', 'customer'));
    expect(code).toBe(4);
    expect(text).toContain('nothing was changed. Repeat it with --yes.');
    expect(text).toContain(`closes ${user.username}: user id ${user.userId}, customer number none, active`);
    expect(await stateOf(user)).toBe('active');
  });

  it('asks at a terminal', async () => {
    const user = await createUser();
    const close = by(user.username, '--reason', 'customer');
    const refused = await run('close', close, { typed: 'y' });
    expect(refused).toMatchObject({ code: 4, text: expect.stringContaining('Type yes to do it') });
    expect(await stateOf(user)).toBe('active');
    expect((await run('close', close, { typed: 'yes' })).code).toBe(0);
    expect(await stateOf(user)).toBe('closed');
  });
});

it('show --json prints no more than the text', async () => {
  const { email, phone, username } = await createUser();
  const { code, text } = await run('show', by(username, '--json'));
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(text))).toEqual(
    expect.arrayContaining(['userId', 'username', 'state', 'password', 'passkeys', 'hasToken']),
  );
  for (const hidden of [email, phone, 'Hanna', 'Arbeit']) expect(text).not.toContain(hidden);
});
