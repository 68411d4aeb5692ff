import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  refusalOf,
  trustedApp,
} from '../../testing/authorization-test-app.suite.ts';
import { idIn, type OtpSteps, otpSteps, wrong } from '../../testing/otp-steps.suite.ts';
import {
  enrolled,
  type TestToken,
  type TokenSteps,
  tokenSteps,
  withHotp,
} from '../../testing/token-steps.suite.ts';
import { liftFactorLockout } from '../factors/lift-factor-lockout.ts';

let testApp: AuthorizationTestApp;
let steps: OtpSteps;
let tokens: TokenSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = otpSteps(testApp);
  tokens = tokenSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const blocked = '429 too-many-requests';
/** Returns whole seconds, or undefined. */
const waitOf = ({ headers }: TestResponse): unknown => headers['retry-after'];

async function failAtToken(token: TestToken, count = 5): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (let attempt = 1; attempt <= count; attempt += 1) {
    refusals.push(refusalOf(await tokens.oath(token.user.userId, wrong(token.codeNow()))));
  }
  return refusals;
}

const attemptsOf = async (subject: string): Promise<unknown> => {
  const [row] = await testApp.database.query(
    `select streak, cardinality(attempts) as attempts, cardinality(lockouts) as lockouts, is_suspended, daily_cap
       from "authorization".factor_attempts where subject = $1`,
    [subject],
  );
  return row;
};

describe('failures in a row', () => {
  test('are counted over all second factors together, and lock all of them out', async () => {
    const user = testApp.users.add();
    const totp = await enrolled(testApp, 'totp', user);
    const ocra = await enrolled(testApp, 'ocra', user);
    const challenge = await tokens.newChallenge(user.userId);
    const sms = idIn(await steps.sendTo(user.userId));
    const smsCode = await testApp.codeOf(sms);
    const email = idIn(
      await testApp.post('/otp/email/send', { 'user-id': user.userId, action: 'consent' }, app()),
    );
    const emailCode = await testApp.codeOf(email);
    const byEmail = (otp: string): Promise<TestResponse> =>
      testApp.post('/otp/email/verify', { 'verification-id': email, otp }, app());
    expect([
      refusalOf(await steps.verify(sms, wrong(smsCode))),
      refusalOf(await tokens.oath(user.userId, wrong(totp.codeNow()))),
      refusalOf(await tokens.answer(challenge.id, wrong(ocra.answerTo(challenge.code)))),
      refusalOf(await byEmail(wrong(emailCode))),
      refusalOf(await steps.verify(sms, wrong(smsCode))),
    ]).toEqual(['440 bad-otp', '440 bad-otp', '440 bad-response', '440 bad-otp', '440 bad-otp']);

    testApp.clock.advance({ seconds: 7 });
    const rightCodes = [
      await steps.verify(sms, smsCode),
      await tokens.oath(user.userId, totp.codeNow()),
      await tokens.oath(user.userId, totp.codeNow(), trustedApp),
      await tokens.answer(challenge.id, ocra.answerTo(challenge.code)),
      await byEmail(emailCode),
      await steps.sendTo(user.userId, { action: 'contact-change' }),
      await testApp.post('/otp/email/send', { 'user-id': user.userId }, app()),
      await tokens.challenge(user.userId),
    ];
    expect(rightCodes.map(refusalOf)).toEqual(rightCodes.map(() => blocked));
    expect(rightCodes.map(waitOf)).toEqual(rightCodes.map(() => '1793'));
    expect(await steps.attempts(sms)).toBe(2);
    expect(await tokens.challengeRow(challenge.id)).toMatchObject({ attempts: 1 });
  });

  test('lock out for half an hour, then for two hours, then permanently', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId } = token.user;
    expect(new Set(await failAtToken(token))).toEqual(new Set(['440 bad-otp']));
    testApp.clock.advance({ minutes: 29, seconds: 59, milliseconds: 1 });
    expect(waitOf(await tokens.oath(userId, token.codeNow()))).toBe('1');
    testApp.clock.advance({ milliseconds: 999 });
    expect(new Set(await failAtToken(token))).toEqual(new Set(['440 bad-otp']));
    expect(waitOf(await tokens.oath(userId, token.codeNow()))).toBe('7200');
    testApp.clock.advance({ hours: 2 });
    expect(new Set(await failAtToken(token))).toEqual(new Set(['440 bad-otp']));
    expect(await attemptsOf(userId)).toMatchObject({ lockouts: 3, is_suspended: true });
    for (const days of [0, 1, 30, 365]) {
      testApp.clock.advance({ days });
      const response = await tokens.oath(userId, token.codeNow());
      expect([refusalOf(response), waitOf(response)]).toEqual([blocked, '86400']);
    }
    const emitted = await testApp.eventsOf('user', userId);
    const lockouts = emitted.filter(({ name }) => name === 'second-factor-blocked').map(({ data }) => data);
    expect(lockouts).toEqual([
      { 'user-id': userId, until: '2026-11-15T10:30:00Z', 'is-last-warning': false },
      { 'user-id': userId, until: '2026-11-15T12:30:00Z', 'is-last-warning': true },
      { 'user-id': userId, 'is-last-warning': false },
    ]);
  });

  test('a day later start with half an hour again', async () => {
    const token = await enrolled(testApp, 'totp');
    await failAtToken(token);
    testApp.clock.advance({ hours: 24 });
    await failAtToken(token);
    expect(waitOf(await tokens.oath(token.user.userId, token.codeNow()))).toBe('1800');
    expect(await attemptsOf(token.user.userId)).toMatchObject({ is_suspended: false });
  });

  test('are reset by a right code; earlier failures still count for the day', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId } = token.user;
    await failAtToken(token, 4);
    expect((await tokens.oath(userId, token.codeNow())).status).toBe(204);
    expect(await attemptsOf(userId)).toMatchObject({ streak: 0, attempts: 4, lockouts: 0 });
    testApp.clock.advance({ seconds: 30 });
    expect(await failAtToken(token, 4)).toEqual(Array.from({ length: 4 }, () => '440 bad-otp'));
    expect(await attemptsOf(userId)).toMatchObject({ streak: 4, attempts: 8, lockouts: 0 });
  });

  test('are not reset by a new code', async () => {
    const { code, id, user } = await steps.sent();
    for (let attempt = 1; attempt <= 4; attempt += 1) await steps.verify(id, wrong(code));
    testApp.clock.advance({ seconds: 31 });
    const fresh = idIn(await steps.sendTo(user.userId));
    expect(refusalOf(await steps.verify(fresh, wrong(await testApp.codeOf(fresh))))).toBe('440 bad-otp');
    expect(refusalOf(await steps.verify(fresh, await testApp.codeOf(fresh)))).toBe(blocked);
  });

  test('of a replayed code count as well', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId } = token.user;
    const code = token.codeNow();
    expect((await tokens.oath(userId, code)).status).toBe(204);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(refusalOf(await tokens.oath(userId, code, trustedApp))).toBe('440 replayed-otp');
    }
    expect(refusalOf(await tokens.oath(userId, code, trustedApp))).toBe(blocked);
  });

  test('at a number that is not that of the user are reported to the user when they lock out', async () => {
    const user = testApp.users.add();
    const otherNumber = { 'phone-number': '+4915199999901' };
    const id = idIn(await steps.sendTo(user.userId, otherNumber));
    for (let attempt = 1; attempt <= 5; attempt += 1) await steps.verify(id, '123456');
    const response = await tokens.oath(user.userId, '12345678');
    const lockouts = (await testApp.eventsOf('user', user.userId)).filter(
      ({ name }) => name === 'second-factor-blocked',
    );
    // A locked-out user is notified; a user without a notification is not locked out.
    expect([refusalOf(response), lockouts.length]).toEqual(
      lockouts.length === 0 ? ['440 bad-otp', 0] : [blocked, 1],
    );
  });
});

describe('the owner of the failures', () => {
  test('is one person by id and by username', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId, username } = token.user;
    for (const name of [userId, username, userId, username, username]) await tokens.oath(name, '00000000');
    expect(refusalOf(await tokens.oath(userId, token.codeNow()))).toBe(blocked);
    expect(refusalOf(await tokens.oath(username, token.codeNow()))).toBe(blocked);
  });

  test('is an unknown number, and no other number', async () => {
    const sendTo = (number: string, action: string): Promise<TestResponse> =>
      testApp.post('/otp/sms/send', { 'phone-number': number, action }, app());
    const id = idIn(await sendTo('+4915188888801', 'registration'));
    const other = idIn(await sendTo('+4915188888802', 'registration'));
    for (let attempt = 1; attempt <= 5; attempt += 1) await steps.verify(id, wrong(await testApp.codeOf(id)));
    expect(refusalOf(await steps.verify(id, await testApp.codeOf(id)))).toBe(blocked);
    testApp.clock.advance({ minutes: 3 });
    expect(refusalOf(await sendTo('+4915188888801', 'password-reset'))).toBe(blocked);
    expect((await steps.verify(other, await testApp.codeOf(other))).status).toBe(204);
  });

  test('is not the same user at another bank', async () => {
    const token = await enrolled(testApp, 'totp');
    const elsewhere = app(undefined, { banks: ['02'] });
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await tokens.oath(token.user.userId, '00000000', elsewhere);
    expect(refusalOf(await tokens.oath(token.user.userId, '00000000', elsewhere))).toBe(blocked);
    expect((await tokens.oath(token.user.userId, token.codeNow())).status).toBe(204);
  });
});

describe('the attempts of a day', () => {
  /** Presents a right code after every four wrong ones: no lockout, until the daily cap is reached. */
  async function exhaust(token: TestToken, cap: number): Promise<void> {
    const { userId } = token.user;
    let counter = 0;
    for (let failed = 1; failed <= cap; failed += 1) {
      expect(refusalOf(await tokens.oath(userId, '00000000'))).toBe('440 bad-otp');
      testApp.clock.advance({ minutes: 1 });
      if (failed % 4 !== 0 || failed === cap) continue;
      expect((await tokens.oath(userId, token.codeAt(counter))).status).toBe(204);
      counter += 1;
    }
  }

  test('are sixteen with an event token of six digits, for all factors', async () => {
    const token = await withHotp(testApp);
    const { userId } = token.user;
    await exhaust(token, 16);
    const response = await tokens.oath(userId, token.codeAt(3));
    expect([refusalOf(response), waitOf(response)]).toEqual([blocked, String(24 * 3_600 - 16 * 60)]);
    expect(refusalOf(await steps.sendTo(userId))).toBe(blocked);
    testApp.clock.advance({ hours: 23, minutes: 43, seconds: 59 });
    expect(waitOf(await tokens.oath(userId, token.codeAt(3)))).toBe('1');
    testApp.clock.advance({ seconds: 1 });
    expect((await tokens.oath(userId, token.codeAt(3))).status).toBe(204);
    // The right attempt was reverted, so one more is free, and no second one.
    expect(refusalOf(await tokens.oath(userId, '00000000'))).toBe('440 bad-otp');
    expect(refusalOf(await tokens.oath(userId, '00000000'))).toBe(blocked);
  });

  test('and a lockout at once: a user who waits the stated time is admitted', async () => {
    const token = await withHotp(testApp);
    const { userId } = token.user;
    // Eleven failures with right codes between them, then five in a row: the sixteenth of the day is also the fifth.
    const rightAttempts: number[] = [];
    for (let failed = 1; failed <= 16; failed += 1) {
      await tokens.oath(userId, '00000000');
      if (failed === 4 || failed === 8 || failed === 11) {
        rightAttempts.push((await tokens.oath(userId, token.codeAt(failed))).status);
      }
    }
    expect(rightAttempts).toEqual([204, 204, 204]);
    const response = await tokens.oath(userId, token.codeAt(12));
    expect(refusalOf(response)).toBe(blocked);
    testApp.clock.advance({ seconds: Number(waitOf(response)) });
    expect((await tokens.oath(userId, token.codeAt(12))).status).toBe(204);
  });

  test('are twenty with codes that are sent', async () => {
    const user = testApp.users.add();
    let evaluated = 0;
    for (let round = 0; round < 12 && evaluated < 40; round += 1) {
      testApp.clock.advance({ minutes: 61 });
      const sent = await steps.sendTo(user.userId);
      if (sent.status !== 202) continue;
      const id = idIn(sent);
      const code = await testApp.codeOf(id);
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        if (refusalOf(await steps.verify(id, wrong(code))) === '440 bad-otp') evaluated += 1;
      }
      await steps.verify(id, code);
    }
    expect(evaluated).toBe(20);
    expect(await attemptsOf(user.userId)).toMatchObject({ attempts: 20, daily_cap: 20 });
  });
});

describe('a user whose lockout was lifted', () => {
  test('may try at once, also after a permanent lockout', async () => {
    const token = await enrolled(testApp, 'totp');
    const { userId } = token.user;
    for (const minutes of [30, 120, 0]) {
      await failAtToken(token);
      testApp.clock.advance({ minutes });
    }
    expect(refusalOf(await tokens.oath(userId, token.codeNow()))).toBe(blocked);
    await liftFactorLockout(testApp.context(), { userId });
    expect(await attemptsOf(userId)).toEqual({
      streak: 0,
      attempts: 0,
      lockouts: 0,
      is_suspended: false,
      daily_cap: 20,
    });
    expect((await tokens.oath(userId, token.codeNow())).status).toBe(204);
    expect(await testApp.auditOf('user', userId)).toContainEqual(
      expect.objectContaining({ changes: [{ field: 'second-factor-block', after: 'lifted' }] }),
    );
  });

  test('keeps the lower daily cap of a token', async () => {
    const { user } = await withHotp(testApp);
    await liftFactorLockout(testApp.context(), { userId: user.userId });
    expect(await attemptsOf(user.userId)).toMatchObject({ daily_cap: 16 });
  });

  test('is the only one affected, also across banks', async () => {
    const one = await enrolled(testApp, 'totp');
    const other = await enrolled(testApp, 'totp');
    await failAtToken(one);
    await failAtToken(other);
    await liftFactorLockout(testApp.context(), { userId: one.user.userId });
    await liftFactorLockout(testApp.context('02'), { userId: other.user.userId });
    expect((await tokens.oath(one.user.userId, one.codeNow())).status).toBe(204);
    expect(refusalOf(await tokens.oath(other.user.userId, other.codeNow()))).toBe(blocked);
  });
});
