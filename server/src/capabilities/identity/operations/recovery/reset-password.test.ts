import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { findCredentials } from '../../store/credentials.store.ts';
import {
  app,
  createIdentityTestApp,
  customer,
  errorsOf,
  human,
  type IdentityTestApp,
  refusalOf,
  staff,
} from '../../testing/identity-test-app.suite.ts';
import { type RecoverySteps, recoverySteps } from '../../testing/recovery-steps.suite.ts';

let testApp: IdentityTestApp;
let words: RecoverySteps;
beforeAll(async () => {
  testApp = await createIdentityTestApp({ poolSize: 10 });
  words = await recoverySteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
let day = 0;
beforeEach(async () => {
  day += 2;
  testApp.clock.set('2026-11-15T10:00:00Z');
  testApp.clock.advance({ hours: 24 * day });
  await words.work();
  await words.messages();
});

const names = async (userId: string): Promise<readonly string[]> =>
  (await testApp.eventsOf(userId)).map(({ name }) => name);

const setState = async (userId: string, state: string): Promise<unknown> =>
  testApp.database.query(`update identity.user_account set status = $2 where user_id = $1`, [userId, state]);

const codeIn = (text: string): string => /[b-z]{20}/v.exec(text)?.[0] ?? '';

describe('a temporary password', () => {
  test('is sent to the verified e-mail address, with a link that contains no secret', async () => {
    const user = await testApp.register();
    expect((await words.reset(user.username)).status).toBe(204);
    await words.work();
    const [message, ...others] = await words.messages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      medium: 'email',
      kind: 'one-time-password',
      to: user.email,
      expires: '11:00:00',
    });
    const code = codeIn(message?.text ?? '');
    expect(message?.text).toContain(`${code} https://portico.test/account/01/reset 60 portico.test`);
    expect(await names(user.userId)).toContain('password-reset-requested');
    const { temporary, passwordHash } = await findCredentials(testApp.context().db, {
      bankId: '01',
      userId: user.userId,
      now: testApp.clock.now(),
    });
    expect(temporary).toMatchObject({ channel: 'email' });
    expect(await testApp.ports.passwordHasher.verify('01', temporary?.hash, code)).toMatchObject({
      isRight: true,
    });
    // The old password stays valid.
    expect(await testApp.ports.passwordHasher.verify('01', passwordHash, user.password)).toMatchObject({
      isRight: true,
    });
  });

  test('is sent by SMS where that was requested, and is valid for less time', async () => {
    const user = await testApp.register();
    await words.reset(user.username, { channel: 'sms' });
    await words.work();
    expect(await words.messages()).toMatchObject([{ medium: 'sms', to: user.phone, expires: '10:10:00' }]);
  });

  test('is not sent to a number in its cooling-off period', async () => {
    const user = await testApp.register();
    await testApp.database.query(
      `update identity.user_account set phone_cooling_off_until = $2 where user_id = $1`,
      [user.userId, testApp.clock.now().add({ hours: 24 }).toString()],
    );
    await words.reset(user.username, { channel: 'sms' });
    await words.work();
    expect(await words.messages()).toMatchObject([{ medium: 'email', to: user.email }]);
  });

  test('is sent to a locked user, and not to a suspended one', async () => {
    const locked = await testApp.register();
    await testApp.database.query(
      `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, locked_until,
         row_version, created_at, modified_at) values ('01', $1, 'other', 5, 5, 1, $2, 1, $3, $3)`,
      [locked.userId, testApp.clock.now().add({ minutes: 15 }).toString(), testApp.clock.now().toString()],
    );
    const suspended = await testApp.register();
    await setState(suspended.userId, 'suspended');
    for (const { username } of [locked, suspended]) expect((await words.reset(username)).status).toBe(204);
    await words.work();
    expect(await words.messages()).toMatchObject([{ to: locked.email }]);
    expect(await names(suspended.userId)).not.toContain('password-reset-requested');
  });

  test('is not sent when the worker processes it much later', async () => {
    const user = await testApp.register();
    await words.reset(user.username);
    testApp.clock.advance({ minutes: 60 });
    await words.work();
    expect(await words.messages()).toEqual([]);
  });

  test('replaces the previous one, and staff may request one without a bot check', async () => {
    const user = await testApp.register();
    const as = staff(['identity.users.register']);
    const response = await testApp.send('POST', `/users/${user.username}/password/reset`, { as, body: {} });
    expect(response.status).toBe(204);
    await words.reset(user.username);
    await words.work();
    const [first, second] = await words.messages();
    const { temporary } = await findCredentials(testApp.context().db, {
      bankId: '01',
      userId: user.userId,
      now: testApp.clock.now(),
    });
    const isGood = async (text: string | undefined): Promise<boolean> =>
      (await testApp.ports.passwordHasher.verify('01', temporary?.hash, codeIn(text ?? ''))).isRight;
    expect([await isGood(first?.text), await isGood(second?.text)]).toEqual([false, true]);
  });

  test('works once, also with many concurrent requests', async () => {
    const user = await testApp.register();
    await words.reset(user.username);
    await words.work();
    const [message] = await words.messages();
    const body = {
      'current-password': codeIn(message?.text ?? ''),
      'new-password': 'seventeen quiet otters 9',
    };
    const as = customer(user);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => testApp.send('PUT', '/me/password', { as, body })),
    );
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    const again = { ...body, 'new-password': 'eighteen quiet otters 9' };
    expect(errorsOf(await testApp.send('PUT', '/me/password', { as, body: again }))).toEqual([
      '400 current-password mismatch',
    ]);
  });
});

describe('for an unknown username', () => {
  test('the response is the same to the byte, and so are the rows except for the subject', async () => {
    const user = await testApp.register();
    const rows = async (): Promise<readonly unknown[]> =>
      testApp.database.query(
        `select name, aggregate_kind, jsonb_object_keys(data::jsonb) as key from platform.outbox_event
          where aggregate_kind = 'recovery' order by position desc, key limit 2`,
      );
    const known = await words.reset(user.username);
    const knownRows = await rows();
    const unknown = await words.reset('absent.at.all');
    expect(await rows()).toEqual(knownRows);
    const odd = await words.reset('not/a name ☃');
    const bare = ({ body, status }: typeof known): unknown => ({ body, status });
    expect([bare(unknown), bare(odd)]).toEqual([bare(known), bare(known)]);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
    await words.work();
    expect(await words.messages()).toHaveLength(1);
  });

  test('no row contains the username', async () => {
    await words.reset('a.very.special.name');
    const [row] = await testApp.database.query<{ count: string }>(
      `select (select count(*) from platform.outbox_event where data || aggregate_id like '%very.special%')
            + (select count(*) from platform.audit_entry where record like '%very.special%') as count`,
    );
    expect(Number(row?.count)).toBe(0);
  });
});

describe('the limits', () => {
  const statuses = async (count: number, username: string): Promise<readonly number[]> => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push((await words.reset(username)).status);
    return found;
  };

  test('three per hour and five per day, for known and unknown usernames', async () => {
    const user = await testApp.register();
    for (const name of [user.username, 'absent.is.here']) {
      expect(await statuses(4, name)).toEqual([204, 204, 204, 429]);
      testApp.clock.advance({ minutes: 61 });
      // All spellings of a username are equal.
      expect(await statuses(3, name.toUpperCase())).toEqual([204, 204, 429]);
      testApp.clock.advance({ hours: 24 });
    }
  });

  test('a person who requests many usernames has to wait, and consumes nothing of theirs', async () => {
    const user = await testApp.register();
    const as = app(['recovery', 'psu-address']);
    const ask = (name: string): Promise<TestResponse> =>
      testApp.send('POST', `/users/${name}/password/reset`, {
        as,
        body: {},
        headers: { ...human, 'psu-ip-address': '203.0.113.77' },
      });
    for (const name of ['first.name', 'second.name', 'third.name'])
      expect((await ask(name)).status).toBe(204);
    const refused = await ask(user.username);
    expect(refusalOf(refused)).toBe('429 too-many-requests');
    expect(refused.headers).toMatchObject({ 'retry-after': '3600' });
    expect(await statuses(4, user.username)).toEqual([204, 204, 204, 429]);
  });

  test('hold for concurrent requests', async () => {
    const user = await testApp.register();
    const responses = await Promise.all(Array.from({ length: 12 }, () => words.reset(user.username)));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(3);
  });

  test('count a repetition under the same key once', async () => {
    const user = await testApp.register();
    const headers = { ...human, 'idempotency-key': '6f1f7a52-5d0d-4c69-9a53-0d4a3c1f6a01' };
    const as = app(['recovery']);
    for (let index = 0; index < 5; index += 1) {
      const path = `/users/${user.username}/password/reset`;
      expect((await testApp.send('POST', path, { as, body: {}, headers })).status).toBe(204);
    }
    await words.work();
    expect(await words.messages()).toHaveLength(1);
  });
});

describe('who may request it', () => {
  test('an application must send a bot check', async () => {
    const as = app(['recovery']);
    const response = await testApp.send('POST', '/users/someone/password/reset', { as, body: {} });
    expect(errorsOf(response)).toEqual(['400 x-human-check required']);
  });

  test('no caller without the scope', async () => {
    for (const as of [app(['signup']), staff(['other']), customer({ userId: 'usr_1' })]) {
      const response = await testApp.send('POST', '/users/someone/password/reset', {
        as,
        body: {},
        headers: human,
      });
      expect(response.status).toBe(403);
    }
  });

  test('an unknown channel is refused', async () => {
    expect(errorsOf(await words.reset('someone', { channel: 'pigeon' }))).toEqual(['400 channel enum']);
  });
});
