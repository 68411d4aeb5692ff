import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { findUser } from '../../store/users.store.ts';
import {
  app,
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  refusalOf,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { recoveryApp } from '../../testing/recovery-steps.suite.ts';

let testApp: IdentityTestApp;
/** How many secrets were compared. */
let compared = 0;
beforeAll(async () => {
  testApp = await createIdentityTestApp({ poolSize: 10 });
  const { passwordHasher } = testApp.ports;
  const { verify } = passwordHasher;
  Object.assign(passwordHasher, {
    verify: (...given: Parameters<typeof verify>) => {
      compared += 1;
      return verify(...given);
    },
  });
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => {
  testApp.clock.set('2026-11-15T10:00:00Z');
});

type Given = Readonly<Record<string, string>>;

const right: Given = {
  'first-dish': 'Burnt porridge',
  'hiding-place': 'Under the third stair',
  'old-phone': '471193',
};
const wrong: Given = { ...right, 'old-phone': '471194' };

const bodyOf = (given: Given): unknown => ({
  answers: Object.entries(given).map(([questionId, answer]) => ({ 'question-id': questionId, answer })),
});

const answer = (
  username: string,
  given: Given | readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse> =>
  testApp.send('POST', `/users/${encodeURIComponent(username)}/answers/validate`, {
    as: recoveryApp,
    headers,
    body: Array.isArray(given) ? { answers: given } : bodyOf(Object(given)),
  });

async function userWithAnswers(): Promise<TestUser> {
  const user = await testApp.register();
  const { status } = await testApp.send('PUT', '/me/answers', {
    as: customer(user),
    body: bodyOf(right),
  });
  expect(status).toBe(200);
  return user;
}

const names = async ({ userId }: TestUser): Promise<readonly string[]> =>
  (await testApp.eventsOf(userId))
    .map(({ name }) => name)
    .filter((name) => name.startsWith('security-answers'));

const no = '440 answers-not-valid';

test('right answers are accepted in any spelling, and recorded', async () => {
  const user = await userWithAnswers();
  const loud = { ...right, 'first-dish': '  ＢＵＲＮＴ   Porridge ' };
  const given = await answer(user.username.toUpperCase(), loud);
  expect(given.status).toBe(200);
  expect(given.body).toBeUndefined();
  expect(await names(user)).toEqual(['security-answers-set', 'security-answers-validated']);
  const found = await findUser(testApp.context().db, testApp.context(), user.userId);
  expect(found?.lastAnswerValidatedAt?.toString()).toBe('2026-11-15T10:00:00Z');
});

describe('not valid are', () => {
  test('a wrong one, too few, one too many, a duplicate, another question', async () => {
    const item = (questionId: string): unknown => ({
      'question-id': questionId,
      answer: right[questionId] ?? 'xyz',
    });
    const sets: readonly (Given | readonly unknown[])[] = [
      wrong,
      ['first-dish', 'hiding-place'].map(item),
      ['first-dish', 'hiding-place', 'old-phone', 'first-film'].map(item),
      ['first-dish', 'hiding-place', 'old-phone', 'old-phone'].map(item),
      ['first-dish', 'hiding-place', 'first-film'].map(item),
    ];
    for (const given of sets) {
      const user = await userWithAnswers();
      expect(refusalOf(await answer(user.username, given))).toBe(no);
      expect(await names(user)).toEqual(['security-answers-set', 'security-answers-refused']);
    }
  });

  test('any answers for unknown users, users who chose none, and suspended users, all equal to the byte', async () => {
    const [user, none, suspended] = [
      await userWithAnswers(),
      await testApp.register(),
      await userWithAnswers(),
    ];
    await testApp.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      suspended.userId,
    ]);
    const refused = await answer(user.username, wrong);
    expect(refusalOf(refused)).toBe(no);
    for (const [name, given] of [
      ['absent.there', right],
      ['no name ☃', right],
      [none.username, right],
      [suspended.username, right],
    ] as const) {
      const other = await answer(name, given);
      expect([other.status, other.body]).toEqual([refused.status, refused.body]);
      expect(Object.keys(other.headers).toSorted()).toEqual(Object.keys(refused.headers).toSorted());
    }
  });

  test('and each costs one comparison per shown question', async () => {
    const [user, none] = [await userWithAnswers(), await testApp.register()];
    for (const name of [user.username, none.username, 'absent.there', 'another.absent', 'a.third.absent']) {
      const shown = await testApp.get(`/users/${name}/questions`, recoveryApp);
      for (const given of [right, wrong, { 'first-dish': 'Burnt porridge' }, right, right]) {
        const before = compared;
        await answer(name, given);
        expect(compared - before).toBe(listAt(shown.body, 'questions').length);
      }
    }
  });
});

describe('after three wrong ones in a day', () => {
  test('the right ones are refused as well, for a day, without a reason', async () => {
    const user = await userWithAnswers();
    for (let count = 0; count < 3; count += 1) expect(refusalOf(await answer(user.username, wrong))).toBe(no);
    expect(refusalOf(await answer(user.username, right))).toBe(no);
    testApp.clock.advance({ hours: 23, minutes: 59 });
    expect(refusalOf(await answer(user.username, right))).toBe(no);
    testApp.clock.advance({ minutes: 1 });
    expect((await answer(user.username, right)).status).toBe(200);
  });

  test('a right one in between restarts the count', async () => {
    const user = await userWithAnswers();
    for (const given of [wrong, wrong, right, wrong, wrong]) await answer(user.username, given);
    expect((await answer(user.username, right)).status).toBe(200);
  });

  test('concurrent attempts are limited to three', async () => {
    const user = await userWithAnswers();
    const given = Array.from({ length: 12 }, () => wrong);
    const all = await Promise.all(given.map((one) => answer(user.username, one)));
    expect(new Set(all.map(refusalOf))).toEqual(new Set([no]));
    const [guard] = await testApp.database.query<{ failures_in_row: number }>(
      `select failures_in_row from identity.login_attempts where subject = $1 and device_class = 'answers'`,
      [user.userId],
    );
    expect(guard?.failures_in_row).toBe(3);
    expect(refusalOf(await answer(user.username, right))).toBe(no);
  });

  test('new answers end the lock', async () => {
    const user = await userWithAnswers();
    for (let count = 0; count < 3; count += 1) await answer(user.username, wrong);
    await testApp.send('PUT', '/me/answers', { as: customer(user), body: bodyOf(right) });
    expect((await answer(user.username, right)).status).toBe(200);
  });

  test('guesses at an unknown username meet the same limit', async () => {
    for (let count = 0; count < 5; count += 1) await answer('the.unknown.one', wrong);
    const [row] = await testApp.database.query<{ failures: number }>(
      `select failures from identity.login_attempts where subject = $1 and device_class = 'answers'`,
      [testApp.ports.identityVault.unknownUserKey('01', 'the.unknown.one')],
    );
    expect(row?.failures).toBe(3);
  });
});

test('a repetition under the same key gets the same response, and is not counted again', async () => {
  const user = await userWithAnswers();
  const headers = { 'idempotency-key': '6f1f7a52-5d0d-4c69-9a53-0d4a3c1f6a02' };
  for (let count = 0; count < 5; count += 1)
    expect((await answer(user.username, right, headers)).status).toBe(200);
  expect(await names(user)).toEqual(['security-answers-set', 'security-answers-validated']);
  const bad = { 'idempotency-key': '6f1f7a52-5d0d-4c69-9a53-0d4a3c1f6a03' };
  for (let count = 0; count < 5; count += 1)
    expect(refusalOf(await answer(user.username, wrong, bad))).toBe(no);
  expect((await answer(user.username, right)).status).toBe(200);
  expect(at((await answer(user.username, right, bad)).body, 'problem')).toBe('idempotency-key-reused');
});

test('only applications for recovery may call it', async () => {
  const as = app(['hint']);
  const path = '/users/someone/answers/validate';
  expect((await testApp.send('POST', path, { as, body: bodyOf(right) })).status).toBe(403);
  const user = await userWithAnswers();
  expect((await testApp.send('POST', path, { as: customer(user), body: bodyOf(right) })).status).toBe(403);
});
