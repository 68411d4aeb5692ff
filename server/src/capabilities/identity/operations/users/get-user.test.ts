import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
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

let testApp: IdentityTestApp;
let user: TestUser;
beforeAll(async () => {
  testApp = await createIdentityTestApp();
  user = await testApp.register();
});
afterAll(() => testApp[Symbol.asyncDispose]());

const reader = app(['users.read']);
const hint = app(['hint']);
const show = (query = '', as = reader): Promise<TestResponse> =>
  testApp.get(`/users/${user.username}${query}`, as);
const setMoment = (column: string, moment: string): Promise<unknown> =>
  testApp.database.query(`update identity.user_account set ${column} = $2 where user_id = $1`, [
    user.userId,
    moment,
  ]);
const lock = (userId: string, deviceClass: string, until: string): Promise<unknown> =>
  testApp.database.query(
    `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, locked_until,
       row_version, created_at, modified_at) values ('01', $1, $2, 5, 5, 1, $3, 1, $4, $4)
     on conflict (bank_id, subject, device_class) do update set locked_until = $3`,
    [userId, deviceClass, until, testApp.clock.now().toString()],
  );

const defaults = [
  'email',
  'email-verified',
  'multifactor-enabled',
  'phone-number',
  'phone-number-verified',
  'status',
  'user-id',
  'username',
];
const membersOf = ({ body }: TestResponse): readonly string[] => Object.keys(Object(body)).toSorted();

describe('a profile', () => {
  test('contains what is known, and only the requested members', async () => {
    const response = await show();
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      'user-id': user.userId,
      username: user.username,
      email: user.email,
      'email-verified': true,
      'phone-number': user.phone,
      'phone-number-verified': true,
      'multifactor-enabled': true,
      status: 'active',
    });
    expect(response.headers['etag']).toMatch(/^"[0-9]+\.[\w\-]{11}"$/v);
    expect(response.headers['cache-control']).toContain('no-store');
  });

  test('has times in UTC with milliseconds', async () => {
    await setMoment('last_login_at', '2026-11-14T23:05:06.7+02:00');
    await setMoment('last_answer_validated_at', '2026-11-13T01:02:03Z');
    await setMoment('last_password_reset_at', '2026-11-12T01:02:03.456Z');
    expect((await show()).body).toMatchObject({
      'last-login': '2026-11-14T21:05:06.700Z',
      'last-answer-validated': '2026-11-13T01:02:03.000Z',
      'last-password-reset': '2026-11-12T01:02:03.456Z',
    });
    for (const column of ['last_login_at', 'last_answer_validated_at', 'last_password_reset_at'])
      await testApp.database.query(`update identity.user_account set ${column} = null where user_id = $1`, [
        user.userId,
      ]);
  });

  test.each(['paired', 'other'])(
    'has the state locked while the user has to wait at a device: %s',
    async (kind) => {
      const locked = await testApp.register();
      const until = testApp.clock.now().add({ minutes: 15 });
      await lock(locked.userId, kind, until.toString());
      const path = `/users/${locked.username}`;
      expect((await testApp.get(path, reader)).body).toMatchObject({
        status: 'locked',
        'lock-expires': until.toString({ fractionalSecondDigits: 3 }),
      });
      await lock(locked.userId, kind, testApp.clock.now().toString());
      const after = await testApp.get(path, reader);
      expect(after.body).toMatchObject({ status: 'active' });
      expect(membersOf(after)).not.toContain('lock-expires');
    },
  );

  test('does not have the state locked for a user who only has to wait with answers, or is suspended', async () => {
    const other = await testApp.register();
    const until = testApp.clock.now().add({ minutes: 15 }).toString();
    await lock(other.userId, 'answers', until);
    expect((await testApp.get(`/users/${other.username}`, reader)).body).toMatchObject({ status: 'active' });
    await lock(other.userId, 'other', until);
    await testApp.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      other.userId,
    ]);
    const response = await testApp.get(`/users/${other.username}`, reader);
    expect(response.body).toMatchObject({ status: 'suspended' });
    expect(membersOf(response)).not.toContain('lock-expires');
  });

  test('changes its version when it changes, and is not sent again before', async () => {
    const { headers } = await show();
    const etag = String(headers['etag']);
    const again = await testApp.call({
      method: 'GET',
      path: `/v1/identity/users/${user.username}`,
      as: reader,
      headers: { 'if-none-match': etag },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    await testApp.database.query(
      'update identity.user_account set row_version = row_version + 1 where user_id = $1',
      [user.userId],
    );
    expect(String((await show()).headers['etag'])).not.toBe(etag);
  });

  test('is found by every spelling of the username, and by nothing else', async () => {
    expect((await testApp.get(`/users/${user.username.toUpperCase()}`, reader)).status).toBe(200);
    const names = [
      user.userId,
      user.email,
      user.phone,
      `${user.username}%00`,
      `${user.username}%20`,
      '%27%20or%201=1',
    ];
    for (const name of names) {
      const { status } = await testApp.get(`/users/${encodeURI(decodeURI(name))}`, reader);
      expect([400, 404]).toContain(status);
    }
    expect(refusalOf(await testApp.get('/users/absent.at.all', reader))).toBe('404 not-found');
  });

  test('of a closed user is not found', async () => {
    const left = await testApp.register();
    await testApp.database.query(
      `update identity.user_account set status = 'closed', closed_at = now() where user_id = $1`,
      [left.userId],
    );
    expect(refusalOf(await testApp.get(`/users/${left.username}`, reader))).toBe('404 not-found');
  });
});

describe('the returned members', () => {
  test('grow with include and shrink with trim; the identity stays', async () => {
    expect(membersOf(await show())).toEqual(defaults);
    expect(membersOf(await show('?include=*'))).toEqual(
      [...defaults, 'hint-picture-url', 'linked-logins'].toSorted(),
    );
    expect(membersOf(await show('?include=linked-logins'))).toEqual(
      [...defaults, 'linked-logins'].toSorted(),
    );
    expect(membersOf(await show('?trim=*'))).toEqual(['user-id', 'username']);
    expect(membersOf(await show('?trim=*&include=email,status'))).toEqual([
      'email',
      'status',
      'user-id',
      'username',
    ]);
    expect(membersOf(await show('?include=*&trim=email,user-id,username'))).toEqual(
      [...defaults, 'hint-picture-url', 'linked-logins'].filter((name) => name !== 'email').toSorted(),
    );
  });

  test.each([
    'password-hash',
    'password',
    'row-version',
    'sealed-profile',
    'Email',
    'email.value',
    '__proto__',
    'constructor',
    '',
  ])('are never %j', async (path) => {
    expect(errorsOf(await show(`?include=${path}`))).toEqual(['400 include enum']);
    expect(errorsOf(await show(`?trim=email,${path}`))).toEqual(['400 trim enum']);
  });

  test('are refused for both parameters at once', async () => {
    expect(errorsOf(await show('?include=x&trim=y'))).toEqual(['400 include enum', '400 trim enum']);
    expect((await show('?unheard=of')).status).toBe(400);
  });

  test('contain the address of the picture on this server', async () => {
    const url = String(at((await show('?include=hint-picture-url')).body, 'hint-picture-url'));
    expect(url).toMatch(/^https:\/\/portico\.test\/v1\/identity\/pictures\/01\/[A-Za-z0-9_\-]{22}$/v);
  });
});

describe('to a sign-in page', () => {
  const hintOf = async (name: string, as = hint): Promise<TestResponse> => testApp.get(`/users/${name}`, as);

  test('every username has a picture and nothing else, always the same', async () => {
    for (const name of [user.username, 'absent.at.all', 'x', 'anna%20maria', 'usr_01JCQ5D8F0']) {
      const first = await hintOf(name);
      expect(first.status).toBe(200);
      expect(membersOf(first)).toEqual(['hint-picture-url', 'username']);
      expect((await hintOf(name)).text).toBe(first.text);
      expect((await testApp.get(`/users/${name}?include=*`, hint)).text).toBe(first.text);
    }
  });

  test('an unknown username gets the same response as a known one: same bytes except for the username and its picture', async () => {
    const unknown = user.username.replace('person', 'absent');
    const [known, dummy] = [await hintOf(user.username), await hintOf(unknown)];
    const bare = ({ headers, text }: TestResponse, name: string): unknown => {
      const { date: _date, 'x-request-id': _id, ...others } = headers;
      return { headers: others, text: text.replace(name, '…').replace(/[A-Za-z0-9_\-]{22}(?=")/v, '…') };
    };
    expect(bare(dummy, unknown)).toEqual(bare(known, user.username));
    expect(membersOf(known)).toEqual(membersOf(dummy));
    expect(known.headers['etag']).toBeUndefined();
  });

  test('a username keeps its picture when a user registers it, and when the user is closed', async () => {
    const name = 'someone.to.come';
    const before = await hintOf(name);
    const { userId } = await testApp.register({ username: name });
    expect((await hintOf(name)).text).toBe(before.text);
    await testApp.database.query(
      `update identity.user_account set status = 'closed', closed_at = now() where user_id = $1`,
      [userId],
    );
    expect((await hintOf(name)).text).toBe(before.text);
  });

  test('spellings of one username have one picture; banks have their own', async () => {
    const pictureOf = async (name: string, as = hint): Promise<unknown> =>
      at((await hintOf(name, as)).body, 'hint-picture-url');
    for (const name of [user.username, 'absent.at.all'])
      expect(await pictureOf(name.toUpperCase())).toBe(await pictureOf(name));
    const other = String(await pictureOf(user.username, app(['hint'], { banks: ['02'] })));
    expect(other.split('/').at(-1)).not.toBe(
      String(await pictureOf(user.username))
        .split('/')
        .at(-1),
    );
  });

  test('a caller who may also read users gets them', async () => {
    expect(membersOf(await show('', app(['hint', 'users.read'])))).toEqual(defaults);
  });
});

describe('allowed callers', () => {
  test('are readers, staff with the role, and customers for themselves', async () => {
    const other = await testApp.register();
    expect((await show('', customer(user))).status).toBe(200);
    expect((await show('', staff(['identity.users.read']))).status).toBe(200);
    expect(refusalOf(await show('', customer(other)))).toBe('404 not-found');
    const unknown = await testApp.get('/users/absent.at.all', customer(other));
    expect({ status: unknown.status, body: at(unknown.body, 'problem') }).toEqual({
      status: 404,
      body: 'not-found',
    });
    expect(refusalOf(await show('', app(['signup', 'recovery', 'me'])))).toBe('403 forbidden');
    expect(refusalOf(await show('', staff(['identity.users.register'])))).toBe('403 forbidden');
    expect(refusalOf(await show('', customer(user, { scope: 'identity.policy' })))).toBe('403 forbidden');
  });

  test('are none of another bank, with the same id or without', async () => {
    const banks = ['02'];
    for (const as of [
      app(['users.read'], { banks }),
      staff(['identity.users.read'], { banks }),
      customer(user, { banks }),
    ])
      expect(refusalOf(await show('', as))).toBe('404 not-found');
  });

  test('are audited when they are staff, and only then', async () => {
    const seen = await testApp.register();
    const traces = async (): Promise<readonly string[]> => {
      const rows = await testApp.database.query<{ record: string }>(
        `select record from platform.audit_entry where aggregate_id = $1 and record like '%profile%'`,
        [seen.userId],
      );
      return rows.map(({ record }) => record);
    };
    await testApp.get(`/users/${seen.username}`, reader);
    await testApp.get(`/users/${seen.username}`, customer(seen));
    expect(await traces()).toEqual([]);
    await testApp.get(`/users/${seen.username}`, staff(['identity.users.read']));
    const [record, ...others] = await traces();
    expect(others).toEqual([]);
    expect(record).toContain('employee-1');
    expect(record).not.toContain(seen.email);
  });
});
