import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { addressFailuresMax } from '../../domain/policy.ts';
import type { PasswordHasher } from '../../engine/passwords/password-hasher.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { Restrictions } from '../../ports/restrictions.ts';
import { upsertPassword, upsertTemporaryPassword } from '../../store/credentials.store.ts';
import { createUsers, noMandates } from '../../store/users.read.ts';
import { findUser } from '../../store/users.store.ts';
import {
  type Attempt,
  type Comparisons,
  createFirstFactorTestApp,
  lockEventsOf,
  newBrowserPage,
  newGuess,
  newThirdParty,
  problemOf,
  verifyAlone,
} from '../../testing/first-factor-steps.suite.ts';
import { goodPassword, type IdentityTestApp, type TestUser } from '../../testing/identity-test-app.suite.ts';
import { attemptsOf, tracesOf, walkIn, walkToFactor } from '../../testing/sign-in-steps.suite.ts';
import { changeUserState } from '../users/change-user-state.ts';
import { type FirstFactorResult, verifyFirstFactor } from './verify-first-factor.ts';

type Ctx = Context & IdentityPorts;

let app: IdentityTestApp;
let comparisons: Comparisons;
beforeAll(async () => {
  ({ app, comparisons } = await createFirstFactorTestApp());
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(() => {
  day += 3;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
  comparisons.reset();
});

const verify = (name: string, attempt: Attempt, ctx: Ctx = app.context()): Promise<FirstFactorResult> =>
  verifyAlone(ctx, name, attempt);

const kindOf = async (name: string, attempt: Attempt): Promise<string> => (await verify(name, attempt)).kind;

/** Returns a result as a caller sees it. */
const seen = (result: FirstFactorResult): string => JSON.stringify(result);

const atAddress = (sourceAddress: string): Ctx => {
  const ctx = app.context();
  return { ...ctx, origin: { ...ctx.origin, sourceAddress } };
};

describe('the right password', () => {
  test('names the user, and leaves no session, browser or sign-in', async () => {
    const user = await app.register();
    app.clock.advance({ hours: 25 });
    const name = ` ${user.username.toUpperCase()} `;
    expect(await verify(name, { asker: newThirdParty(), password: user.password })).toEqual({
      kind: 'right',
      userId: user.userId,
      customerNumber: undefined,
      displayName: user.username,
      language: undefined,
      isRestricted: false,
      isPaymentBlocked: false,
    });
    for (const table of ['session', 'browser', 'login_event'])
      expect(
        await app.database.query(`select from identity.${table} where user_id = $1`, [user.userId]),
      ).toEqual([]);
    expect((await tracesOf(app, user.userId)).audits.at(-1)).toContain('right');
  });

  test('ends the failures of its own third party only', async () => {
    const user = await app.register();
    const [one, other] = [newThirdParty(), newThirdParty()];
    await verify(user.username, { asker: one, password: newGuess() });
    await verify(user.username, { asker: other, password: newGuess() });
    expect(await kindOf(user.username, { asker: one, password: user.password })).toBe('right');
    expect(await attemptsOf(app, user.userId)).toEqual({
      [`third-party ${one.tppId}`]: 0,
      [`third-party ${other.tppId}`]: 1,
    });
  });

  test('of a user who is too new to sign says so, and so does a recorded restriction', async () => {
    const user = await app.register();
    const isRestricted = async (ctx?: Ctx): Promise<boolean | undefined> => {
      const attempt = { asker: newThirdParty(), password: user.password };
      const result = await verify(user.username, attempt, ctx);
      return result.kind === 'right' ? result.isRestricted : undefined;
    };
    expect(await isRestricted()).toBe(true);
    app.clock.advance({ hours: 24 });
    expect(await isRestricted()).toBe(false);
    const ctx = app.context();
    const restrictions: Restrictions = async (_, { customerNumbers }) =>
      new Map(customerNumbers.map((number) => [number, new Set(['sign'] as const)]));
    await app.database.query(`update identity.user_account set customer_number = 'C-1' where user_id = $1`, [
      user.userId,
    ]);
    const users = createUsers({ ...ctx, mandates: noMandates, restrictions });
    expect(await isRestricted({ ...ctx, authorization: { ...ctx.authorization, users } })).toBe(true);
  });

  test.each([
    ['replaced', 'password'],
    ['suspended', 'state'],
  ])('that is compared while the user is %s is wrong', async (_, what) => {
    const user = await app.register();
    const ctx = app.context();
    const { passwordHasher } = ctx;
    const change = async (): Promise<void> => {
      if (what === 'state')
        return changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
      const hash = await passwordHasher.hash('01', 'another good password 12');
      await runCommand(app.context(), async (work) => {
        upsertPassword(work, { bankId: '01', userId: user.userId, hash, now: app.clock.now() });
        work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
      });
    };
    const interrupted: PasswordHasher = {
      ...passwordHasher,
      verify: async (...given) => {
        const verdict = await passwordHasher.verify(...given);
        await change();
        return verdict;
      },
    };
    const attempt = { asker: newThirdParty(), password: user.password };
    expect(await verify(user.username, attempt, { ...ctx, passwordHasher: interrupted })).toEqual({
      kind: 'wrong',
      attemptsLeft: undefined,
    });
  });
});

describe('what the caller settles', () => {
  test('commits together with the verdict', async () => {
    const user = await app.register();
    const { userId } = user;
    const password = user.password;
    const now = app.clock.now();
    const reset = { bankId: '01', userId, hash: 'x', channel: 'sms', now } as const;
    const settled = await verifyFirstFactor(
      app.context(),
      { name: user.username, password, asker: newThirdParty() },
      async (work, { kind }) => {
        upsertTemporaryPassword(work, { ...reset, expiresAt: now.add({ hours: 1 }) });
        return `settled as ${kind}`;
      },
    );
    expect(settled).toBe('settled as right');
    const rows = await app.database.query(
      `select from identity.user_credential where user_id = $1 and kind = 'temporary'`,
      [userId],
    );
    expect(rows).toHaveLength(1);
  });

  test('may raise a problem after a wrong password was saved', async () => {
    const user = await app.register();
    const asker = newThirdParty();
    const given = { name: user.username, password: newGuess(), asker };
    const problem = await problemOf(
      verifyFirstFactor(app.context(), given, async (work) =>
        work.rejectAfterCommit(standardProblems.unauthorized()),
      ),
    );
    expect(problem?.literal).toBe('unauthorized');
    expect((await tracesOf(app, user.userId)).logins).toEqual(['wrong']);
  });

  test('and what fails leaves a counted attempt, also of the third party', async () => {
    const user = await app.register();
    const asker = newThirdParty();
    const given = { name: user.username, password: user.password, asker };
    const failing = (): Promise<unknown> =>
      verifyFirstFactor(app.context(), given, async () => {
        throw new Error('the machine stops');
      });
    for (let index = 0; index < 5; index += 1) await expect(failing()).rejects.toThrow('the machine stops');
    expect(await attemptsOf(app, user.userId)).toEqual({ [`third-party ${asker.tppId}`]: 5 });
    const quotas = await app.database.query<{ scope: string; count: number }>(
      `select scope, cardinality(uses)::int as count from identity.quota where modified_at = $1 order by scope`,
      [app.clock.now().toString()],
    );
    expect(quotas.map(({ count, scope }) => `${scope} ${count}`)).toEqual([
      'name-third-parties 5',
      'third-party 5',
      'third-party-name 5',
      'third-party-spray 5',
    ]);
    expect(await kindOf(user.username, { asker, password: user.password })).toBe('locked');
  });
});

describe('a user who may not act', () => {
  test.each(['suspended', 'closed', 'pending'])(
    'because %s gets what a wrong password gets',
    async (state) => {
      const user = await app.register();
      const other = await app.register();
      await app.database.query(
        `update identity.user_account set status = $2, closed_at = case when $2 = 'closed' then modified_at end
        where user_id = $1`,
        [user.userId, state],
      );
      const askers = [newThirdParty(), newBrowserPage];
      for (const asker of askers) {
        const wrong = await verify(other.username, { asker, password: newGuess() });
        expect(seen(await verify(user.username, { asker, password: user.password }))).toBe(seen(wrong));
      }
      expect(comparisons.secrets.filter((secret) => secret === user.password)).toEqual([]);
    },
  );

  test('a temporary password is wrong, and stays usable', async () => {
    const { userId, username } = await app.register();
    const temporary = 'bcdfghjkmnpqrstvwxzb';
    const now = app.clock.now();
    const hash = await app.ports.passwordHasher.hash('01', temporary);
    await runCommand(app.context(), async (work) => {
      const expiresAt = now.add({ hours: 1 });
      upsertTemporaryPassword(work, { bankId: '01', userId, hash, channel: 'sms', expiresAt, now });
      work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    });
    for (let index = 0; index < 7; index += 1)
      expect(await kindOf(username, { asker: newThirdParty(), password: temporary })).toBe('wrong');
    const walk = await walkIn(app, { isReset: true });
    await walk.post('temporary-password', { username, 'temporary-password': temporary });
    expect(await walk.page()).not.toMatch(/^temporary-password/v);
  });
});

describe('on a page of the bank', () => {
  test('attempts count like those of a sign-in in the same browser', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    const { code } = await app.newestCode(user.userId);
    const outcome = await walk.post('code', { code });
    if (outcome.kind !== 'finished') throw new Error('the user is not signed in');
    const paired = {
      kind: 'approval-page',
      browserInfo: { ...newBrowserPage.browserInfo, browserSecret: outcome.browserSecret },
    } as const;
    const other = newBrowserPage;
    for (let index = 0; index < 5; index += 1)
      await verify(user.username, { asker: other, password: newGuess() });
    expect(await kindOf(user.username, { asker: other, password: user.password })).toBe('locked');
    await verify(user.username, { asker: paired, password: newGuess() });
    expect(await attemptsOf(app, user.userId)).toEqual({ other: 5, paired: 1 });
    expect(await kindOf(user.username, { asker: paired, password: user.password })).toBe('right');
    expect(await lockEventsOf(app, user)).toEqual([
      expect.not.objectContaining({ reason: expect.anything() }),
    ]);
  });

  test('a network with too many failures has to wait', async () => {
    const user = await app.register();
    const asker = newBrowserPage;
    const ctx = atAddress('203.0.113.201');
    for (let index = 0; index < addressFailuresMax; index += 1)
      await verify(`absent.on.page.${index}`, { asker, password: newGuess() }, ctx);
    const problem = await problemOf(verify(user.username, { asker, password: user.password }, ctx));
    expect([problem?.literal, problem?.more.reason]).toEqual(['too-many-requests', 'quota-sign-in-address']);
    const elsewhere = atAddress('203.0.113.202');
    expect((await verify(user.username, { asker, password: user.password }, elsewhere)).kind).toBe('right');
  });
});

describe('callers', () => {
  const token = { clientId: 'app', bankId: '01', scopes: new Set<string>(), binding: 'none' } as const;

  test.each<[string, (user: TestUser) => Caller]>([
    ['an application', () => ({ kind: 'application', ...token })],
    [
      'a customer',
      ({ userId }) => ({
        kind: 'customer',
        ...token,
        userId,
        customerNumber: undefined,
        actingFor: undefined,
        deviceId: undefined,
        assurance: 'sca',
        authenticatedAt: app.clock.now(),
      }),
    ],
    [
      'an employee',
      () => ({
        kind: 'employee',
        ...token,
        employeeId: 'e-1',
        unit: undefined,
        roles: new Set(['customer-service']),
        assurance: 'sca',
        authenticatedAt: app.clock.now(),
      }),
    ],
    ['no caller', () => ({ kind: 'anonymous' })],
  ])('%s cannot verify a password, and nothing is counted', async (_, callerOf) => {
    const user = await app.register();
    const attempt = { asker: newThirdParty(), password: user.password };
    const problem = await problemOf(verify(user.username, attempt, app.contextAs(callerOf(user))));
    expect(problem?.literal).toBe('forbidden');
    expect([comparisons.secrets, await attemptsOf(app, user.userId)]).toEqual([[], {}]);
  });

  test('a request with an idempotency key is an error: one password would get the response of another', async () => {
    const user = await app.register();
    const idempotency = { key: 'one key for two passwords', requestHash: Buffer.alloc(32) };
    const attempt = { asker: newThirdParty(), password: goodPassword };
    await expect(verify(user.username, attempt, { ...app.context(), idempotency })).rejects.toThrow(
      'without an idempotency key',
    );
  });

  test('of another bank do not reach the user', async () => {
    const user = await app.register();
    const attempt = { asker: newThirdParty(), password: user.password };
    expect((await verify(user.username, attempt, app.context('02'))).kind).toBe('wrong');
    expect(await attemptsOf(app, user.userId)).toEqual({});
  });
});

test('a closed user has no counters left, at any third party', async () => {
  const user = await app.register();
  for (const asker of [newThirdParty(), newThirdParty()])
    await verify(user.username, { asker, password: newGuess() });
  await changeUserState(app.context(), { userId: user.userId, to: 'closed', reason: 'customer' });
  expect(await attemptsOf(app, user.userId)).toEqual({});
  const ctx = app.context();
  expect((await findUser(ctx.db, ctx, user.userId))?.state).toBe('closed');
});
