import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  type Fields,
  faultsOf,
  refusalOf,
  trustedApp,
} from '../testing/authorization-test-app.suite.ts';
import { wrong } from '../testing/otp-steps.suite.ts';
import { enrolled, type TokenSteps, tokenSteps } from '../testing/token-steps.suite.ts';
import { endTokens } from './end-tokens.ts';

let testApp: AuthorizationTestApp;
let words: TokenSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  words = tokenSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const data = 'EUR 50.00 NL91ABNA0417164300';
const unknown = '440 no-such-challenge';

describe('a response to a challenge', () => {
  test('is right once, within a minute of its time', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId);
    expect((await words.answer(id, token.answerTo(code, 1))).status).toBe(204);
    expect(refusalOf(await words.answer(id, token.answerTo(code, 1)))).toBe('440 replayed-response');
    expect(refusalOf(await words.answer(id, '00000000', trustedApp))).toBe('440 replayed-response');
    testApp.clock.advance({ minutes: 6 });
    expect(refusalOf(await words.answer(id, token.answerTo(code)))).toBe('440 replayed-response');
  });

  test.each([-1, 0, 1])('may be of the minute %d away', async (steps) => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId, data);
    expect((await words.answer(id, token.answerTo(code, steps))).status).toBe(204);
  });

  test.each([-2, 2])('may not be of the minute %d away', async (steps) => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId, data);
    expect(refusalOf(await words.answer(id, token.answerTo(code, steps)))).toBe('440 bad-response');
  });

  test('may be wrong three times', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId, data);
    const right = token.answerTo(code);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(refusalOf(await words.answer(id, wrong(right), attempt === 2 ? trustedApp : app()))).toBe(
        '440 bad-response',
      );
    }
    expect(refusalOf(await words.answer(id, right))).toBe(unknown);
    expect(await words.challengeRow(id)).toMatchObject({ attempts: 3 });
  });

  test('to one payment does not answer another', async () => {
    const token = await enrolled(testApp, 'ocra');
    const one = await words.asked(token.user.userId, data);
    const other = await words.asked(token.user.userId, 'EUR 5000.00 NL91ABNA0417164300');
    expect(refusalOf(await words.answer(other.id, token.answerTo(one.code)))).toBe('440 bad-response');
    expect((await words.answer(one.id, token.answerTo(one.code))).status).toBe(204);
    expect((await words.answer(other.id, token.answerTo(other.code))).status).toBe(204);
  });

  test('of somebody else’s device does not answer', async () => {
    const token = await enrolled(testApp, 'ocra');
    const thief = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId, data);
    expect(refusalOf(await words.answer(id, thief.answerTo(code)))).toBe('440 bad-response');
  });

  test('may come from any device of the user', async () => {
    const first = await enrolled(testApp, 'ocra');
    const second = await enrolled(testApp, 'ocra', first.user);
    for (const device of [second, first]) {
      const { code, id } = await words.asked(first.user.userId);
      expect((await words.answer(id, device.answerTo(code))).status).toBe(204);
    }
  });

  test('is a proof for five minutes', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId);
    await words.answer(id, token.answerTo(code));
    const [row] = await testApp.database.query<{ minutes: number }>(
      `select extract(epoch from proof_until - verified_at)::int / 60 as minutes
         from "authorization".ocra_challenge where challenge_id = $1`,
      [id],
    );
    expect(row?.minutes).toBe(5);
  });
});

describe('a challenge is over or unknown', () => {
  test('three minutes after it was asked for, to the second', async () => {
    const token = await enrolled(testApp, 'ocra');
    const early = await words.asked(token.user.userId, 'one');
    const late = await words.asked(token.user.userId, 'two');
    testApp.clock.advance({ minutes: 2, seconds: 59, milliseconds: 999 });
    expect((await words.answer(early.id, token.answerTo(early.code))).status).toBe(204);
    testApp.clock.advance({ milliseconds: 1 });
    expect(refusalOf(await words.answer(late.id, token.answerTo(late.code)))).toBe(unknown);
    expect(await words.challengeRow(late.id)).toMatchObject({ attempts: 0 });
  });

  test('to others: clients, banks, and whoever makes ids up', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId);
    const right = token.answerTo(code);
    expect(refusalOf(await words.answer(id, right, app(undefined, { id: 'other-app' })))).toBe(unknown);
    expect(refusalOf(await words.answer(id, right, app(undefined, { banks: ['02'] })))).toBe(unknown);
    expect(refusalOf(await words.answer('made-up', right, trustedApp))).toBe(unknown);
    expect(await words.challengeRow(id)).toMatchObject({ attempts: 0 });
    expect((await words.answer(id, right)).status).toBe(204);
  });

  test('when its device was taken out of use', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId);
    const passed = await words.asked(token.user.userId, data);
    expect((await words.answer(passed.id, token.answerTo(passed.code))).status).toBe(204);
    const ctx = testApp.context();
    await runCommand(ctx, async (work) => {
      await endTokens(ctx, work, { userId: token.user.userId });
      work.audit({ aggregateKind: 'user', aggregateId: token.user.userId, changes: [] });
    });
    expect(refusalOf(await words.answer(id, token.answerTo(code)))).toBe(unknown);
    expect(await words.challengeRow(id)).toEqual({ attempts: 0, end: 'void' });
    expect(refusalOf(await words.answer(passed.id, token.answerTo(passed.code)))).toBe(
      '440 replayed-response',
    );
    expect(refusalOf(await words.challenge(token.user.userId, undefined, trustedApp))).toBe(
      '440 no-such-user',
    );
  });

  test('or at least not answered right when its user was suspended meanwhile', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId);
    testApp.users.change(token.user.userId, { status: 'suspended' });
    expect((await words.answer(id, token.answerTo(code))).status).not.toBe(204);
  });

  test('when its only device was blocked meanwhile', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId);
    await words.setStatus(token.tokenId, 'blocked');
    expect(refusalOf(await words.answer(id, token.answerTo(code)))).toBe('440 bad-response');
  });

  test('when the seed of its device was swapped in the database, nobody answers it', async () => {
    const victim = await enrolled(testApp, 'ocra');
    const thief = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(victim.user.userId);
    await testApp.database.query(
      `update "authorization".oath_token set sealed_seed =
         (select sealed_seed from "authorization".oath_token where token_id = $2) where token_id = $1`,
      [victim.tokenId, thief.tokenId],
    );
    expect((await words.answer(id, thief.answerTo(code))).status).not.toBe(204);
  });
});

describe('a response is refused before it is counted', () => {
  test.each([
    ['it is missing', { 'response-code': undefined }, '400 response-code required'],
    ['its id is missing', { 'challenge-id': undefined }, '400 challenge-id required'],
    ['it is short', { 'response-code': '1234567' }, '400 response-code pattern'],
    ['it is long', { 'response-code': '123456789' }, '400 response-code pattern'],
    ['it has a letter', { 'response-code': '1234567x' }, '400 response-code pattern'],
    ['there is more', { otp: '123456' }, '400 otp unknown-field'],
  ])('when %s', async (_, more: Fields, fault) => {
    const token = await enrolled(testApp, 'ocra');
    const { id } = await words.asked(token.user.userId);
    const body = { 'challenge-id': id, 'response-code': '12345678', ...more };
    expect(faultsOf(await testApp.post('/ocra/verify', body, app()))).toEqual([fault]);
    expect(await words.challengeRow(id)).toMatchObject({ attempts: 0 });
  });

  test('without the right to answer', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await words.asked(token.user.userId);
    expect(refusalOf(await words.answer(id, token.answerTo(code), app(['otp', 'oath'])))).toBe(
      '403 forbidden',
    );
  });
});
