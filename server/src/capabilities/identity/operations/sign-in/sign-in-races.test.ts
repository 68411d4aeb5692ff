import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { repetitions } from '#platform/testing/random-runs.ts';
import { addressFailuresMax, formRepeatsMax, sprayFailuresMax } from '../../domain/policy.ts';
import { createPasswordHasher, type PasswordHasher } from '../../engine/passwords/password-hasher.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import {
  attemptsOf,
  restBeforeCode,
  type SignInWalk,
  sessionsIn,
  tracesOf,
  walkIn,
  walkToFactor,
} from '../../testing/sign-in-steps.suite.ts';
import type { SubmitOutcome } from './submit-sign-in.ts';

let app: IdentityTestApp;
/** Secrets that were compared with a stored hash. */
let lookedAt: string[] = [];

function counting(hasher: PasswordHasher): PasswordHasher {
  return {
    ...hasher,
    verify: async (bankId, stored, secret) => {
      if (stored !== undefined) lookedAt.push(secret);
      return hasher.verify(bankId, stored, secret);
    },
  };
}

beforeAll(async () => {
  const hasher = createPasswordHasher({
    keys: createLocalKeys([randomBytes(32)]),
    parameters: { memoryKib: 64, iterations: 1, parallelism: 1 },
    waitingMax: 10_000,
  });
  app = await createIdentityTestApp({ poolSize: 10, ports: { passwordHasher: counting(hasher) } });
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(() => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
  lookedAt = [];
});

const times = <Value>(count: number, make: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const finished = (outcomes: readonly SubmitOutcome[]): readonly SubmitOutcome[] =>
  outcomes.filter(({ kind }) => kind === 'finished');

/** One session; the first submission, and at most three repeats, return it. */
const isOneSession = (outcomes: readonly SubmitOutcome[]): boolean =>
  sessionsIn(outcomes) === 1 && finished(outcomes).length <= 1 + formRepeatsMax;

async function named(username: string, more: Parameters<typeof walkIn>[1] = {}): Promise<SignInWalk> {
  const walk = await walkIn(app, more);
  await walk.post('identify', { username });
  return walk;
}

const namesOf = async (userId: string): Promise<readonly string[]> =>
  (await app.eventsOf(userId)).map(({ name }) => name);

async function usesOf(scope: string): Promise<number> {
  const [row] = await app.database.query<{ count: number }>(
    `select coalesce(sum(cardinality(uses)), 0)::int as count from identity.quota where scope = $1`,
    [scope],
  );
  return row?.count ?? 0;
}

const guesses = repetitions(500);

describe(`${guesses} concurrent wrong passwords`, () => {
  test('five are compared, and the right one afterwards is not', async () => {
    const user = await app.register();
    const walks: SignInWalk[] = [];
    for (let index = 0; index < guesses; index += 1) walks.push(await named(user.username));
    await Promise.all(
      walks.map((walk, index) => walk.post('password', { password: `guess number ${index}` })),
    );
    expect(lookedAt).toHaveLength(5);
    expect((await namesOf(user.userId)).filter((name) => name === 'user-locked')).toHaveLength(1);
    const later = await named(user.username);
    await later.post('password', { password: user.password });
    expect(await later.page()).toBe('locked');
    expect(lookedAt).toHaveLength(5);
    app.clock.advance({ seconds: 899 });
    const early = await named(user.username);
    await early.post('password', { password: user.password });
    expect(await early.page()).toBe('locked');
    app.clock.advance({ seconds: 2 });
    expect(await (await walkToFactor(app, user)).page()).toBe('code');
  }, 60_000);

  test('of one form five are compared as well, and each is recorded', async () => {
    const user = await app.register();
    const walk = await named(user.username, { sourceAddress: '203.0.113.77' });
    const before = await usesOf('sign-in-address');
    await times(50, (index) => walk.send({ step: 'password', password: `another guess ${index}` }));
    expect(lookedAt).toHaveLength(5);
    expect(await attemptsOf(app, user.userId)).toEqual({ other: 5 });
    // Counted attempts emit events and stay counted, whichever of them advanced the page.
    expect((await namesOf(user.userId)).filter((name) => name === 'user-locked')).toHaveLength(1);
    const { audits, logins } = await tracesOf(app, user.userId);
    expect(logins.length).toBeGreaterThanOrEqual(5);
    expect(audits.filter((record) => record.includes('wrong')).length).toBeGreaterThanOrEqual(5);
    expect((await usesOf('sign-in-address')) - before).toBeGreaterThanOrEqual(5);
  });

  test('the hundredth in a row closes once, even when the page advanced without it', async () => {
    const user = await app.register();
    await app.database.query(
      `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
         created_at, modified_at) values ('01', $1, 'other', 3, 98, 19, 1, now(), now())`,
      [user.userId],
    );
    const walk = await named(user.username);
    await times(10, (index) => walk.send({ step: 'password', password: `last guess ${index}` }));
    expect(lookedAt).toHaveLength(2);
    expect((await namesOf(user.userId)).filter((name) => name === 'user-locked')).toHaveLength(1);
    expect(await namesOf(user.userId)).not.toContain('user-suspended');
  });
});

describe('the right password, many times at once', () => {
  test('in one form signs the user in once', async () => {
    const user = await app.register();
    const walk = await named(user.username, { assurance: '1fa', browserInfo: { clientName: 'App' } });
    const outcomes = await times(4, () => walk.send({ step: 'password', password: user.password }));
    expect(isOneSession(outcomes)).toBe(true);
    expect((await tracesOf(app, user.userId)).logins).toEqual(['signed-in']);
  });

  test('sends one code', async () => {
    const user = await app.register();
    restBeforeCode(app);
    const walk = await named(user.username);
    await times(4, () => walk.send({ step: 'password', password: user.password }));
    const [row] = await app.database.query<{ count: number }>(
      `select count(*)::int as count from "authorization".otp_verification where user_id = $1`,
      [user.userId],
    );
    expect(row?.count).toBe(1);
  });
});

describe('the right code, fifty times at once', () => {
  test('signs the user in exactly once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await app.register();
      const walk = await walkToFactor(app, user);
      const { code } = await app.newestCode(user.userId);
      const outcomes = await times(50, () => walk.send({ step: 'code', code }));
      expect(isOneSession(outcomes)).toBe(true);
      expect((await tracesOf(app, user.userId)).logins).toEqual(['signed-in']);
    }
  });

  test('twice, as by a double click, signs the user in exactly once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await app.register();
      const walk = await walkToFactor(app, user);
      const { code } = await app.newestCode(user.userId);
      const outcomes = await times(2, () => walk.send({ step: 'code', code }));
      expect(isOneSession(outcomes)).toBe(true);
    }
  });

  test('wrong codes at once: five are compared, and the right one afterwards is not', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    const { code } = await app.newestCode(user.userId);
    const wrong = (index: number): string => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');
    await times(50, (index) => walk.send({ step: 'code', code: wrong(index) }));
    const [row] = await app.database.query<{ attempts: number }>(
      `select attempts from "authorization".otp_verification where user_id = $1`,
      [user.userId],
    );
    expect(row?.attempts).toBe(5);
  });
});

describe('many usernames from one network', () => {
  test('at once: no more failures are allowed than one after the other', async () => {
    const walks: SignInWalk[] = [];
    for (let index = 0; index < addressFailuresMax + 50; index += 1)
      walks.push(await named(`absent.of.many.${index}`, { sourceAddress: '203.0.113.5' }));
    await Promise.all(walks.map((walk, index) => walk.post('password', { password: `tried ${index}` })));
    const pages = await Promise.all(walks.map((walk) => walk.page()));
    expect(pages.filter((page) => page !== 'throttled')).toHaveLength(addressFailuresMax);
  }, 60_000);

  test('one after the other: the next one waits, also with the right password, but not in a paired browser', async () => {
    const user = await app.register();
    const sourceAddress = '203.0.113.6';
    for (let index = 0; index < addressFailuresMax; index += 1) {
      const walk = await named(`absent.in.turn.${index}`, { sourceAddress });
      await walk.post('password', { password: `tried in turn ${index}` });
      expect(await walk.page()).toBe('password wrong');
    }
    const walk = await named(user.username, { sourceAddress });
    await walk.post('password', { password: user.password });
    expect(await walk.page()).toBe('throttled');
    expect(lookedAt).toEqual([]);
    await app.database.query(
      `insert into identity.browser (bank_id, browser_id, user_id, secret_hash, name, first_seen_at, last_seen_at)
       values ('01', gen_random_uuid(), $1, $2, 'Known', now(), now())`,
      [user.userId, app.ports.identityVault.secretHash('known browser')],
    );
    restBeforeCode(app);
    const known = await named(user.username, {
      sourceAddress,
      browserInfo: { browserSecret: 'known browser' },
    });
    await known.post('password', { password: user.password });
    expect(await known.page()).toBe('code');
    app.clock.advance({ minutes: 10 });
    const again = await named(user.username, { sourceAddress });
    await again.post('password', { password: user.password });
    expect(await again.page()).not.toBe('throttled');
  }, 60_000);
});

describe('one password for many usernames', () => {
  const sprayed = 'the password of the season 1';

  test('is refused after the limit, on browsers without an earlier sign-in', async () => {
    const user = await app.register({ password: sprayed });
    for (let index = 0; index < sprayFailuresMax; index += 1)
      await (await named(`sprayed.name.${index}`)).post('password', { password: sprayed });
    const walk = await named(user.username);
    await walk.post('password', { password: sprayed });
    expect(await walk.page()).toBe('password wrong');
    expect(lookedAt).toEqual([]);
  });

  test('at once is refused as well', async () => {
    const user = await app.register({ password: `${sprayed}23` });
    const walks: SignInWalk[] = [];
    for (let index = 0; index < 99; index += 1) walks.push(await named(`sprayed.at.once.${index}`));
    walks.push(await named(user.username));
    await Promise.all(walks.map((walk) => walk.post('password', { password: `${sprayed}23` })));
    expect(lookedAt).toEqual([]);
  }, 60_000);

  test('tried by one locked user does not count as spraying: it is accepted when the lock expires', async () => {
    const user = await app.register();
    for (let index = 0; index < 5; index += 1)
      await (await named(user.username)).post('password', { password: `mistyped ${index}` });
    for (let index = 0; index < sprayFailuresMax; index += 1)
      await (await named(user.username)).post('password', { password: user.password });
    app.clock.advance({ minutes: 16 });
    expect(await (await walkToFactor(app, user)).page()).toBe('code');
  });
});

describe('many people at once', () => {
  test('no user is signed in as another user', async () => {
    const users = [];
    for (let index = 0; index < 20; index += 1) users.push(await app.register());
    restBeforeCode(app);
    const outcomes = await Promise.all(
      users.map(async (user) => {
        const walk = await named(user.username);
        await walk.post('password', { password: user.password });
        return walk.post('code', await app.newestCode(user.userId));
      }),
    );
    expect(outcomes.map((outcome) => (outcome.kind === 'finished' ? outcome.userId : ''))).toEqual(
      users.map(({ userId }) => userId),
    );
  });
});

describe('which failures lock which browser', () => {
  test('attempts from other browsers do not lock a paired browser, and its secret is not valid for another user', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const walk = await walkToFactor(app, user);
    const outcome = await walk.post('code', await app.newestCode(user.userId));
    const browserSecret = outcome.kind === 'finished' ? outcome.browserSecret : '';
    for (let index = 0; index < 6; index += 1)
      await (await named(user.username)).post('password', { password: `stranger ${index}` });
    expect(await (await walkToFactor(app, user)).page()).toBe('locked');
    expect(await (await walkToFactor(app, user, { browserInfo: { browserSecret } })).page()).toBe('code');
    for (let index = 0; index < 5; index += 1)
      await (await named(other.username, { browserInfo: { browserSecret } })).post('password', {
        password: `x ${index}`,
      });
    expect(await attemptsOf(app, other.userId)).toEqual({ other: 5 });
    expect(await attemptsOf(app, user.userId)).toMatchObject({ other: 5 });
  });

  test('a paired browser is locked by its own failures', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    const outcome = await walk.post('code', await app.newestCode(user.userId));
    const browserSecret = outcome.kind === 'finished' ? outcome.browserSecret : '';
    for (let index = 0; index < 5; index += 1)
      await (await named(user.username, { browserInfo: { browserSecret } })).post('password', {
        password: `x ${index}`,
      });
    expect(await attemptsOf(app, user.userId)).toMatchObject({ paired: 5 });
    expect(await (await walkToFactor(app, user, { browserInfo: { browserSecret } })).page()).toBe('locked');
  });

  test('a browser secret that was known before the sign-in is not valid after it', async () => {
    const user = await app.register();
    const planted = app.ports.identityVault.newSecret();
    const walk = await walkToFactor(app, user, { browserInfo: { browserSecret: planted } });
    await walk.post('code', await app.newestCode(user.userId));
    const attacker = await named(user.username, { browserInfo: { browserSecret: planted } });
    await attacker.post('password', { password: 'a guess' });
    expect(await attemptsOf(app, user.userId)).toMatchObject({ other: 1 });
  });
});
