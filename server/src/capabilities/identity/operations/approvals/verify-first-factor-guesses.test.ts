import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#platform/work/context.ts';
import {
  nameThirdPartiesFailuresPerDay,
  sprayFailuresMax,
  thirdPartyFailuresMax,
  thirdPartyFailuresPerDay,
  thirdPartyNameFailuresPerDay,
} from '../../domain/policy.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findLock } from '../../store/login-attempts.store.ts';
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
import type { IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { sentBy } from '../../testing/recorded-statements.suite.ts';
import { attemptsOf, walkIn, walkToFactor } from '../../testing/sign-in-steps.suite.ts';
import type { FirstFactorAsker, FirstFactorResult } from './verify-first-factor.ts';

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

describe('a third party that guesses', () => {
  test('gets five attempts in a row; neither browsers nor other third parties are locked', async () => {
    const user = await app.register();
    const [rogue, honest] = [newThirdParty(), newThirdParty()];
    const left: (number | string | undefined)[] = [];
    for (let index = 0; index < 6; index += 1) {
      const result = await verify(user.username, { asker: rogue, password: newGuess() });
      left.push(result.kind === 'wrong' ? result.attemptsLeft : result.kind);
    }
    expect(left).toEqual([4, 3, 2, 1, 'locked', 'locked']);
    expect(comparisons.secrets).toHaveLength(5);
    const right = { asker: rogue, password: user.password };
    const until = app.clock.now().add({ minutes: 15 });
    expect(seen(await verify(user.username, right))).toBe(seen({ kind: 'locked', until }));
    expect(await kindOf(user.username, { asker: honest, password: user.password })).toBe('right');
    const onPage = newBrowserPage;
    expect(await kindOf(user.username, { asker: onPage, password: user.password })).toBe('right');
    expect(await (await walkToFactor(app, user)).page()).toBe('code');
    const lockKey = { bankId: '01', subject: user.userId, now: app.clock.now() };
    expect(await findLock(app.context().db, lockKey)).toBeUndefined();
    app.clock.advance({ minutes: 15 });
    expect(await kindOf(user.username, right)).toBe('right');
  });

  test('emits one event per lock, which names the reason, and is in the login history', async () => {
    const user = await app.register();
    const asker = newThirdParty();
    for (let index = 0; index < 7; index += 1) await verify(user.username, { asker, password: newGuess() });
    expect(await lockEventsOf(app, user)).toEqual([
      expect.objectContaining({ reason: 'third-party', 'is-last-warning': false, until: expect.any(String) }),
    ]);
    const rows = await app.database.query<{ browser_name: string }>(
      `select distinct browser_name from identity.login_event where user_id = $1`,
      [user.userId],
    );
    expect(rows).toEqual([{ browser_name: asker.tppId }]);
  });

  test('is not helped by failures in browsers, and does not suffer from them', async () => {
    const user = await app.register();
    const walk = await walkIn(app);
    await walk.post('identify', { username: user.username });
    for (let index = 0; index < 5; index += 1) await walk.post('password', { password: newGuess() });
    expect(await walk.page()).toBe('locked');
    expect(await kindOf(user.username, { asker: newThirdParty(), password: user.password })).toBe('right');
    const again = await walkIn(app);
    await again.post('identify', { username: user.username });
    await again.post('password', { password: user.password });
    expect(await again.page()).toBe('locked');
  });

  test('fifty times at once gets five comparisons', async () => {
    const user = await app.register();
    const asker = newThirdParty();
    const attempts = Array.from({ length: 50 }, () => ({ asker, password: newGuess() }));
    const results = await Promise.all(attempts.map((attempt) => verify(user.username, attempt)));
    expect(comparisons.secrets).toHaveLength(5);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array.from({ length: 46 }, () => 'locked'),
      ...Array.from({ length: 4 }, () => 'wrong'),
    ]);
    expect(await kindOf(user.username, { asker, password: user.password })).toBe('locked');
    expect(comparisons.secrets).toHaveLength(5);
  });

  test('fifty times at once, with the right password among them, gets no more than five on either side of it', async () => {
    const user = await app.register();
    const asker = newThirdParty();
    const attempts = Array.from({ length: 50 }, (_, index) => ({
      asker,
      password: index === 3 ? user.password : newGuess(),
    }));
    const results = await Promise.all(attempts.map((attempt) => verify(user.username, attempt)));
    expect(results.filter(({ kind }) => kind === 'right').length).toBeLessThanOrEqual(1);
    expect(comparisons.secrets.length).toBeLessThanOrEqual(10);
  });

  test('has a limit per customer and day, and all third parties together have another', async () => {
    const user = await app.register();
    const askers = [newThirdParty(), newThirdParty(), newThirdParty()];
    // The locks before are 15, 30 and 60 minutes.
    for (let round = 0; round < 4; round += 1) {
      for (const asker of askers)
        for (let index = 0; index < 5; index += 1)
          expect(await kindOf(user.username, { asker, password: newGuess() })).not.toBe('right');
      app.clock.advance({ minutes: 15 * 2 ** round });
    }
    expect(comparisons.secrets).toHaveLength(nameThirdPartiesFailuresPerDay);
    expect(comparisons.secrets).toHaveLength(3 * thirdPartyNameFailuresPerDay);
    const results = [];
    for (const asker of [...askers, newThirdParty()])
      results.push(await verify(user.username, { asker, password: user.password }));
    expect(results.map(({ kind }) => kind)).toEqual(['locked', 'locked', 'locked', 'locked']);
    expect(comparisons.secrets).toHaveLength(nameThirdPartiesFailuresPerDay);
    const nowMs = app.clock.now().epochMilliseconds;
    for (const result of results)
      expect(result.kind === 'locked' && result.until.epochMilliseconds > nowMs).toBe(true);
    expect(await (await walkToFactor(app, user)).page()).toBe('code');
    app.clock.advance({ hours: 24 });
    expect(await kindOf(user.username, { asker: newThirdParty(), password: user.password })).toBe('right');
  });

  test('over many customers has to wait, and others need not', async () => {
    const user = await app.register();
    const [rogue, honest] = [newThirdParty(), newThirdParty()];
    for (let index = 0; index < thirdPartyFailuresMax; index += 1)
      expect(await kindOf(`unknown.name.${index}`, { asker: rogue, password: newGuess() })).toBe('wrong');
    const right = { asker: rogue, password: user.password };
    const problem = await problemOf(verify(user.username, right));
    expect([problem?.literal, problem?.more.retryAfterSeconds, problem?.more.reason]).toEqual([
      'too-many-requests',
      600,
      'quota-third-party',
    ]);
    expect(comparisons.secrets).toEqual([]);
    // Nothing was counted for the customer.
    expect(await attemptsOf(app, user.userId)).toEqual({});
    expect(await kindOf(user.username, { asker: honest, password: user.password })).toBe('right');
    app.clock.advance({ minutes: 10 });
    expect(await kindOf(user.username, right)).toBe('right');
  });

  test('slowly over many customers has to wait for the next day', async () => {
    const user = await app.register();
    const asker = newThirdParty();
    await verify('unknown.name.of.the.day', { asker, password: newGuess() });
    await app.database.query(
      `update identity.quota set uses = array_fill(uses[1], array[$1::int])
        where scope = 'third-party' and modified_at = $2`,
      [thirdPartyFailuresPerDay, app.clock.now().toString()],
    );
    const right = { asker, password: user.password };
    app.clock.advance({ hours: 23 });
    expect((await problemOf(verify(user.username, right)))?.more.retryAfterSeconds).toBe(3_600);
    app.clock.advance({ hours: 1 });
    expect(await kindOf(user.username, right)).toBe('right');
  });

  test('with one password at many customers is refused with it; that password works elsewhere', async () => {
    const password = 'sunflower carousel 1999 dawn';
    const user = await app.register({ password });
    const [rogue, honest] = [newThirdParty(), newThirdParty()];
    for (let index = 0; index < sprayFailuresMax; index += 1)
      await verify(`sprayed.name.${index}`, { asker: rogue, password });
    expect(await kindOf(user.username, { asker: rogue, password })).toBe('wrong');
    expect(await kindOf(user.username, { asker: honest, password })).toBe('right');
    expect(await (await walkToFactor(app, { ...user, password })).page()).toBe('code');
  });
});

describe('an unknown name', () => {
  test('gets the same results as a known one, attempt by attempt', async () => {
    const { username } = await app.register();
    const asker = newThirdParty();
    for (let index = 0; index < 30; index += 1) {
      const password = newGuess();
      const known = seen(await verify(username, { asker, password }));
      expect([index, seen(await verify('absent.of.this.name', { asker, password }))]).toEqual([index, known]);
      if (index % 7 === 0) app.clock.advance({ minutes: 40 });
    }
  });

  test.each([
    ['a third party', (): FirstFactorAsker => newThirdParty()],
    ['a page', (): FirstFactorAsker => newBrowserPage],
  ])('through %s causes the same statements, and one comparison', async (_, newAsker) => {
    const { username } = await app.register();
    const asker = newAsker();
    const sent = async (name: string): Promise<readonly unknown[]> => {
      const before = comparisons.count;
      const statements = await sentBy(app.context(), (ctx) =>
        verify(name, { asker, password: newGuess() }, ctx),
      );
      expect(comparisons.count - before).toBe(1);
      return statements;
    };
    for (let index = 0; index < 4; index += 1) {
      const known = await sent(username);
      expect(known.length).toBeGreaterThan(3);
      expect(await sent('absent.with.statements')).toEqual(known);
    }
    for (const name of [username, 'absent.with.statements']) await sent(name);
    // Both are locked now.
    expect(await sent('absent.with.statements')).toEqual(await sent(username));
  });

  test('is counted under a keyed hash, and stored nowhere', async () => {
    const asker = newThirdParty();
    await verify('very.special.absent.name', { asker, password: 'a very special secret 1234' });
    const subject = app.ports.identityVault.unknownUserKey('01', 'very.special.absent.name');
    expect(await attemptsOf(app, subject)).toEqual({ [`third-party ${asker.tppId}`]: 1 });
    const rows = await app.database.query<{ text: string }>(
      `select record as text from platform.audit_entry
        union all select e::text from identity.login_event e union all select q::text from identity.quota q`,
    );
    const text = JSON.stringify(rows);
    expect([text.includes('special.absent'), text.includes('special secret')]).toEqual([false, false]);
  });
});
