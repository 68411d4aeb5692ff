import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { addressFailuresMax, formRepeatsMax, sprayFailuresMax } from '../domain/policy.ts';
import { createPasswordHasher, type PasswordHasher } from '../engine/passwords/password-hasher.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../testing/identity-test-app.suite.ts';
import {
  guardOf,
  restBeforeCode,
  type SignInWalk,
  sessionsIn,
  tracesOf,
  walkIn,
  walkToFactor,
} from '../testing/sign-in-steps.suite.ts';
import type { SubmitOutcome } from './submit-sign-in.ts';

let app: IdentityTestApp;
/** Secrets that were compared with something that is stored. */
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

/** One session; the form that was sent first, and at most three that were sent again, are told of it. */
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

describe('five hundred wrong passwords at once', () => {
  test('five are looked at, and the right one afterwards is not', async () => {
    const user = await app.register();
    const walks: SignInWalk[] = [];
    for (let index = 0; index < 500; index += 1) walks.push(await named(user.username));
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

  test('of one form five are looked at as well, and each is remembered', async () => {
    const user = await app.register();
    const walk = await named(user.username, { sourceAddress: '203.0.113.77' });
    const before = await usesOf('sign-in-address');
    await times(50, (index) => walk.send({ step: 'password', password: `another guess ${index}` }));
    expect(lookedAt).toHaveLength(5);
    expect(await guardOf(app, user.userId)).toEqual({ other: 5 });
    // What was counted is told and kept, whichever of them moved the page on.
    expect((await namesOf(user.userId)).filter((name) => name === 'user-locked')).toHaveLength(1);
    const { audits, logins } = await tracesOf(app, user.userId);
    expect(logins.length).toBeGreaterThanOrEqual(5);
    expect(audits.filter((record) => record.includes('wrong')).length).toBeGreaterThanOrEqual(5);
    expect((await usesOf('sign-in-address')) - before).toBeGreaterThanOrEqual(5);
  });

  test('the hundredth in a row closes once, even when the page went on without it', async () => {
    const user = await app.register();
    await app.database.query(
      `insert into identity.login_guard (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
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
  test('of one form lets somebody in once', async () => {
    const user = await app.register();
    const walk = await named(user.username, { assurance: '1fa', visitor: { clientName: 'App' } });
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
  test('lets somebody in exactly once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await app.register();
      const walk = await walkToFactor(app, user);
      const { code } = await app.newestCode(user.userId);
      const outcomes = await times(50, () => walk.send({ step: 'code', code }));
      expect(isOneSession(outcomes)).toBe(true);
      expect((await tracesOf(app, user.userId)).logins).toEqual(['signed-in']);
    }
  });

  test('twice, as by an impatient finger, lets somebody in exactly once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await app.register();
      const walk = await walkToFactor(app, user);
      const { code } = await app.newestCode(user.userId);
      const outcomes = await times(2, () => walk.send({ step: 'code', code }));
      expect(isOneSession(outcomes)).toBe(true);
    }
  });

  test('wrong codes at once: five are looked at, and the right one afterwards is not', async () => {
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

describe('many names from one place', () => {
  test('at once: no more failures are let through than one after the other', async () => {
    const walks: SignInWalk[] = [];
    for (let index = 0; index < addressFailuresMax + 50; index += 1)
      walks.push(await named(`nobody.of.many.${index}`, { sourceAddress: '203.0.113.5' }));
    await Promise.all(walks.map((walk, index) => walk.post('password', { password: `tried ${index}` })));
    const pages = await Promise.all(walks.map((walk) => walk.page()));
    expect(pages.filter((page) => page !== 'throttled')).toHaveLength(addressFailuresMax);
  }, 60_000);

  test('one after the other: the next one waits, also with the right password, but not in a known browser', async () => {
    const user = await app.register();
    const sourceAddress = '203.0.113.6';
    for (let index = 0; index < addressFailuresMax; index += 1) {
      const walk = await named(`nobody.in.turn.${index}`, { sourceAddress });
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
    const known = await named(user.username, { sourceAddress, visitor: { browserSecret: 'known browser' } });
    await known.post('password', { password: user.password });
    expect(await known.page()).toBe('code');
    app.clock.advance({ minutes: 10 });
    const again = await named(user.username, { sourceAddress });
    await again.post('password', { password: user.password });
    expect(await again.page()).not.toBe('throttled');
  }, 60_000);
});

describe('one password for many names', () => {
  const sprayed = 'the password of the season 1';

  test('opens nothing after so many, where nobody has signed in before', async () => {
    const user = await app.register({ password: sprayed });
    for (let index = 0; index < sprayFailuresMax; index += 1)
      await (await named(`sprayed.name.${index}`)).post('password', { password: sprayed });
    const walk = await named(user.username);
    await walk.post('password', { password: sprayed });
    expect(await walk.page()).toBe('password wrong');
    expect(lookedAt).toEqual([]);
  });

  test('at once opens nothing either', async () => {
    const user = await app.register({ password: `${sprayed}23` });
    const walks: SignInWalk[] = [];
    for (let index = 0; index < 99; index += 1) walks.push(await named(`sprayed.at.once.${index}`));
    walks.push(await named(user.username));
    await Promise.all(walks.map((walk) => walk.post('password', { password: `${sprayed}23` })));
    expect(lookedAt).toEqual([]);
  }, 60_000);

  test('tried by one person who is locked is no spraying: it opens when the lock is over', async () => {
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
  test('nobody is let in as somebody else', async () => {
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

describe('who locks whom out', () => {
  test('strangers do not lock a browser that is known, and its secret is worth nothing for another user', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const walk = await walkToFactor(app, user);
    const outcome = await walk.post('code', await app.newestCode(user.userId));
    const browserSecret = outcome.kind === 'finished' ? outcome.browserSecret : '';
    for (let index = 0; index < 6; index += 1)
      await (await named(user.username)).post('password', { password: `stranger ${index}` });
    expect(await (await walkToFactor(app, user)).page()).toBe('locked');
    expect(await (await walkToFactor(app, user, { visitor: { browserSecret } })).page()).toBe('code');
    for (let index = 0; index < 5; index += 1)
      await (await named(other.username, { visitor: { browserSecret } })).post('password', {
        password: `x ${index}`,
      });
    expect(await guardOf(app, other.userId)).toEqual({ other: 5 });
    expect(await guardOf(app, user.userId)).toMatchObject({ other: 5 });
  });

  test('a known browser is locked by its own failures', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    const outcome = await walk.post('code', await app.newestCode(user.userId));
    const browserSecret = outcome.kind === 'finished' ? outcome.browserSecret : '';
    for (let index = 0; index < 5; index += 1)
      await (await named(user.username, { visitor: { browserSecret } })).post('password', {
        password: `x ${index}`,
      });
    expect(await guardOf(app, user.userId)).toMatchObject({ paired: 5 });
    expect(await (await walkToFactor(app, user, { visitor: { browserSecret } })).page()).toBe('locked');
  });

  test('a browser secret that somebody knew before the sign-in is worth nothing after it', async () => {
    const user = await app.register();
    const planted = app.ports.identityVault.newSecret();
    const walk = await walkToFactor(app, user, { visitor: { browserSecret: planted } });
    await walk.post('code', await app.newestCode(user.userId));
    const attacker = await named(user.username, { visitor: { browserSecret: planted } });
    await attacker.post('password', { password: 'a guess' });
    expect(await guardOf(app, user.userId)).toMatchObject({ other: 1 });
  });
});
