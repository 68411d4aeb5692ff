import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
  trustedApp,
} from '../../testing/authorization-test-app.suite.ts';
import { enrolled, type TokenSteps, tokenSteps } from '../../testing/token-steps.suite.ts';

let testApp: AuthorizationTestApp;
let steps: TokenSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = tokenSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const data = 'EUR 50.00 NL91ABNA0417164300';
const endOf = async (id: string): Promise<string> => (await steps.challengeRow(id)).end;

describe('a challenge', () => {
  test('has eight digits, and another id and other digits every time', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    const sent = [];
    for (let count = 0; count < 10; count += 1)
      sent.push(await steps.newChallenge(user.username, count < 5 ? data : undefined));
    expect(sent.every(({ code }) => /^[0-9]{8}$/.test(code))).toBe(true);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(10);
    expect(new Set(sent.map(({ code }) => code)).size).toBe(10);
  });

  test('stores the hash of the signature data, and not the data', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    const { id } = await steps.newChallenge(user.userId, data);
    const [row] = await testApp.database.query<{ row: string; digest: Buffer }>(
      `select c::text as row, signature_data_hash as digest from "authorization".ocra_challenge c where challenge_id = $1`,
      [id],
    );
    expect(row?.digest).toEqual(createHash('sha256').update(data).digest());
    expect(row?.row).not.toContain('NL91');
  });

  test.each([
    ['a thousand letters', 'x'.repeat(1_000)],
    ['a thousand characters outside of the first plane', '\u{1f4b6}'.repeat(1_000)],
    ['letters of many scripts', 'Zażółć 漢字 ελληνικά עברית \u0301'],
    ['one blank', ' '],
  ])('signs %s', async (_, text) => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await steps.newChallenge(token.user.userId, text);
    expect((await steps.answer(id, token.answerTo(code))).status).toBe(204);
  });

  test.each([
    ['nothing to sign', { 'challenge-mode': 'signature' }, '400 signature-data required'],
    [
      'an empty text to sign',
      { 'challenge-mode': 'signature', 'signature-data': '' },
      '400 signature-data too-short',
    ],
    [
      'too much to sign',
      { 'challenge-mode': 'signature', 'signature-data': '\u{1f4b6}'.repeat(1_001) },
      '400 signature-data too-long',
    ],
    [
      'signature data without the mode',
      { 'challenge-mode': 'random', 'signature-data': 'x' },
      '400 signature-data combination-not-allowed',
    ],
    ['no mode', {}, '400 challenge-mode required'],
    ['an unknown mode', { 'challenge-mode': 'none' }, '400 challenge-mode enum'],
    ['no user', { 'challenge-mode': 'random', 'user-id': undefined }, '400 user-id required'],
    ['more', { 'challenge-mode': 'random', action: 'login' }, '400 action unknown-field'],
  ])('is refused with %s', async (_, more: Fields, error) => {
    const { user } = await enrolled(testApp, 'ocra');
    expect(
      errorsOf(await testApp.post('/ocra/challenge', { 'user-id': user.userId, ...more }, app())),
    ).toEqual([error]);
  });

  test('needs a scope of its own', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    const as = app(['otp', 'oath', 'sign', 'user-lookup']);
    expect(refusalOf(await steps.challenge(user.userId, undefined, as))).toBe('403 forbidden');
  });
});

describe('that a user cannot answer, only callers with user lookup learn', () => {
  test.each([
    ['an unknown user', async () => 'unknown.user.name'],
    ['a user without a device', async () => testApp.users.add().userId],
    ['a user with another kind of token', async () => (await enrolled(testApp, 'totp')).user.userId],
    [
      'a suspended user',
      async () => {
        const { user } = await enrolled(testApp, 'ocra');
        testApp.users.change(user.userId, { status: 'suspended' });
        return user.userId;
      },
    ],
    [
      'a user whose device is blocked',
      async () => {
        const { tokenId, user } = await enrolled(testApp, 'ocra');
        await steps.setStatus(tokenId, 'blocked');
        return user.userId;
      },
    ],
  ])('%s', async (_, named) => {
    const name = await named();
    expect(refusalOf(await steps.challenge(name, data, trustedApp))).toBe('440 no-such-user');
    const { code, id } = await steps.newChallenge(name, data);
    expect(code).toMatch(/^[0-9]{8}$/);
    expect(refusalOf(await steps.answer(id, '12345678'))).toBe('440 bad-response');
  });
});

describe('open challenges', () => {
  test('of the same data are one; the older is superseded', async () => {
    const token = await enrolled(testApp, 'ocra');
    const first = await steps.newChallenge(token.user.userId, data);
    const second = await steps.newChallenge(token.user.userId, data);
    expect(await Promise.all([first, second].map(({ id }) => endOf(id)))).toEqual(['superseded', 'open']);
    expect(refusalOf(await steps.answer(first.id, token.answerTo(first.code)))).toBe('440 no-such-challenge');
    expect(refusalOf(await steps.answer(second.id, token.answerTo(first.code)))).toBe('440 bad-response');
    expect((await steps.answer(second.id, token.answerTo(second.code))).status).toBe(204);
  });

  test('are three at most; the fourth supersedes the oldest', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    const ids: string[] = [];
    for (const text of ['one', 'two', undefined, 'four', 'five']) {
      ids.push((await steps.newChallenge(user.userId, text)).id);
      testApp.clock.advance({ seconds: 1 });
    }
    expect(await Promise.all(ids.map(endOf))).toEqual(['superseded', 'superseded', 'open', 'open', 'open']);
  });

  test('within one instant are superseded in the order in which they were requested', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three', 'four'])
      ids.push((await steps.newChallenge(user.userId, text)).id);
    expect(await Promise.all(ids.map(endOf))).toEqual(['superseded', 'open', 'open', 'open']);
  });

  test('of the same data do not supersede others', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    const others = [
      await steps.newChallenge(user.userId, 'one'),
      await steps.newChallenge(user.userId, 'two'),
    ];
    for (let count = 0; count < 5; count += 1) {
      testApp.clock.advance({ seconds: 1 });
      await steps.newChallenge(user.userId, data);
    }
    expect(await Promise.all(others.map(({ id }) => endOf(id)))).toEqual(['open', 'open']);
  });

  test('of other users are not affected', async () => {
    const one = await enrolled(testApp, 'ocra');
    const other = await enrolled(testApp, 'ocra');
    const mine = await steps.newChallenge(one.user.userId, data);
    await steps.newChallenge(other.user.userId, data);
    expect(await endOf(mine.id)).toBe('open');
  });

  test('that were answered stay answered when the same is requested again', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await steps.newChallenge(token.user.userId, data);
    expect((await steps.answer(id, token.answerTo(code))).status).toBe(204);
    await steps.newChallenge(token.user.userId, data);
    expect(await endOf(id)).toBe('open');
    expect(refusalOf(await steps.answer(id, token.answerTo(code)))).toBe('440 replayed-response');
  });
});

test('with an idempotency key the same request is the same challenge', async () => {
  const { user } = await enrolled(testApp, 'ocra');
  const ask = () =>
    testApp.call({
      method: 'POST',
      path: '/v1/authorization/ocra/challenge',
      as: app(),
      body: { 'challenge-mode': 'random', 'user-id': user.userId },
      headers: { 'idempotency-key': 'ocra-0123456789abcdef' },
    });
  const first = await ask();
  expect(await ask()).toMatchObject({ status: 200, body: first.body });
});
