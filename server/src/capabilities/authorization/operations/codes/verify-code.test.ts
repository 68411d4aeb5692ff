import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FactorVerdict } from '../../domain/factor-verdict.ts';
import {
  type ApprovalCode,
  approvalCode,
  approvalContext,
  inApproval,
} from '../../testing/approval-steps.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { type OtpSteps, otpSteps, wrong } from '../../testing/otp-steps.suite.ts';
import { sendApprovalCode } from './send-approval-code.ts';
import { verifyCode } from './verify-code.ts';

let testApp: AuthorizationTestApp;
let steps: OtpSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 20 });
  steps = otpSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const message = 'EUR 50.00 NL91ABNA0417164300';
const sent = (user = testApp.users.add()) =>
  approvalCode(testApp, approvalContext(testApp), { user, message });
const verify = (
  { otp, verificationId }: ApprovalCode,
  ctx = approvalContext(testApp),
): Promise<FactorVerdict> => inApproval(ctx, (work) => verifyCode(ctx, work, { verificationId, otp }));
const missed = ({ otp, verificationId }: ApprovalCode) => verify({ verificationId, otp: wrong(otp) });

describe('a code in the command of the caller', () => {
  test('is right once', async () => {
    const code = await sent();
    expect(await verify(code)).toEqual({ kind: 'right' });
    expect(await verify(code)).toEqual({ kind: 'over', why: 'used' });
    expect(await steps.row(code.verificationId)).toMatchObject({ proof_until: '2026-11-15T10:05:00Z' });
  });

  test('that is wrong is counted with the changes of the caller, and the right one is accepted after it', async () => {
    const code = await sent();
    expect(await missed(code)).toEqual({ kind: 'wrong', attemptsLeft: 4, lockedUntil: undefined });
    expect(await steps.attempts(code.verificationId)).toBe(1);
    expect((await testApp.eventsOf('verification', code.verificationId)).map(({ name }) => name)).toEqual([
      'otp-refused',
    ]);
    expect(await verify(code)).toEqual({ kind: 'right' });
  });

  test('locks the user out at the fifth failure, and says until when', async () => {
    const user = testApp.users.add();
    const code = await sent(user);
    for (let attempt = 1; attempt <= 4; attempt += 1)
      expect(await missed(code)).toMatchObject({ kind: 'wrong', lockedUntil: undefined });
    const last = await missed(code);
    expect(last).toMatchObject({ kind: 'wrong', attemptsLeft: 0 });
    expect(String(last.kind === 'wrong' ? last.lockedUntil : '')).toBe('2026-11-15T10:30:00Z');
    testApp.clock.advance({ minutes: 1 });
    const refused = await verify(code);
    expect(refused).toMatchObject({ kind: 'over', why: 'locked-out' });
    expect(String('until' in refused ? refused.until : '')).toBe('2026-11-15T10:30:00Z');
    testApp.clock.advance({ minutes: 30 });
    expect(await verify(code)).toEqual({ kind: 'over', why: 'exhausted' });
    expect((await testApp.eventsOf('user', user.userId)).map(({ name }) => name)).toEqual([
      'second-factor-blocked',
    ]);
  });

  test('of fifty concurrent guesses five are compared', async () => {
    const code = await sent();
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => missed(code)));
    expect(verdicts.filter(({ kind }) => kind === 'wrong')).toHaveLength(5);
    expect(verdicts.filter((one) => one.kind === 'over' && one.why === 'locked-out')).toHaveLength(45);
  });

  test('of another length is wrong and not counted', async () => {
    const code = await sent();
    expect(await verify({ ...code, otp: '123456' })).toEqual({
      kind: 'wrong',
      attemptsLeft: 5,
      lockedUntil: undefined,
    });
    expect(await verify({ ...code, otp: '' })).toMatchObject({ kind: 'wrong' });
    expect(await steps.attempts(code.verificationId)).toBe(0);
  });

  test.each([
    ['expired', async () => testApp.clock.advance({ minutes: 5 })],
    [
      'superseded',
      async (userId: string) => {
        testApp.clock.advance({ seconds: 31 });
        await sendApprovalCode(approvalContext(testApp), { userId, action: 'payment', message });
      },
    ],
  ])('that is %s is over', async (why, end) => {
    const user = testApp.users.add();
    const code = await sent(user);
    await end(user.userId);
    expect(await verify(code)).toEqual({ kind: 'over', why });
  });

  test('of another authorisation, or unknown, is over', async () => {
    const code = await sent();
    expect(await verify(code, approvalContext(testApp, 'authorisation-2'))).toEqual({
      kind: 'over',
      why: 'unknown',
    });
    expect(await verify({ ...code, verificationId: 'never-was' })).toEqual({ kind: 'over', why: 'unknown' });
    expect(await steps.attempts(code.verificationId)).toBe(0);
  });

  test('of a user who was suspended meanwhile is wrong', async () => {
    const user = testApp.users.add();
    const code = await sent(user);
    testApp.users.change(user.userId, { status: 'suspended' });
    expect(await verify(code)).toMatchObject({ kind: 'wrong' });
  });

  test('of an unknown user is wrong as often as of a known one', async () => {
    const ctx = approvalContext(testApp);
    const verificationId = await sendApprovalCode(ctx, {
      userId: 'usr_unknown-1',
      action: 'payment',
      message,
    });
    const dummy = { verificationId, otp: await testApp.codeOf(verificationId) };
    const known = await sent();
    for (let attempt = 1; attempt <= 6; attempt += 1)
      expect(await verify(dummy)).toEqual(await missed(known));
  });

  test('stays unverified and uncounted when the command of the caller fails', async () => {
    const code = await sent();
    const ctx = approvalContext(testApp);
    const failing = inApproval(ctx, async (work) => {
      await verifyCode(ctx, work, code);
      throw new Error('something else went wrong');
    });
    await expect(failing).rejects.toThrow('something else went wrong');
    expect(await steps.attempts(code.verificationId)).toBe(0);
    expect(await verify(code)).toEqual({ kind: 'right' });
  });
});
