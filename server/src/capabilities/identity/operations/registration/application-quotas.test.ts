import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  availablePerMinute,
  recoveryClientPerDay,
  recoveryPerDay,
  recoveryPerHour,
  signupClientPerDay,
} from '../../domain/policy.ts';
import { noHumanCheck } from '../../ports/human-check.ts';
import {
  app,
  createIdentityTestApp,
  errorsOf,
  human,
  type IdentityTestApp,
  refusalOf,
} from '../../testing/identity-test-app.suite.ts';
import { type SignUpSteps, signUpSteps } from '../../testing/sign-up-steps.suite.ts';

let testApp: IdentityTestApp;
let words: SignUpSteps;
const proofs = new Map<string, readonly string[]>();
const seen: (string | undefined)[] = [];
beforeAll(async () => {
  testApp = await createIdentityTestApp({
    ports: {
      humanCheck: {
        ...noHumanCheck,
        verify: async ({ sourceAddress }) => {
          seen.push(sourceAddress);
          return 'human';
        },
      },
    },
  });
});
beforeAll(() => {
  words = signUpSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(async () => {
  await testApp.database.empty('identity.quota', 'identity.client_quota');
  seen.length = 0;
});

/** A back end of the bank that passes addresses on, and one that does not. */
const passing = app(['recovery', 'signup', 'psu-address'], { id: 'passing-app' });
const silent = app(['recovery', 'signup'], { id: 'silent-app' });

const reset = (name: string, as: TokenRequest, address?: string): Promise<TestResponse> =>
  testApp.send('POST', `/users/${name}/password/reset`, {
    as,
    body: {},
    headers: { ...human, ...(address === undefined ? {} : { 'psu-ip-address': address }) },
  });

const available = (name: string, as: TokenRequest, address?: string): Promise<TestResponse> =>
  testApp.call({
    method: 'GET',
    path: `/v1/identity/users/${name}/available`,
    as,
    headers: { ...human, ...(address === undefined ? {} : { 'psu-ip-address': address }) },
  });

const statuses = async (responses: readonly Promise<TestResponse>[]): Promise<readonly number[]> =>
  (await Promise.all(responses)).map(({ status }) => status);

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `name.${index}`);

describe('recoveries of an application', () => {
  test.each([['with', passing, '203.0.113.1'] as const, ['without', silent, undefined] as const])(
    'one identifier has three per hour and five per day, %s the address of the person',
    async (_, as, address) => {
      const ask = async (host: number): Promise<number> =>
        (await reset('one.name', as, address && `203.0.113.${host}`)).status;
      const sent: number[] = [];
      for (let count = 0; count <= recoveryPerHour; count += 1) sent.push(await ask(count));
      expect(sent).toEqual([204, 204, 204, 429]);
      testApp.clock.advance({ minutes: 61 });
      expect([await ask(10), await ask(11), await ask(12)]).toEqual([204, 204, 429]);
    },
  );

  test('many people behind one application recover on one day, wherever the application connects from', async () => {
    expect(new Set(await statuses(names(4 * recoveryPerDay).map((name) => reset(name, silent))))).toEqual(
      new Set([204]),
    );
    const many = names(4 * recoveryPerDay).map((name, index) =>
      reset(`other.${name}`, passing, `198.51.100.${index}`),
    );
    expect(new Set(await statuses(many))).toEqual(new Set([204]));
  });

  test('one person behind an application has three per hour for all usernames, without affecting others', async () => {
    const attacker = '203.0.113.9';
    for (const name of names(recoveryPerHour))
      expect((await reset(name, passing, attacker)).status).toBe(204);
    const refused = await reset('another.name', passing, attacker);
    expect([refusalOf(refused), refused.headers['retry-after']]).toEqual(['429 too-many-requests', '3600']);
    expect(testApp.lines.at(-1)).toMatchObject({
      problem: 'too-many-requests',
      reason: 'quota-recovery-address',
    });
    expect((await reset('another.name', passing, '203.0.113.10')).status).toBe(204);
    expect((await reset('a.third.name', silent)).status).toBe(204);
  });

  test('a whole IPv6 network counts as one person', async () => {
    for (const [index, name] of names(recoveryPerHour).entries())
      expect((await reset(name, passing, `2001:db8:1:1::${index + 1}`)).status).toBe(204);
    expect((await reset('another.name', passing, '2001:db8:1:1:ffff::1')).status).toBe(429);
    expect((await reset('another.name', passing, '2001:db8:1:2::1')).status).toBe(204);
  });

  test('an application that passes no addresses on has a daily limit, with a warning at half of it and at its end', async () => {
    const usesAre = (uses: number): Promise<unknown> =>
      testApp.database.query(`update identity.client_quota set uses = $1 where client_id = $2`, [
        uses,
        silent.id,
      ]);
    await reset('first.name', silent);
    await usesAre(recoveryClientPerDay / 2 - 1);
    await reset('second.name', silent);
    await usesAre(recoveryClientPerDay - 1);
    expect((await reset('third.name', silent)).status).toBe(204);
    const alarms = testApp.lines.filter(({ message }) =>
      String(message).includes('application is using up its daily quota'),
    );
    expect(alarms.map(({ callerId, count, reason }) => [callerId, count, reason])).toEqual([
      [silent.id, recoveryClientPerDay / 2, 'quota-recovery-client'],
      [silent.id, recoveryClientPerDay, 'quota-recovery-client'],
    ]);
    const refused = await reset('fourth.name', silent);
    expect(refusalOf(refused)).toBe('429 too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    testApp.clock.advance({ seconds: Number(refused.headers['retry-after']) });
    expect((await reset('fourth.name', silent)).status).toBe(204);
  });

  test('the daily limit refuses nothing for an application that passes addresses on', async () => {
    await reset('first.name', passing, '203.0.113.1');
    await testApp.database.query('update identity.client_quota set uses = $1', [recoveryClientPerDay]);
    expect((await reset('second.name', passing, '203.0.113.2')).status).toBe(204);
  });
});

describe('the address of the person', () => {
  test('is accepted only from an application with the scope', async () => {
    expect(refusalOf(await reset('one.name', silent, '203.0.113.1'))).toBe('403 forbidden');
    expect(testApp.lines.at(-1)).toMatchObject({ reason: 'psu-ip-address-without-scope' });
  });

  test.each(['localhost', '203.0.113', '203.0.113.1, 10.0.0.1', '1'])(
    'is an IP address, not "%s"',
    async (text) => {
      expect(errorsOf(await reset('one.name', passing, text))).toEqual(['400 psu-ip-address format']);
    },
  );

  test('is sent to the bot check; the address of the application never is', async () => {
    await reset('one.name', passing, '203.0.113.1');
    await reset('two.name', silent);
    expect(seen).toEqual(['203.0.113.1', undefined]);
  });
});

describe('availability checks by an application', () => {
  test('one person has ten per minute, without affecting others', async () => {
    const sent = names(availablePerMinute + 1).map((name) => available(name, passing, '203.0.113.1'));
    expect((await statuses(sent)).filter((status) => status === 429)).toHaveLength(1);
    expect((await available('free.to.take', passing, '203.0.113.2')).status).toBe(200);
  });

  test('without addresses many requests are allowed', async () => {
    const sent = names(3 * availablePerMinute).map((name) => available(name, silent));
    expect(new Set(await statuses(sent))).toEqual(new Set([200]));
  });

  test('checks that use up the quota of the client leave sign-up open', async () => {
    await available('free.to.take', silent);
    await testApp.database.query(
      `update identity.quota set uses = array_fill($1::timestamptz, array[1000]) where scope = 'available-client'`,
      [testApp.clock.now().toString()],
    );
    expect((await available('free.to.take', silent)).status).toBe(429);
    expect(refusalOf(await signUp('+4915110000001'))).toBe('440 username-already-used');
  });

  test('a sign-up without an address is counted per number, and by a separate quota of the client', async () => {
    const tried: number[] = [];
    for (let count = 0; count <= availablePerMinute; count += 1)
      tried.push((await signUp('+4915110000002')).status);
    expect(tried.filter((status) => status === 429)).toHaveLength(1);
    expect((await signUp('+4915110000003')).status).toBe(440);
    await testApp.database.query('update identity.client_quota set uses = $1', [signupClientPerDay]);
    expect((await signUp('+4915110000004')).status).toBe(429);
  });
});

/** Tries to sign up with a reserved username: refused after it was counted, without consuming its verifications. */
async function signUp(phone: string): Promise<TestResponse> {
  const email = `of${phone.slice(1)}@example.org`;
  const known = proofs.get(phone) ?? [
    await words.proof(email, 'silent-app'),
    await words.proof(phone, 'silent-app'),
  ];
  proofs.set(phone, known);
  return testApp.send('POST', '/users', {
    as: silent,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      username: 'administrator',
      password: 'violet harbour 47 lanterns',
      email,
      'phone-number': phone,
      'terms-version': '1',
      'verification-ids': known,
    },
  });
}

describe('people in one IPv6 network of a provider', () => {
  test('have 32 times the recoveries of one household, however many /64s they use', async () => {
    const responses = [];
    for (let index = 0; index < 32 * recoveryPerHour + 3; index += 1)
      responses.push((await reset(`wide.${index}`, passing, `2001:db8:9:${index.toString(16)}::1`)).status);
    expect(responses.filter((status) => status === 429)).toHaveLength(3);
    expect((await reset('wide.other', passing, '2001:db8:9:100::1')).status).toBe(204);
  });
});
