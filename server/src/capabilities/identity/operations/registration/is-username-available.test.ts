import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { availableClientPerDay, availablePerDay, availablePerMinute } from '../../domain/policy.ts';
import { type HumanCheck, type HumanVerdict, noHumanCheck } from '../../ports/human-check.ts';
import {
  app,
  createIdentityTestApp,
  customer,
  errorsOf,
  human,
  type IdentityTestApp,
  refusalOf,
  staff,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { isUsernameAvailable } from './is-username-available.ts';

let testApp: IdentityTestApp;
let user: TestUser;
beforeAll(async () => {
  const verdicts: Readonly<Record<string, HumanVerdict>> = {
    'a program': 'refused',
    'while the service is away': 'unavailable',
  };
  const humanCheck: HumanCheck = { ...noHumanCheck, verify: async ({ token }) => verdicts[token] ?? 'human' };
  testApp = await createIdentityTestApp({ ports: { humanCheck } });
  user = await testApp.register();
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.advance({ hours: 25 }));

const signUp = app(['signup']);
const ask = (
  name: string,
  { as = signUp, headers = human }: { as?: TokenRequest; headers?: Readonly<Record<string, string>> } = {},
): Promise<TestResponse> =>
  testApp.call({ method: 'GET', path: `/v1/identity/users/${name}/available`, as, headers });
const reserve = (name: string, until: string, reason: 'closed' | 'changed' = 'closed'): Promise<unknown> =>
  testApp.database.query(
    `insert into identity.username_reservation (bank_id, username, user_id, reason, reserved_until, created_at)
     values ('01', $1, 'usr_somebody', $3, $2, $4)`,
    [name, until, reason, testApp.clock.now().toString()],
  );

describe('a username', () => {
  test('that is not in use is available, with an empty response', async () => {
    for (const options of [{}, { as: customer(user), headers: {} }]) {
      const response = await ask('free.to.take', options);
      expect([response.status, response.text]).toEqual([200, '']);
    }
  });

  test.each<readonly [string, () => string]>([
    ['of a user', () => user.username],
    ['of a user in capitals', () => user.username.toUpperCase()],
    ['that would speak for the bank', () => 'administrator'],
    ['with the name of the bank in it', () => 'the.example-bank.team'],
  ])('%s is unavailable, for every caller, also for its owner', async (_, name) => {
    for (const options of [{}, { as: customer(user), headers: {} }])
      expect(refusalOf(await ask(name(), options))).toBe('410 gone');
  });

  test.each(['closed', 'changed'] as const)(
    'that was %s is unavailable until its reservation expires',
    async (reason) => {
      const until = testApp.clock.now().add({ hours: 48 });
      await reserve(`once.${reason}`, until.toString(), reason);
      expect(refusalOf(await ask(`once.${reason}`))).toBe('410 gone');
      testApp.clock.set(until.toString());
      expect((await ask(`once.${reason}`)).status).toBe(200);
    },
  );

  test('that a user has changed is reserved for that user for a year', async () => {
    const changer = await testApp.register();
    const body = { username: 'another.name.now' };
    expect((await testApp.send('PUT', '/me/username', { as: customer(changer), body })).status).toBe(204);
    expect(refusalOf(await ask('another.name.now'))).toBe('410 gone');
    expect(refusalOf(await ask(changer.username))).toBe('410 gone');
    testApp.clock.advance({ hours: 24 * 366 });
    expect((await ask(changer.username)).status).toBe(200);
  });

  test.each([
    'abcd',
    'usr_abcdef',
    '.dotted.name',
    'anna%20maria',
    'x'.repeat(65),
    '%E2%98%83%E2%98%83%E2%98%83%E2%98%83%E2%98%83',
  ])('that is not well formed is malformed: %s', async (name) => {
    expect(errorsOf(await ask(name))).toEqual(['400 username pattern']);
  });

  test('belongs to one bank', async () => {
    const as = app(['signup'], { banks: ['02'] });
    expect((await ask(user.username, { as })).status).toBe(200);
  });
});

describe('the caller', () => {
  test('must send a bot check if it is an application', async () => {
    expect(errorsOf(await ask('free.to.take', { headers: {} })).map((error) => error.toLowerCase())).toEqual([
      '400 x-human-check required',
    ]);
    const headers = { 'x-human-check': 'a program' };
    for (const name of ['free.to.take', user.username])
      expect(refusalOf(await ask(name, { headers }))).toBe('403 forbidden');
  });

  test('is refused while the bot check of the bank has no answer', async () => {
    const headers = { 'x-human-check': 'while the service is away' };
    expect(refusalOf(await ask('free.to.take', { headers }))).toBe('503 service-unavailable');
  });

  test('may be a customer or a sign-up application, and no other', async () => {
    const nobodies = [
      app(['users.read', 'users.register', 'hint', 'recovery']),
      staff(['identity.signup']),
      customer(user, { scope: 'identity.policy' }),
    ];
    for (const as of nobodies) expect(refusalOf(await ask('free.to.take', { as }))).toBe('403 forbidden');
  });
});

describe('checks are limited', () => {
  const statuses = async (count: number, as: TokenRequest): Promise<readonly number[]> => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1)
      found.push((await ask(index % 2 === 0 ? 'free.to.take' : user.username, { as })).status);
    return found;
  };

  test('per minute, and then get the same response for every username', async () => {
    const as = customer(user);
    expect(await statuses(availablePerMinute, as)).not.toContain(429);
    const [free, taken] = [await ask('free.to.take', { as }), await ask(user.username, { as })];
    for (const response of [free, taken]) {
      expect(refusalOf(response)).toBe('429 too-many-requests');
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await ask('free.to.take', { as: customer(await testApp.register()) })).status).toBe(200);
    testApp.clock.advance({ seconds: 59 });
    expect(await statuses(1, as)).toEqual([429]);
    testApp.clock.advance({ seconds: 1 });
    expect(await statuses(1, as)).toEqual([200]);
  });

  test('per day', async () => {
    const as = customer(await testApp.register());
    const start = testApp.clock.now();
    for (let sent = 0; sent < availablePerDay; sent += availablePerMinute) {
      expect(await statuses(availablePerMinute, as)).not.toContain(429);
      testApp.clock.advance({ seconds: 61 });
    }
    expect(await statuses(1, as)).toEqual([429]);
    testApp.clock.set(start.add({ hours: 24, seconds: 1 }).toString());
    expect((await statuses(1, as))[0]).toBe(200);
  });

  test('to ten of fifty concurrent ones', async () => {
    const as = customer(await testApp.register());
    const responses = await Promise.all(Array.from({ length: 50 }, () => ask('free.to.take', { as })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(availablePerMinute);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(50 - availablePerMinute);
  });

  test('per day of one application, for all its users together', async () => {
    const as = app(['signup'], { id: 'busy-app' });
    const used = Array.from({ length: availableClientPerDay }, () => testApp.clock.now().toString());
    expect((await ask('free.to.take', { as })).status).toBe(200);
    await testApp.database.query(
      `update identity.quota set uses = $1::timestamptz[] where scope = 'available-client'`,
      [used],
    );
    expect((await ask('free.to.take', { as })).status).toBe(429);
    testApp.clock.advance({ hours: 24 });
    expect((await ask('free.to.take', { as })).status).toBe(200);
  });

  test('and a malformed request consumes nothing', async () => {
    const as = customer(await testApp.register());
    for (let index = 0; index < 2 * availablePerMinute; index += 1)
      expect((await ask('abcd', { as })).status).toBe(400);
    expect((await ask('free.to.take', { as })).status).toBe(200);
  });
});

test('no checked username is stored anywhere', async () => {
  const name = 'a.very.rare.wish';
  await ask(name);
  await expect(
    isUsernameAvailable(testApp.contextAs({ kind: 'anonymous' }), { username: name, humanCheck: 'a person' }),
  ).resolves.toBeUndefined();
  const rows = await testApp.database.query<{ text: string }>(
    `select row_to_json(q)::text as text from identity.quota q
     union all select record from platform.audit_entry union all select data from platform.outbox_event`,
  );
  expect(JSON.stringify(rows)).not.toContain(name);
});
