import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';

let app: IdentityTestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createIdentityTestApp();
  user = await app.register();
});
afterAll(() => app[Symbol.asyncDispose]());

type Given = readonly (readonly [questionId: string, answer: string])[];

const good: Given = [
  ['first-dish', 'Burnt porridge'],
  ['hiding-place', 'Under the third stair'],
  ['old-phone', '471193'],
];

const set = (given: Given, as = customer(user)): Promise<TestResponse> =>
  app.send('PUT', '/me/answers', {
    as,
    body: { answers: given.map(([questionId, answer]) => ({ 'question-id': questionId, answer })) },
  });

const stored = async (): Promise<readonly { question_id: string; answer_hash: string }[]> =>
  app.database.query(
    `select question_id, answer_hash from identity.security_answer where user_id = $1 order by position`,
    [user.userId],
  );

test('answers are stored in order as hashes, and replace the previous ones', async () => {
  const first = await set(good);
  expect(first.status).toBe(200);
  expect(listAt(first.body, 'questions').map((one) => at(one, 'question-id'))).toEqual(
    good.map(([questionId]) => questionId),
  );
  const rows = await stored();
  expect(rows.map(({ question_id }) => question_id)).toEqual(good.map(([questionId]) => questionId));
  for (const [index, { answer_hash: hash }] of rows.entries()) {
    expect(hash).toMatch(/^\$argon2id/v);
    // Width, case and spaces do not count.
    const answer = (good[index]?.[1] ?? '').toLowerCase();
    expect(await app.ports.passwordHasher.verify('01', hash, answer)).toMatchObject({ isRight: true });
  }
  await set([
    ['first-film', 'The unlikely aardvark'],
    ['old-phone', '880419'],
    ['membership-number', '7734412'],
    ['family-car', 'HH-KM 4419'],
    ['first-earnings', 'on-a-farm'],
  ]);
  expect((await stored()).map(({ question_id }) => question_id)).toEqual([
    'first-film',
    'old-phone',
    'membership-number',
    'family-car',
    'first-earnings',
  ]);
  const names = (await app.eventsOf(user.userId)).map(({ name }) => name);
  expect(names.filter((name) => name === 'security-answers-set')).toHaveLength(2);
  const [trail] = await app.database.query<{ count: string }>(
    `select count(*) from platform.audit_entry where record ilike '%porridge%' or record ilike '%argon%'`,
  );
  expect(Number(trail?.count)).toBe(0);
});

test('of two concurrent requests one complete set remains', async () => {
  const other: Given = [
    ['first-teacher', 'Kwiatkowska'],
    ['first-film', 'The unlikely aardvark'],
    ['childhood-toy', 'Sir Wobblington'],
    ['old-phone', '330915'],
  ];
  const answers = await Promise.all([set(good), set(other), set(good), set(other)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const ids = (await stored()).map(({ question_id }) => question_id);
  expect([good, other].map((one) => one.map(([questionId]) => questionId))).toContainEqual(ids);
});

describe('refused are', () => {
  const [one, two, three] = good;
  if (one === undefined || two === undefined || three === undefined) throw new Error('too few');
  const four = ['first-film', 'The unlikely aardvark'] as const;
  const five = ['childhood-toy', 'Sir Wobblington'] as const;
  const six = ['first-teacher', 'Kwiatkowska'] as const;

  test.each<readonly [what: string, given: Given, errors: readonly string[]]>([
    ['too few', [one, two], ['400 answers too-few']],
    ['too many', [one, two, three, four, five, six], ['400 answers too-many']],
    ['a question twice', [one, two, ['first-dish', 'Other stew']], ['400 answers[2].question-id duplicate']],
    ['an answer twice', [one, two, ['first-film', ' BURNT  porridge ']], ['400 answers[2].answer duplicate']],
    ['an unknown question', [one, two, ['mothers-name', 'Esmeralda']], ['400 answers[2].question-id enum']],
    ['a date that is none', [one, two, ['remembered-day', '1987-02-30']], ['400 answers[2].answer pattern']],
    ['a number out of bounds', [one, two, ['membership-number', '0007']], ['400 answers[2].answer pattern']],
    ['what does not match', [one, two, ['old-phone', 'abcd']], ['400 answers[2].answer pattern']],
    ['a choice that is not there', [one, two, ['first-earnings', 'moon']], ['400 answers[2].answer pattern']],
    ['a common answer', [one, two, ['first-film', 'password']], ['400 answers[2].answer pattern']],
    ['spaces', [one, two, ['first-film', ' a  ']], ['400 answers[2].answer too-short']],
    ['one sign', [one, two, ['first-film', 'xy']], ['400 answers[2].answer too-short']],
  ])('%s', async (_, given, errors) => {
    const before = await stored();
    expect(errorsOf(await set(given))).toEqual(expect.arrayContaining([...errors]));
    expect(await stored()).toEqual(before);
  });

  test('the name, the address, the number of the person or the bank', async () => {
    for (const answer of [user.username, user.email, user.phone, 'example bank'])
      expect(errorsOf(await set([one, two, ['first-film', answer]]))).toContain(
        '400 answers[2].answer combination-not-allowed',
      );
  });

  test('callers without a recent second factor, and users who do not exist any more', async () => {
    expect(refusalOf(await set(good, customer(user, { assurance: '1fa' })))).toBe('401 step-up-required');
    const old = { ...customer(user), ageSeconds: 301 };
    expect(refusalOf(await set(good, old))).toBe('401 step-up-required');
    expect((await set(good, customer({ userId: 'usr_nobody' }))).status).toBe(401);
    const gone = await app.register();
    await app.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      gone.userId,
    ]);
    expect((await set(good, customer(gone))).status).toBe(401);
  });
});
