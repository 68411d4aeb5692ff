import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { provenIn, type SignInState } from '../../domain/sign-in/state.ts';
import { readSignIn } from '../../steps/sign-in/live-sign-in.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { type RecoverySteps, recoverySteps } from '../../testing/recovery-steps.suite.ts';
import {
  restBeforeCode,
  type SignInWalk,
  tracesOf,
  walkIn,
  walkToFactor,
} from '../../testing/sign-in-steps.suite.ts';

let app: IdentityTestApp;
let words: RecoverySteps;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
  words = await recoverySteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(async () => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
  await words.work();
  await words.messages();
});

const newPassword = 'seventeen quiet otters 9';
const chosen = { 'new-password': newPassword, 'repeat-password': newPassword };

const namesOf = async (userId: string): Promise<readonly string[]> =>
  (await app.eventsOf(userId)).map(({ name }) => name);

const stateOf = async (walk: SignInWalk): Promise<SignInState | undefined> =>
  (await readSignIn(walk.ctx, { signInId: walk.signInId, secret: walk.secret() }))?.state;

/** Returns the first factor that the sign-in has accepted. */
async function firstOf(walk: SignInWalk): Promise<string | undefined> {
  const state = await stateOf(walk);
  return state && provenIn(state)?.first.kind;
}

/** Returns the temporary password of the newest message. */
async function temporaryOf(): Promise<string> {
  await words.work();
  return /[b-z]{20}/v.exec((await words.messages()).at(-1)?.text ?? '')?.[0] ?? '';
}

/** A user who has requested a temporary password. */
async function requestTemporary(username: string): Promise<SignInWalk> {
  const walk = await walkIn(app);
  await walk.post('forgot-password');
  await walk.post('send-reset', { username });
  return walk;
}

/** A user who has requested and received a temporary password. */
async function asking(user: TestUser): Promise<{ readonly walk: SignInWalk; readonly temporary: string }> {
  restBeforeCode(app);
  const walk = await requestTemporary(user.username);
  expect(await walk.page()).toBe('temporary-password');
  return { walk, temporary: await temporaryOf() };
}

/** A user who has verified both factors, and may choose a password. */
async function choosing(user: TestUser): Promise<SignInWalk> {
  const { temporary, walk } = await asking(user);
  await walk.post('temporary-password', { 'temporary-password': ` ${temporary.toUpperCase()} ` });
  expect(await walk.page()).toBe('code');
  await walk.post('code', { code: (await app.newestCode(user.userId)).code });
  expect(await walk.page()).toBe('new-password');
  return walk;
}

async function opens(user: TestUser, password: string): Promise<boolean> {
  await app.database.query(`delete from identity.login_attempts where subject = $1`, [user.userId]);
  const walk = await walkToFactor(app, { username: user.username, password });
  return (await firstOf(walk)) !== undefined;
}

const setState = async (userId: string, state: string): Promise<unknown> =>
  app.database.query(
    `update identity.user_account set status = $2, closed_at = case when $2 = 'closed' then modified_at end
      where user_id = $1`,
    [userId, state],
  );

describe('a user who forgot the password', () => {
  test('gets a temporary one, passes a second factor, chooses a new one, and signs in again', async () => {
    const user = await app.register();
    const walk = await choosing(user);
    expect(await walk.post('new-password', chosen)).toMatchObject({ kind: 'continues' });
    expect(await walk.view()).toMatchObject({
      kind: 'identify',
      username: user.username,
      notice: 'password-changed',
    });
    expect(await namesOf(user.userId)).toContain('password-reset-completed');
    expect((await tracesOf(app, user.userId)).logins).not.toContain('signed-in');
    expect([await opens(user, newPassword), await opens(user, user.password)]).toEqual([true, false]);
  });

  test('reopens unpaired browsers that a hundred wrong passwords had closed', async () => {
    const user = await app.register();
    await app.database.query(
      `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
         created_at, modified_at) values ('01', $1, 'other', 1, 120, 20, 1, $2, $2)`,
      [user.userId, app.clock.now().toString()],
    );
    const isLetOn = async (password: string): Promise<boolean> => {
      const walk = await walkToFactor(app, { username: user.username, password });
      return (await firstOf(walk)) !== undefined;
    };
    expect(await isLetOn(user.password)).toBe(false);
    await (await choosing(user)).post('new-password', chosen);
    expect(await isLetOn(newPassword)).toBe(true);
  });

  test('never chooses a password without the second factor', async () => {
    const user = await app.register();
    const { temporary, walk } = await asking(user);
    await walk.post('new-password', chosen);
    expect(await walk.page()).toBe('temporary-password');
    await walk.post('temporary-password', { 'temporary-password': temporary });
    for (const step of [
      'new-password',
      'again',
      'identify',
      'password',
      'temporary-password',
      'other-user',
    ]) {
      await walk.post(step, { ...chosen, username: user.username, password: user.password });
      expect([step, await walk.page()]).toEqual([step, 'code']);
    }
    expect(await namesOf(user.userId)).not.toContain('password-reset-completed');
  });

  test('sees the same pages for known and unknown usernames, until both factors are verified', async () => {
    const user = await app.register();
    const [known, unknown] = [
      await requestTemporary(user.username),
      await requestTemporary('absent.at.all.here'),
    ];
    expect(await unknown.view()).toEqual(await known.view());
    for (let index = 0; index < 6; index += 1) {
      for (const walk of [known, unknown])
        await walk.post('temporary-password', { 'temporary-password': 'wrong' });
      expect(await unknown.view()).toEqual(await known.view());
    }
    expect(await unknown.page()).toBe('temporary-password wrong');
  });

  test('loses the temporary password by five wrong attempts, and nothing else: a new one works', async () => {
    const user = await app.register();
    const { temporary, walk } = await asking(user);
    for (let index = 0; index < 5; index += 1)
      await walk.post('temporary-password', { 'temporary-password': 'bcdfghjkmnpqrstvwxzb' });
    await walk.post('temporary-password', { 'temporary-password': temporary });
    expect(await walk.page()).toBe('temporary-password wrong');
    app.clock.advance({ hours: 2 });
    expect(await (await choosing(user)).page()).toBe('new-password');
  });

  test('may do without a phone only with another factor: a password sent by SMS is not confirmed by SMS', async () => {
    const user = await app.register();
    await words.reset(user.username, { channel: 'sms' });
    const temporary = await temporaryOf();
    restBeforeCode(app);
    await app.database.query(`delete from identity.quota`);
    // The page's own request is sent by e-mail, and was not processed yet.
    const walk = await requestTemporary(user.username);
    await walk.post('temporary-password', { 'temporary-password': temporary });
    expect(await walk.page()).toBe('no-factor');
    await walk.post('method', { factor: 'sms' });
    await walk.post('resend');
    expect(await walk.page()).toBe('no-factor');
  });

  test('must choose a valid password, and repeat it', async () => {
    const user = await app.register();
    const walk = await choosing(user);
    await walk.post('new-password', { 'new-password': newPassword, 'repeat-password': 'other' });
    expect(await walk.view()).toMatchObject({ kind: 'new-password', errors: ['passwords-differ'] });
    await walk.post('new-password', { 'new-password': 'short', 'repeat-password': 'short' });
    expect(await walk.view()).not.toMatchObject({ errors: [] });
    await walk.post('new-password', {});
    expect(await walk.view()).not.toMatchObject({ errors: [] });
    expect(await namesOf(user.userId)).not.toContain('password-reset-completed');
    await walk.post('new-password', chosen);
    expect(await namesOf(user.userId)).toContain('password-reset-completed');
  });
});

describe('a user who follows the link of the message', () => {
  test('enters the username and the temporary password, and still passes a second factor', async () => {
    const user = await app.register();
    const { temporary } = await asking(user);
    const walk = await walkIn(app, { isReset: true });
    expect(await walk.page()).toBe('temporary-password');
    await walk.post('new-password', chosen);
    await walk.post('temporary-password', { username: user.username, 'temporary-password': temporary });
    expect(await walk.page()).toBe('code');
    await walk.post('code', { code: (await app.newestCode(user.userId)).code });
    expect(await walk.page()).toBe('new-password');
    await walk.post('new-password', chosen);
    expect(await opens(user, newPassword)).toBe(true);
  });

  test('does not advance with the username of another user, an unknown one, or without one', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const { temporary } = await asking(user);
    for (const username of [other.username, 'absent.by.link', '', '\u0000']) {
      const walk = await walkIn(app, { isReset: true });
      await walk.post('temporary-password', { username, 'temporary-password': temporary });
      expect([username, await walk.page()]).toEqual([
        username,
        expect.stringMatching(/^temporary-password /v),
      ]);
      expect(await firstOf(walk)).toBeUndefined();
    }
  });

  test('may correct the username', async () => {
    const user = await app.register();
    const { temporary } = await asking(user);
    const walk = await walkIn(app, { isReset: true });
    await walk.post('temporary-password', { username: 'mistyped.name', 'temporary-password': temporary });
    await walk.post('temporary-password', { username: user.username, 'temporary-password': temporary });
    expect(await walk.page()).toBe('code');
  });

  test('gets the same pages for known and unknown usernames', async () => {
    const user = await app.register();
    const walks = [await walkIn(app, { isReset: true }), await walkIn(app, { isReset: true })] as const;
    for (let index = 0; index < 6; index += 1) {
      await walks[0].post('temporary-password', {
        username: user.username,
        'temporary-password': `no ${index}`,
      });
      await walks[1].post('temporary-password', {
        username: 'person.8888888',
        'temporary-password': `no ${index}`,
      });
      expect(JSON.stringify(await walks[1].view()).replace('person.8888888', '')).toBe(
        JSON.stringify(await walks[0].view()).replace(user.username, ''),
      );
    }
  });
});

describe('a double submission', () => {
  test('of the code still leads to the new password', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await app.register();
      const { temporary, walk } = await asking(user);
      await walk.post('temporary-password', { 'temporary-password': temporary });
      const { code } = await app.newestCode(user.userId);
      const outcomes = await Promise.all([
        walk.send({ step: 'code', code }),
        walk.send({ step: 'code', code }),
      ]);
      const secrets = outcomes.flatMap((outcome) =>
        outcome.kind === 'continues' && outcome.secret !== undefined ? [outcome.secret] : [],
      );
      const reached = await Promise.all(
        secrets.map((secret) => readSignIn(walk.ctx, { signInId: walk.signInId, secret })),
      );
      // The same form gets the same response, so that it does not matter which one the browser has received.
      expect(reached.map((live) => live?.state.step)).toEqual(['new-password', 'new-password']);
      expect(new Set(secrets).size).toBe(1);
    }
  });

  test('of the new password sets it once', async () => {
    const user = await app.register();
    const walk = await choosing(user);
    await Promise.all([
      walk.send({ step: 'new-password', ...chosen }),
      walk.send({ step: 'new-password', ...chosen }),
    ]);
    expect((await namesOf(user.userId)).filter((name) => name === 'password-reset-completed')).toHaveLength(
      1,
    );
    expect(await opens(user, newPassword)).toBe(true);
  });
});

describe('a temporary password', () => {
  test('expires, and is not a password', async () => {
    const user = await app.register();
    const { temporary } = await asking(user);
    expect(await opens(user, temporary)).toBe(false);
    app.clock.advance({ minutes: 61 });
    await app.database.query(`delete from identity.quota`);
    const walk = await requestTemporary(user.username);
    await walk.post('temporary-password', { 'temporary-password': temporary });
    expect(await walk.page()).toBe('temporary-password wrong');
  });

  test('of one user is not valid for another', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const { temporary } = await asking(user);
    const { walk } = await asking(other);
    await walk.post('temporary-password', { 'temporary-password': temporary });
    expect(await walk.page()).toBe('temporary-password wrong');
  });

  test('is void once there is a newer one, also for a user who has entered it', async () => {
    const user = await app.register();
    const walk = await choosing(user);
    await words.reset(user.username);
    await words.work();
    await walk.post('new-password', chosen);
    expect(await walk.page()).toBe('identify code-over');
    expect(await opens(user, user.password)).toBe(true);
  });

  test('works once, also with many concurrent requests', async () => {
    const user = await app.register();
    const walk = await choosing(user);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const each = `twenty quiet otters ${index}`;
        return walk.send({ step: 'new-password', 'new-password': each, 'repeat-password': each });
      }),
    );
    expect((await namesOf(user.userId)).filter((name) => name === 'password-reset-completed')).toHaveLength(
      1,
    );
  });

  test('works once, in however many windows', async () => {
    const user = await app.register();
    const { temporary, walk: first } = await asking(user);
    restBeforeCode(app);
    // Requested again, and not sent yet: the previous one is the newest.
    const second = await requestTemporary(user.username);
    for (const walk of [first, second]) {
      await walk.post('temporary-password', { 'temporary-password': temporary });
      await walk.post('code', { code: (await app.newestCode(user.userId)).code });
      expect(await walk.page()).toBe('new-password');
      restBeforeCode(app);
    }
    const other = 'nineteen loud otters 12';
    await Promise.all([
      first.post('new-password', chosen),
      second.post('new-password', { 'new-password': other, 'repeat-password': other }),
    ]);
    expect((await namesOf(user.userId)).filter((name) => name === 'password-reset-completed')).toHaveLength(
      1,
    );
    const pages = [await first.page(), await second.page()];
    expect(pages.toSorted()).toEqual(['identify', 'identify code-over']);
  });
});

describe('between the second factor and the new password', () => {
  for (const state of ['suspended', 'closed'])
    test(`a user who is ${state} cannot choose a password any more`, async () => {
      const user = await app.register();
      const walk = await choosing(user);
      await setState(user.userId, state);
      await walk.post('new-password', chosen);
      expect(await namesOf(user.userId)).not.toContain('password-reset-completed');
      await setState(user.userId, 'active');
      expect(await opens(user, newPassword)).toBe(false);
    });

  test('a user who is suspended before the code does not get there', async () => {
    const user = await app.register();
    const { temporary, walk } = await asking(user);
    await walk.post('temporary-password', { 'temporary-password': temporary });
    const { code } = await app.newestCode(user.userId);
    await setState(user.userId, 'suspended');
    await walk.post('code', { code });
    expect((await stateOf(walk))?.step).toBe('code');
  });
});

describe('a locked user', () => {
  test('may recover', async () => {
    const user = await app.register();
    for (let index = 0; index < 5; index += 1) {
      const walk = await walkIn(app);
      await walk.post('identify', { username: user.username });
      await walk.post('password', { password: `wrong ${index}` });
    }
    const walk = await choosing(user);
    await walk.post('new-password', chosen);
    expect(await walk.page()).toBe('identify');
  });
});

describe('a user who forgot the username', () => {
  test('gets it by message, and sees the same page as an unknown user', async () => {
    const user = await app.register();
    const [known, unknown] = [await walkIn(app), await walkIn(app)];
    for (const [walk, contact] of [
      [known, user.email],
      [unknown, 'absent@example.com'],
    ] as const) {
      await walk.post('forgot-username');
      await walk.post('send-username', { contact });
      expect(await walk.view()).toMatchObject({
        kind: 'identify',
        notice: 'username-sent',
        username: undefined,
      });
    }
    await words.work();
    expect(await words.messages()).toMatchObject([{ to: user.email }]);
  });

  test('has to wait after too many requests', async () => {
    const walk = await walkIn(app);
    for (let index = 0; index < 4; index += 1) {
      await walk.post('forgot-username');
      await walk.post('send-username', { contact: 'often@example.com' });
    }
    expect(await walk.page()).toBe('throttled');
  });
});

describe('unusual text', () => {
  const odd = [
    'a\u0000b',
    '\u0000',
    '\ud800',
    `${'a'.repeat(253)}\u{1F600}`,
    '\u202e',
    '%',
    "' or 1=1 --",
    'x'.repeat(30_000),
  ];

  test('as username, password, contact or code gets a page', async () => {
    for (const text of odd) {
      const walk = await walkIn(app);
      expect((await walk.post('identify', { username: text })).kind).toBe('continues');
      expect((await walk.post('password', { password: text })).kind).toBe('continues');
      expect(await walk.page()).toMatch(/^(identify|password)/);
      for (const [page, step, name] of [
        ['forgot-password', 'send-reset', 'username'],
        ['forgot-username', 'send-username', 'contact'],
      ] as const) {
        await app.database.query(`delete from identity.quota`);
        const other = await walkIn(app);
        await other.post(page);
        expect((await other.post(step, { [name]: text })).kind).toBe('continues');
      }
    }
  });
});
