import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { createTestServer } from '#platform/testing/test-server.ts';
import { authorizationRoutes } from '../../routes.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
  testAuthorizationPorts,
  trustedApp,
} from '../../testing/authorization-test-app.suite.ts';
import { wrong } from '../../testing/otp-steps.suite.ts';
import { enrolled, tokenSteps, withHotp } from '../../testing/token-steps.suite.ts';

let testApp: AuthorizationTestApp;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const verify = (userName: string, otp: string, as = trustedApp): Promise<TestResponse> =>
  testApp.post('/otp/oath/verify', { 'user-id': userName, otp }, as);

describe('a code of a time token', () => {
  test('is accepted once, and an earlier code never again', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId } = token.user;
    expect((await verify(userId, token.codeNow())).status).toBe(204);
    expect(refusalOf(await verify(userId, token.codeNow()))).toBe('440 replayed-otp');
    expect(refusalOf(await verify(userId, token.codeNow(-1)))).toBe('440 replayed-otp');
    expect(refusalOf(await verify(userId, token.codeNow(), app()))).toBe('440 bad-otp');
    expect((await verify(userId, token.codeNow(1))).status).toBe(204);
  });

  test('of a new token makes it active', async () => {
    const token = await enrolled(testApp, 'totp');
    expect((await verify(token.user.username, token.codeNow())).status).toBe(204);
    const [row] = await testApp.database.query<{ status: string }>(
      `select status from "authorization".oath_token where token_id = $1`,
      [token.tokenId],
    );
    expect(row?.status).toBe('active');
  });
});

describe('a code of an event token', () => {
  test('is accepted ahead, and further ahead after two in a row', async () => {
    const token = await withHotp(testApp);
    const { userId } = token.user;
    expect((await verify(userId, token.codeAt(4))).status).toBe(204);
    expect(refusalOf(await verify(userId, token.codeAt(2)))).toBe('440 replayed-otp');
    expect(refusalOf(await verify(userId, token.codeAt(30)))).toBe('440 bad-otp');
    expect((await verify(userId, token.codeAt(31))).status).toBe(204);
    expect((await testApp.eventsOf('user', userId)).map(({ name }) => name)).toEqual([
      'oath-otp-verified',
      'oath-otp-refused',
      'oath-otp-refused',
      'oath-otp-verified',
      'oath-token-resynchronized',
    ]);
  });
});

test('that a user is unknown, only callers with user lookup learn', async () => {
  expect(refusalOf(await verify('unknown.user.name', '12345678'))).toBe('440 no-such-user');
  expect(refusalOf(await verify('unknown.user.name', '12345678', app()))).toBe('440 bad-otp');
});

describe('the window of a time token', () => {
  test.each([-1, 0, 1])('has the code %d steps away', async (steps) => {
    const token = await enrolled(testApp, 'totp');
    expect((await verify(token.user.userId, token.codeNow(steps))).status).toBe(204);
  });

  test.each([-2, 2, -50, 50, 51])('has no code %d steps away', async (steps) => {
    const token = await enrolled(testApp, 'totp');
    expect(refusalOf(await verify(token.user.userId, token.codeNow(steps)))).toBe('440 bad-otp');
  });

  test('ends with the last millisecond of the step behind', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId } = token.user;
    const code = token.codeNow();
    testApp.clock.advance({ seconds: 59, milliseconds: 999 });
    expect((await verify(userId, code)).status).toBe(204);
    const other = await enrolled(testApp, 'totp');
    testApp.clock.set('2026-11-15T10:00:00Z');
    const late = other.codeNow();
    testApp.clock.advance({ seconds: 60 });
    expect(refusalOf(await verify(other.user.userId, late))).toBe('440 bad-otp');
  });

  test('follows a clock that runs behind, and never accepts a step twice', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId } = token.user;
    for (const steps of [-1, -1, -2, -2, -3]) {
      expect([steps, (await verify(userId, token.codeNow(steps))).status]).toEqual([steps, 204]);
      expect(refusalOf(await verify(userId, token.codeNow(steps)))).toBe('440 replayed-otp');
      testApp.clock.advance({ seconds: 60 });
    }
  });

  test('of a token far off opens with two codes in a row, within five minutes', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId } = token.user;
    expect(refusalOf(await verify(userId, token.codeNow(20)))).toBe('440 bad-otp');
    expect((await verify(userId, token.codeNow(21))).status).toBe(204);
    testApp.clock.advance({ seconds: 60 });
    expect((await verify(userId, token.codeNow(21))).status).toBe(204);
    const late = await enrolled(testApp, 'totp');
    expect(refusalOf(await verify(late.user.userId, late.codeNow(20)))).toBe('440 bad-otp');
    testApp.clock.advance({ minutes: 5 });
    expect(refusalOf(await verify(late.user.userId, late.codeNow(11)))).toBe('440 bad-otp');
  });
});

describe('the window of an event token', () => {
  test('reaches five ahead, and no code before the accepted one is accepted again', async () => {
    const token = await withHotp(testApp);
    const { userId } = token.user;
    expect(refusalOf(await verify(userId, token.codeAt(6)))).toBe('440 bad-otp');
    expect((await verify(userId, token.codeAt(5))).status).toBe(204);
    for (const counter of [0, 3, 5]) {
      expect(refusalOf(await verify(userId, token.codeAt(counter)))).toBe('440 replayed-otp');
    }
    expect((await verify(userId, token.codeAt(6))).status).toBe(204);
  });

  test('opens for the code directly after one far ahead, not for the same, not for the next but one', async () => {
    const token = await withHotp(testApp);
    const { userId } = token.user;
    expect(refusalOf(await verify(userId, token.codeAt(50)))).toBe('440 bad-otp');
    expect(refusalOf(await verify(userId, token.codeAt(50)))).toBe('440 bad-otp');
    expect(refusalOf(await verify(userId, token.codeAt(52)))).toBe('440 bad-otp');
    testApp.clock.advance({ minutes: 4, seconds: 59 });
    expect((await verify(userId, token.codeAt(51))).status).toBe(204);
    expect(refusalOf(await verify(userId, token.codeAt(51)))).toBe('440 replayed-otp');
    expect((await verify(userId, token.codeAt(52))).status).toBe(204);
  });

  test('closes again five minutes after the code far ahead', async () => {
    const token = await withHotp(testApp);
    const { userId } = token.user;
    expect(refusalOf(await verify(userId, token.codeAt(30)))).toBe('440 bad-otp');
    testApp.clock.advance({ minutes: 5 });
    expect(refusalOf(await verify(userId, token.codeAt(31)))).toBe('440 bad-otp');
    expect((await verify(userId, token.codeAt(32))).status).toBe(204);
  });

  test('has no code more than fifty ahead, not even two in a row', async () => {
    const token = await withHotp(testApp);
    const { userId } = token.user;
    expect(refusalOf(await verify(userId, token.codeAt(51)))).toBe('440 bad-otp');
    expect(refusalOf(await verify(userId, token.codeAt(52)))).toBe('440 bad-otp');
  });
});

describe('the tokens of a user', () => {
  test('of a delivery generate six digits with SHA-1, by time as well', async () => {
    const token = await withHotp(testApp, { kind: 'totp', counter: undefined });
    expect(token.codeNow()).toMatch(/^[0-9]{6}$/);
    expect((await verify(token.user.userId, token.codeNow())).status).toBe(204);
    expect(refusalOf(await verify(token.user.userId, `00${token.codeNow(1)}`))).toBe('440 bad-otp');
  });

  test('generate the codes of the specification', async () => {
    const token = await withHotp(testApp);
    expect([0, 1, 2, 3].map(token.codeAt)).toEqual(['755224', '287082', '359152', '969429']);
    expect((await verify(token.user.userId, '755224')).status).toBe(204);
    expect((await verify(token.user.userId, '287082')).status).toBe(204);
  });

  test('are all evaluated, and the code of one does not affect the others', async () => {
    const user = testApp.users.add();
    const testTokens = [
      await enrolled(testApp, 'totp', user),
      await enrolled(testApp, 'totp', user),
      await enrolled(testApp, 'totp', user),
    ];
    for (const token of testTokens.toReversed())
      expect((await verify(user.userId, token.codeNow())).status).toBe(204);
    for (const token of testTokens)
      expect(refusalOf(await verify(user.userId, token.codeNow()))).toBe('440 replayed-otp');
  });

  test.each(['blocked', 'ended'])('that are %s verify no codes', async (status) => {
    const token = await enrolled(testApp, 'totp');
    await tokenSteps(testApp).setStatus(token.tokenId, status);
    expect(refusalOf(await verify(token.user.userId, token.codeNow()))).toBe('440 bad-otp');
  });

  test('verify no codes of other users, nor at another bank', async () => {
    const token = await enrolled(testApp, 'totp');
    const other = await enrolled(testApp, 'totp');
    expect(refusalOf(await verify(other.user.userId, token.codeNow()))).toBe('440 bad-otp');
    const elsewhere = app(undefined, { banks: ['02'] });
    expect(refusalOf(await verify(token.user.userId, token.codeNow(), elsewhere))).toBe('440 bad-otp');
    expect((await verify(token.user.userId, token.codeNow())).status).toBe(204);
  });

  test.each(['pending', 'locked', 'suspended', 'closed'] as const)(
    'of a %s user make no right codes',
    async (status) => {
      const token = await enrolled(testApp, 'totp');
      testApp.users.change(token.user.userId, { status });
      expect(refusalOf(await verify(token.user.userId, token.codeNow()))).toBe('440 bad-otp');
      expect(refusalOf(await verify(token.user.userId, token.codeNow(), app()))).toBe('440 bad-otp');
    },
  );

  test('that answer challenges verify no codes here', async () => {
    const token = await enrolled(testApp, 'ocra');
    expect(refusalOf(await verify(token.user.userId, token.codeNow()))).toBe('440 bad-otp');
  });

  test('await confirmation until the first right code, not until the first code', async () => {
    const token = await enrolled(testApp, 'totp');
    const status = async (): Promise<unknown> =>
      (
        await testApp.database.query(`select status from "authorization".oath_token where token_id = $1`, [
          token.tokenId,
        ])
      )[0];
    await verify(token.user.userId, wrong(token.codeNow()));
    expect(await status()).toEqual({ status: 'awaiting-confirmation' });
    await verify(token.user.userId, token.codeNow());
    expect(await status()).toEqual({ status: 'active' });
  });

  test('do not open with the seed of another, even when it is swapped in the database', async () => {
    const victim = await enrolled(testApp, 'totp');
    const thief = await enrolled(testApp, 'totp');
    await testApp.database.query(
      `update "authorization".oath_token set sealed_seed =
         (select sealed_seed from "authorization".oath_token where token_id = $2) where token_id = $1`,
      [victim.tokenId, thief.tokenId],
    );
    for (const code of [thief.codeNow(), victim.codeNow()]) {
      expect(refusalOf(await verify(victim.user.userId, code))).toBe('500 internal-error');
    }
    expect((await verify(thief.user.userId, thief.codeNow())).status).toBe(204);
    expect(testApp.lines).toContainEqual(
      expect.objectContaining({
        message: 'seed of a token cannot be decrypted',
        aggregateId: victim.tokenId,
      }),
    );
  });

  test('stay usable when the seed of one of them is damaged', async () => {
    const damaged = await enrolled(testApp, 'totp');
    const intact = await enrolled(testApp, 'totp', damaged.user);
    await testApp.database.query(
      `update "authorization".oath_token set sealed_seed = set_byte(sealed_seed, 40, 255 - get_byte(sealed_seed, 40))
        where token_id = $1`,
      [damaged.tokenId],
    );
    expect(refusalOf(await verify(damaged.user.userId, damaged.codeNow()))).toBe('440 bad-otp');
    expect((await verify(damaged.user.userId, intact.codeNow())).status).toBe(204);
  });
});

describe('a code of a token is rejected before it is counted', () => {
  test.each([
    ['the name is missing', { 'user-id': undefined }, '400 user-id required'],
    ['the name is empty', { 'user-id': '' }, '400 user-id too-short'],
    ['the code is missing', { otp: undefined }, '400 otp required'],
    ['the code is short', { otp: '12345' }, '400 otp pattern'],
    ['the code is long', { otp: '123456789' }, '400 otp pattern'],
    ['the code has a letter', { otp: '12345b' }, '400 otp pattern'],
    ['there is more', { action: 'login' }, '400 action unknown-field'],
  ])('when %s', async (_, more: Fields, error) => {
    const { user } = await enrolled(testApp, 'totp');
    const body = { 'user-id': user.userId, otp: '12345678', ...more };
    expect(errorsOf(await testApp.post('/otp/oath/verify', body, app()))).toEqual([error]);
    const tries = await testApp.database.query(
      `select 1 from "authorization".factor_attempts where subject = $1 and streak > 0`,
      [user.userId],
    );
    expect(tries).toEqual([]);
  });

  test('without the scope', async () => {
    const token = await enrolled(testApp, 'totp');
    const as = app(['otp', 'ocra', 'user-lookup']);
    expect(refusalOf(await verify(token.user.userId, token.codeNow(), as))).toBe('403 forbidden');
    expect((await verify(token.user.userId, token.codeNow())).status).toBe(204);
  });
});

test('a restarted process knows the codes that were accepted before', async () => {
  const token = await enrolled(testApp, 'totp');
  const code = token.codeNow();
  expect((await verify(token.user.userId, code)).status).toBe(204);
  const ports = () =>
    testAuthorizationPorts({ app: testApp.database.app, clock: testApp.clock }, testApp.ports);
  const second = await createTestServer(
    { routes: authorizationRoutes, ports, dialectFor: () => channel },
    testApp.database.app,
  );
  const call = (otp: string): Promise<TestResponse> =>
    second.call({
      method: 'POST',
      path: '/v1/authorization/otp/oath/verify',
      as: trustedApp,
      body: { 'user-id': token.user.userId, otp },
    });
  expect(refusalOf(await call(code))).toBe('440 replayed-otp');
  expect((await call(token.codeNow(1))).status).toBe(204);
  expect(refusalOf(await verify(token.user.userId, token.codeNow(1)))).toBe('440 replayed-otp');
  await second.api.close();
  second.services.metrics.close();
});

test('with an idempotency key the same code gets the same response', async () => {
  const token = await enrolled(testApp, 'totp');
  const call = (): Promise<TestResponse> =>
    testApp.call({
      method: 'POST',
      path: '/v1/authorization/otp/oath/verify',
      as: app(),
      body: { 'user-id': token.user.userId, otp: token.codeNow() },
      headers: { 'idempotency-key': 'oath-0123456789abcdef' },
    });
  expect([(await call()).status, (await call()).status]).toEqual([204, 204]);
  expect(refusalOf(await verify(token.user.userId, token.codeNow()))).toBe('440 replayed-otp');
});
