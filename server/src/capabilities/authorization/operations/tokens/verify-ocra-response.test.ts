import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
  trustedApp,
} from '../../testing/authorization-test-app.suite.ts';
import { wrong } from '../../testing/otp-steps.suite.ts';
import { enrolled, type TokenSteps, tokenSteps } from '../../testing/token-steps.suite.ts';
import { endTokens } from './end-tokens.ts';

let testApp: AuthorizationTestApp;
let ocra: TokenSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  ocra = tokenSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const data = 'EUR 50.00 NL91ABNA0417164300';
const unknown = '440 no-such-challenge';

describe('a response to a challenge', () => {
  test('is accepted once, within a minute of its time', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId);
    expect((await ocra.answer(id, token.answerTo(code, 1))).status).toBe(204);
    expect(refusalOf(await ocra.answer(id, token.answerTo(code, 1)))).toBe('440 replayed-response');
    expect(refusalOf(await ocra.answer(id, '00000000', trustedApp))).toBe('440 replayed-response');
    testApp.clock.advance({ minutes: 6 });
    expect(refusalOf(await ocra.answer(id, token.answerTo(code)))).toBe('440 replayed-response');
  });

  test.each([-1, 0, 1])('may be of the minute %d away', async (steps) => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId, data);
    expect((await ocra.answer(id, token.answerTo(code, steps))).status).toBe(204);
  });

  test.each([-2, 2])('may not be of the minute %d away', async (steps) => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId, data);
    expect(refusalOf(await ocra.answer(id, token.answerTo(code, steps)))).toBe('440 bad-response');
  });

  test('may be wrong three times', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId, data);
    const rightResponse = token.answerTo(code);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(refusalOf(await ocra.answer(id, wrong(rightResponse), attempt === 2 ? trustedApp : app()))).toBe(
        '440 bad-response',
      );
    }
    expect(refusalOf(await ocra.answer(id, rightResponse))).toBe(unknown);
    expect(await ocra.challengeRow(id)).toMatchObject({ attempts: 3 });
  });

  test('to one payment is wrong for another', async () => {
    const token = await enrolled(testApp, 'ocra');
    const one = await ocra.newChallenge(token.user.userId, data);
    const other = await ocra.newChallenge(token.user.userId, 'EUR 5000.00 NL91ABNA0417164300');
    expect(refusalOf(await ocra.answer(other.id, token.answerTo(one.code)))).toBe('440 bad-response');
    expect((await ocra.answer(one.id, token.answerTo(one.code))).status).toBe(204);
    expect((await ocra.answer(other.id, token.answerTo(other.code))).status).toBe(204);
  });

  test('of a device of another user is wrong', async () => {
    const token = await enrolled(testApp, 'ocra');
    const thief = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId, data);
    expect(refusalOf(await ocra.answer(id, thief.answerTo(code)))).toBe('440 bad-response');
  });

  test('may come from any device of the user', async () => {
    const first = await enrolled(testApp, 'ocra');
    const second = await enrolled(testApp, 'ocra', first.user);
    for (const device of [second, first]) {
      const { code, id } = await ocra.newChallenge(first.user.userId);
      expect((await ocra.answer(id, device.answerTo(code))).status).toBe(204);
    }
  });

  test('is a proof for five minutes', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId);
    await ocra.answer(id, token.answerTo(code));
    const [row] = await testApp.database.query<{ minutes: number }>(
      `select extract(epoch from proof_until - verified_at)::int / 60 as minutes
         from "authorization".ocra_challenge where challenge_id = $1`,
      [id],
    );
    expect(row?.minutes).toBe(5);
  });
});

describe('a challenge has expired or is unknown', () => {
  test('three minutes after it was requested, to the second', async () => {
    const token = await enrolled(testApp, 'ocra');
    const early = await ocra.newChallenge(token.user.userId, 'one');
    const late = await ocra.newChallenge(token.user.userId, 'two');
    testApp.clock.advance({ minutes: 2, seconds: 59, milliseconds: 999 });
    expect((await ocra.answer(early.id, token.answerTo(early.code))).status).toBe(204);
    testApp.clock.advance({ milliseconds: 1 });
    expect(refusalOf(await ocra.answer(late.id, token.answerTo(late.code)))).toBe(unknown);
    expect(await ocra.challengeRow(late.id)).toMatchObject({ attempts: 0 });
  });

  test('to other clients and banks, and for made-up ids', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId);
    const rightResponse = token.answerTo(code);
    expect(refusalOf(await ocra.answer(id, rightResponse, app(undefined, { id: 'other-app' })))).toBe(
      unknown,
    );
    expect(refusalOf(await ocra.answer(id, rightResponse, app(undefined, { banks: ['02'] })))).toBe(unknown);
    expect(refusalOf(await ocra.answer('made-up', rightResponse, trustedApp))).toBe(unknown);
    expect(await ocra.challengeRow(id)).toMatchObject({ attempts: 0 });
    expect((await ocra.answer(id, rightResponse)).status).toBe(204);
  });

  test('when its device was ended', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId);
    const passed = await ocra.newChallenge(token.user.userId, data);
    expect((await ocra.answer(passed.id, token.answerTo(passed.code))).status).toBe(204);
    const ctx = testApp.context();
    await runCommand(ctx, async (work) => {
      await endTokens(ctx, work, { userId: token.user.userId });
      work.audit({ aggregateKind: 'user', aggregateId: token.user.userId, changes: [] });
    });
    expect(refusalOf(await ocra.answer(id, token.answerTo(code)))).toBe(unknown);
    expect(await ocra.challengeRow(id)).toEqual({ attempts: 0, end: 'void' });
    expect(refusalOf(await ocra.answer(passed.id, token.answerTo(passed.code)))).toBe(
      '440 replayed-response',
    );
    expect(refusalOf(await ocra.challenge(token.user.userId, undefined, trustedApp))).toBe(
      '440 no-such-user',
    );
  });

  test('or at least cannot be passed when its user was suspended meanwhile', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId);
    testApp.users.change(token.user.userId, { status: 'suspended' });
    expect(refusalOf(await ocra.answer(id, token.answerTo(code)))).toBe('440 bad-response');
  });

  test('when its only device was blocked meanwhile', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId);
    await ocra.setStatus(token.tokenId, 'blocked');
    expect(refusalOf(await ocra.answer(id, token.answerTo(code)))).toBe('440 bad-response');
  });

  test('when the seed of its device was swapped in the database, it cannot be passed', async () => {
    const victim = await enrolled(testApp, 'ocra');
    const thief = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(victim.user.userId);
    await testApp.database.query(
      `update "authorization".oath_token set sealed_seed =
         (select sealed_seed from "authorization".oath_token where token_id = $2) where token_id = $1`,
      [victim.tokenId, thief.tokenId],
    );
    expect(refusalOf(await ocra.answer(id, thief.answerTo(code)))).toBe('500 internal-error');
  });
});

describe('a response is rejected before it is counted', () => {
  test.each([
    ['it is missing', { 'response-code': undefined }, '400 response-code required'],
    ['its id is missing', { 'challenge-id': undefined }, '400 challenge-id required'],
    ['it is short', { 'response-code': '1234567' }, '400 response-code pattern'],
    ['it is long', { 'response-code': '123456789' }, '400 response-code pattern'],
    ['it has a letter', { 'response-code': '1234567x' }, '400 response-code pattern'],
    ['there is more', { otp: '123456' }, '400 otp unknown-field'],
  ])('when %s', async (_, more: Fields, error) => {
    const token = await enrolled(testApp, 'ocra');
    const { id } = await ocra.newChallenge(token.user.userId);
    const body = { 'challenge-id': id, 'response-code': '12345678', ...more };
    expect(errorsOf(await testApp.post('/ocra/verify', body, app()))).toEqual([error]);
    expect(await ocra.challengeRow(id)).toMatchObject({ attempts: 0 });
  });

  test('without the scope', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await ocra.newChallenge(token.user.userId);
    expect(refusalOf(await ocra.answer(id, token.answerTo(code), app(['otp', 'oath'])))).toBe(
      '403 forbidden',
    );
  });
});
