import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import { idIn, type OtpSteps, otpSteps, wrong } from '../../testing/otp-steps.suite.ts';
import { enrolled, type TokenSteps, tokenSteps, withHotp } from '../../testing/token-steps.suite.ts';

const many = 200;
/** PostgreSQL detects a deadlock after this time, so a round with a deadlock takes longer. */
const deadlockMs = 1_000;
/**
 * A pause of the machine may slow down this many of fifteen rounds; commands that lock in different orders would slow
 * down more.
 */
const slowRoundsMax = 2;
let testApp: AuthorizationTestApp;
let steps: OtpSteps;
let tokens: TokenSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 16 });
  steps = otpSteps(testApp);
  tokens = tokenSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

/** Returns how often each response was returned. */
function tally(responses: readonly TestResponse[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const refusal of responses.map(refusalOf)) counts[refusal] = (counts[refusal] ?? 0) + 1;
  return counts;
}

const allAtOnce = (
  use: (index: number) => Promise<TestResponse>,
  count = many,
): Promise<readonly TestResponse[]> => Promise.all(Array.from({ length: count }, (_, index) => use(index)));

describe('codes that are sent', () => {
  test('of two hundred concurrent right ones one is accepted', async () => {
    const { code, id } = await steps.sent();
    const counts = tally(await allAtOnce(() => steps.verify(id, code)));
    expect(counts).toEqual({ '204': 1, '440 replayed-otp': many - 1 });
    expect(await steps.attempts(id)).toBe(1);
    expect((await testApp.eventsOf('verification', id)).map(({ name }) => name)).toEqual(['otp-verified']);
  });

  test('of two hundred concurrent wrong ones five are compared', async () => {
    const { code, id, user } = await steps.sent();
    const counts = tally(await allAtOnce(() => steps.verify(id, wrong(code))));
    expect(counts).toEqual({ '440 bad-otp': 5, '429 too-many-requests': many - 5 });
    expect(await steps.attempts(id)).toBe(5);
    const blocks = (await testApp.eventsOf('user', user.userId)).map(({ name }) => name);
    expect(blocks).toEqual(['second-factor-blocked']);
  });

  test('the right one among wrong ones counts only among the first five', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { code, id } = await steps.sent();
      const responses = await allAtOnce((index) => steps.verify(id, index === 20 ? code : wrong(code)), 40);
      const { '204': right = 0, '440 bad-otp': bad = 0 } = tally(responses);
      expect(right + bad).toBeLessThanOrEqual(5 + right * 5);
      expect(await steps.attempts(id)).toBe(right + bad);
      expect(right).toBeLessThanOrEqual(1);
    }
  });

  test('of forty verifications of one user, guessed concurrently, five guesses are compared', async () => {
    const user = testApp.users.add();
    const first = idIn(await steps.sendTo(user.userId));
    const code = await testApp.codeOf(first);
    const ids = [first];
    for (let index = 1; index < 40; index += 1) {
      // More open codes than a client can send: there are not that many actions.
      await testApp.database.query(
        `insert into "authorization".otp_verification
         select (jsonb_populate_record(v, jsonb_build_object('verification_id', $2::text, 'action', $3::text))).*
           from "authorization".otp_verification v where verification_id = $1`,
        [first, `${first}-${index}`, `action-${index}`],
      );
      ids.push(`${first}-${index}`);
    }
    const responses = await Promise.all(
      ids.flatMap((id) => [steps.verify(id, wrong(code)), steps.verify(id, wrong(code))]),
    );
    expect(tally(responses)).toEqual({ '440 bad-otp': 5, '429 too-many-requests': 75 });
    const attempts = await Promise.all(ids.map((id) => steps.attempts(id)));
    expect(attempts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  test('many concurrent sends leave one open', async () => {
    const { userId } = testApp.users.add();
    const counts = tally(await allAtOnce(() => steps.sendTo(userId), 60));
    expect(counts).toEqual({ '202': 1, '429 too-many-requests': 59 });
  });

  test('many concurrent sends by two media leave one open', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { userId } = testApp.users.add();
      const by = (channel: string): Promise<TestResponse> =>
        testApp.post(`/otp/${channel}/send`, { 'user-id': userId, action: 'login' }, app());
      const counts = tally(await allAtOnce((index) => by(index % 2 === 0 ? 'sms' : 'email'), 20));
      expect(counts['202']).toBeGreaterThanOrEqual(1);
      expect((counts['202'] ?? 0) + (counts['429 too-many-requests'] ?? 0)).toBe(20);
      const open = await testApp.database.query(
        `select 1 from "authorization".otp_verification
          where subject = $1 and superseded_at is null and verified_at is null`,
        [userId],
      );
      expect(open).toHaveLength(1);
    }
  });

  test('sending and verifying concurrently never takes long and never fails', async () => {
    let slowRounds = 0;
    for (let round = 0; round < 15; round += 1) {
      const { userId } = testApp.users.add();
      const begun = performance.now();
      const send = (channel: string): Promise<TestResponse> =>
        testApp.post(`/otp/${channel}/send`, { 'user-id': userId, action: 'login' }, app());
      /** Each id is used at once, while others still send. */
      const sendAndGuess = async (channel: string): Promise<readonly TestResponse[]> => {
        const sent = await send(channel);
        if (sent.status !== 202) return [sent];
        const body = { 'verification-id': idIn(sent), otp: '000000' };
        const verify = (): Promise<TestResponse> => testApp.post(`/otp/${channel}/verify`, body, app());
        return [sent, ...(await Promise.all([verify(), verify()]))];
      };
      const responses = (
        await Promise.all(['sms', 'email', 'sms', 'email', 'email', 'sms'].map(sendAndGuess))
      ).flat();
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
      if (performance.now() - begun >= deadlockMs) slowRounds += 1;
    }
    expect(slowRounds).toBeLessThanOrEqual(slowRoundsMax);
  });
});

describe('codes that tokens make', () => {
  test('the same time code fifty times concurrently is accepted once', async () => {
    const token = await enrolled(testApp, 'totp');
    const counts = tally(await allAtOnce(() => tokens.oath(token.user.userId, token.codeNow()), 50));
    expect(counts['204']).toBe(1);
    expect(counts['440 bad-otp']).toBe(5);
    expect(counts['429 too-many-requests']).toBe(44);
  });

  test('of two concurrent equal event codes one is accepted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const token = await withHotp(testApp);
      const counts = tally(await allAtOnce(() => tokens.oath(token.user.userId, token.codeAt(2)), 2));
      expect(counts).toEqual({ '204': 1, '440 bad-otp': 1 });
    }
  });

  test('neighbouring event codes concurrently never lower the counter', async () => {
    for (let round = 0; round < 10; round += 1) {
      const token = await withHotp(testApp);
      await allAtOnce((index) => tokens.oath(token.user.userId, token.codeAt(index)), 4);
      const [row] = await testApp.database.query<{ counter: string }>(
        `select counter from "authorization".oath_token where user_id = $1`,
        [token.user.userId],
      );
      expect(Number(row?.counter)).toBe(4);
    }
  });
});

describe('responses to challenges', () => {
  test('of two hundred concurrent right ones one is accepted', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await tokens.newChallenge(token.user.userId);
    const response = token.answerTo(code);
    const counts = tally(await allAtOnce(() => tokens.answer(id, response)));
    expect(counts).toEqual({ '204': 1, '440 replayed-response': many - 1 });
  });

  test('of two hundred concurrent wrong ones three are compared', async () => {
    const token = await enrolled(testApp, 'ocra');
    const { code, id } = await tokens.newChallenge(token.user.userId);
    const counts = tally(await allAtOnce(() => tokens.answer(id, wrong(token.answerTo(code)))));
    expect(counts).toEqual({ '440 bad-response': 3, '440 no-such-challenge': many - 3 });
    expect((await tokens.challengeRow(id)).attempts).toBe(3);
  });

  test('requesting and answering concurrently never takes long and never fails', async () => {
    let slowRounds = 0;
    for (let round = 0; round < 15; round += 1) {
      const { user } = await enrolled(testApp, 'ocra');
      const begun = performance.now();
      const askAndAnswer = async (index: number): Promise<readonly TestResponse[]> => {
        const request = await tokens.challenge(
          user.userId,
          index % 3 === 0 ? undefined : `data ${index % 2}`,
        );
        if (request.status !== 200) return [request];
        const id = String(Reflect.get(Object(request.body), 'challenge-id'));
        return [
          request,
          ...(await Promise.all([tokens.answer(id, '00000000'), tokens.answer(id, '00000001')])),
        ];
      };
      const responses = (await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(askAndAnswer))).flat();
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
      if (performance.now() - begun >= deadlockMs) slowRounds += 1;
    }
    expect(slowRounds).toBeLessThanOrEqual(slowRoundsMax);
  });

  test('many concurrent requests leave no more than three open', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    await allAtOnce((index) => tokens.challenge(user.userId, `data ${index % 7}`), 40);
    const open = await testApp.database.query(
      `select 1 from "authorization".ocra_challenge where subject = $1 and superseded_at is null`,
      [user.userId],
    );
    expect(open.length).toBeLessThanOrEqual(3);
    expect(open.length).toBeGreaterThan(0);
  });
});
