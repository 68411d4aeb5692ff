import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { questions } from '../../domain/questions.ts';
import {
  app,
  base,
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  refusalOf,
} from '../../testing/identity-test-app.suite.ts';
import { recoveryApp } from '../../testing/recovery-steps.suite.ts';

let testApp: IdentityTestApp;
beforeAll(async () => {
  testApp = await createIdentityTestApp();
});
afterAll(() => testApp[Symbol.asyncDispose]());

const ask = (username: string, language = 'en'): Promise<TestResponse> =>
  testApp.call({
    method: 'GET',
    path: `${base}/users/${encodeURIComponent(username)}/questions`,
    as: recoveryApp,
    headers: { 'accept-language': language },
  });

const idsIn = ({ body }: TestResponse): readonly unknown[] =>
  listAt(body, 'questions').map((question) => at(question, 'question-id'));

const chosen = ['first-dish', 'hiding-place', 'remembered-day', 'first-earnings'];

const answerAll = (user: { readonly userId: string }): Promise<TestResponse> =>
  testApp.send('PUT', '/me/answers', {
    as: customer(user),
    body: {
      answers: [
        { 'question-id': 'first-dish', answer: 'Burnt porridge' },
        { 'question-id': 'hiding-place', answer: 'Under the third stair' },
        { 'question-id': 'remembered-day', answer: '1987-05-12' },
        { 'question-id': 'first-earnings', answer: 'on-a-farm' },
      ],
    },
  });

describe('a user who chose questions', () => {
  test('gets them in that order, in the requested language', async () => {
    const user = await testApp.register();
    expect((await answerAll(user)).status).toBe(200);
    const english = await ask(user.username);
    expect(english.status).toBe(200);
    expect(idsIn(english)).toEqual(chosen);
    expect(listAt(english.body, 'questions')[2]).toEqual({
      'question-id': 'remembered-day',
      question: 'Which day will you never forget?',
      description: 'Not a birthday or a wedding day: others know those.',
      'answer-format-type': 'date',
      'answer-format': 'YYYY-MM-DD',
      'available-answers': [],
    });
    const dutch = listAt((await ask(user.username, 'nl-BE, en;q=0.5')).body, 'questions');
    expect(at(dutch[0], 'question')).toBe('Welk gerecht leerde u als eerste koken?');
    expect(at(listAt(dutch[3], 'available-answers')[0], 'text')).toBe('Op een boerderij');
    // The bank's own language, where none of the requested ones exists.
    const german = listAt((await ask(user.username, 'sv')).body, 'questions');
    expect(at(german[0], 'question')).toBe('Welches Gericht haben Sie als erstes kochen gelernt?');
  });

  test('gets them, and no other user does by a different username', async () => {
    const user = await testApp.register();
    const other = await testApp.register();
    await answerAll(user);
    expect(idsIn(await testApp.get(`/users/${user.username}/questions`, customer(user)))).toEqual(chosen);
    for (const name of [other.username, 'absent.there'])
      expect(refusalOf(await testApp.get(`/users/${name}/questions`, customer(user)))).toBe('404 not-found');
  });
});

describe('an unknown user, or one who chose none', () => {
  test('has questions as well, always the same, in every spelling and language', async () => {
    const user = await testApp.register();
    for (const name of [user.username, 'absent.there', 'no name ☃']) {
      const first = await ask(name);
      expect(idsIn(first)).toEqual(idsIn(await ask(name.toUpperCase(), 'ar')));
      expect(await ask(name)).toMatchObject({ status: 200, body: first.body });
      expect(idsIn(first).every((id) => questions.some(({ questionId }) => questionId === id))).toBe(true);
      expect(idsIn(first).length).toBeGreaterThanOrEqual(3);
    }
  });

  test('looks like users who chose the same, to the byte', async () => {
    const user = await testApp.register();
    const dummies = await ask('someone.unknown');
    const now = testApp.clock.now().toString();
    for (const [index, id] of idsIn(dummies).entries())
      await testApp.database.query(
        `insert into identity.security_answer (bank_id, user_id, question_id, answer_hash, position, created_at)
         values ('01', $1, $2, 'x', $3, $4)`,
        [user.userId, String(id), index + 1, now],
      );
    const real = await ask(user.username);
    expect(real.body).toEqual(dummies.body);
    expect(Object.keys(real.headers).toSorted()).toEqual(Object.keys(dummies.headers).toSorted());
    expect(real.headers['content-length']).toBe(dummies.headers['content-length']);
  });
});

test('a customer who chose none sees none, without dummy questions', async () => {
  const user = await testApp.register();
  const response = await testApp.get(`/users/${user.username}/questions`, customer(user));
  expect(response).toMatchObject({ status: 200, body: { questions: [] } });
});

test('only applications for recovery may list the questions of others', async () => {
  expect((await testApp.get('/users/someone/questions', app(['signup']))).status).toBe(403);
});

test('a bank without security questions has none, for any caller', async () => {
  await using quiet = await createIdentityTestApp();
  await quiet.database.query(
    `insert into platform.policy_change
       (bank_id, change_id, name, value, reason, state, proposed_by, proposed_at, effective_from, decided_by, decided_at)
     values ('01', gen_random_uuid(), 'security-questions-enabled', 0, 'a test', 'approved', 'e-1', $1, $1, 'e-2', $1)`,
    [quiet.clock.now().toString()],
  );
  const user = await quiet.register();
  for (const name of [user.username, 'absent.there'])
    expect(refusalOf(await quiet.get(`/users/${name}/questions`, recoveryApp))).toBe('404 not-found');
  const answers = [{ 'question-id': 'first-dish', answer: 'Burnt porridge' }];
  const set = await quiet.send('PUT', '/me/answers', { as: customer(user), body: { answers } });
  expect(refusalOf(set)).toBe('404 not-found');
  const path = `/users/${user.username}/answers/validate`;
  expect(refusalOf(await quiet.send('POST', path, { as: recoveryApp, body: { answers } }))).toBe(
    '440 answers-not-valid',
  );
});
