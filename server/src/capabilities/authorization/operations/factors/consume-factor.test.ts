import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type SensitiveAction, sensitiveActions } from '../../domain/literals.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { User } from '../../ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { enrolled, type TestToken, withHotp } from '../../testing/token-steps.suite.ts';
import { sendOtp } from '../codes/send-otp.ts';
import { verifyOtp } from '../codes/verify-otp.ts';
import { verifyOathOtp } from '../tokens/verify-oath-otp.ts';
import { consumeFactor, type PassedFactor } from './consume-factor.ts';

const many = 20;
let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

type Ctx = Context & AuthorizationPorts;
const token = { kind: 'token' } as const;
const asJob = (job: string): Ctx => ({ ...app.context(), caller: { kind: 'system', job, bankId: '01' } });

const actions = ['login', 'password-reset'] as const;
const use = ({ userId }: User, factor: PassedFactor, ctx: Ctx = app.context()): Promise<boolean> =>
  runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    return consumeFactor(ctx, work, { factor, userId, actions, usedFor: 'sign-in 1' });
  });
const trues = (responses: readonly boolean[]): number => responses.filter(Boolean).length;
const allAtOnce = (one: () => Promise<boolean>): Promise<readonly boolean[]> =>
  Promise.all(Array.from({ length: many }, one));

async function sent(
  user: User,
  channel: 'sms' | 'email' = 'sms',
  action: SensitiveAction | undefined = 'login',
): Promise<string> {
  const request = { channel, action, message: undefined, contact: undefined } as const;
  return sendOtp(app.context(), { ...request, userName: user.userId });
}

async function passedSms(
  user: User,
  channel: 'sms' | 'email' = 'sms',
  action?: SensitiveAction,
): Promise<PassedFactor> {
  const verificationId = await sent(user, channel, action);
  await verifyOtp(app.context(), { channel, verificationId, otp: await app.codeOf(verificationId) });
  return { kind: 'sms', verificationId };
}

const passToken = ({ user }: TestToken, otp: string, ctx: Ctx = app.context()): Promise<unknown> =>
  verifyOathOtp(ctx, { userName: user.userId, otp });

describe('consumeFactor of a code by SMS', () => {
  test('is accepted once, and stores what it was used for', async () => {
    const user = app.users.add();
    const factor = await passedSms(user);
    expect(await use(user, factor)).toBe(true);
    expect(await use(user, factor)).toBe(false);
    const [row] = await app.database.query<{ consumed_by: string }>(
      `select consumed_by from "authorization".otp_verification where user_id = $1`,
      [user.userId],
    );
    expect(row?.consumed_by).toBe('sign-in 1');
  });

  test('of twenty concurrent commands one succeeds', async () => {
    const user = app.users.add();
    const factor = await passedSms(user);
    expect(trues(await allAtOnce(() => use(user, factor)))).toBe(1);
  });

  test('does not consume the proof of another user', async () => {
    const user = app.users.add();
    const factor = await passedSms(user);
    expect(await use(app.users.add(), factor)).toBe(false);
    expect(await use(user, factor)).toBe(true);
  });

  test('refuses a code that was not verified, expired, went by e-mail, or does not exist', async () => {
    const user = app.users.add();
    expect(await use(user, { kind: 'sms', verificationId: await sent(user) })).toBe(false);
    expect(await use(user, { kind: 'sms', verificationId: 'never-was' })).toBe(false);
    expect(await use(user, await passedSms(user, 'email'))).toBe(false);
    app.clock.advance({ minutes: 1 });
    const late = await passedSms(user);
    app.clock.advance({ minutes: 5 });
    expect(await use(user, late)).toBe(false);
  });

  test('refuses a code for another action, which stays valid for its own', async () => {
    for (const action of sensitiveActions) {
      const user = app.users.add();
      const factor = await passedSms(user, 'sms', action);
      expect([action, await use(user, factor)]).toEqual([
        action,
        action === 'login' || action === 'password-reset',
      ]);
      const ctx = app.context();
      const own = { factor, userId: user.userId, actions: [action], usedFor: action };
      const isUsed = await runCommand(ctx, async (work) => {
        work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
        return consumeFactor(ctx, work, own);
      });
      expect([action, isUsed]).toEqual([action, action !== 'login' && action !== 'password-reset']);
    }
  });

  test('leaves the proof valid when the command fails', async () => {
    const user = app.users.add();
    const factor = await passedSms(user);
    const ctx = app.context();
    await expect(
      runCommand(ctx, async (work) => {
        await consumeFactor(ctx, work, { factor, userId: user.userId, actions, usedFor: 'in vain' });
        throw new Error('something else went wrong');
      }),
    ).rejects.toThrow('something else went wrong');
    expect(await use(user, factor)).toBe(true);
  });
});

describe('consumeFactor of a token', () => {
  test('is accepted once for each right code, of either kind', async () => {
    const testToken = await enrolled(app, 'totp');
    expect(await use(testToken.user, token)).toBe(false);
    await passToken(testToken, testToken.codeNow());
    expect(await use(testToken.user, token)).toBe(true);
    expect(await use(testToken.user, token)).toBe(false);
    await passToken(testToken, testToken.codeNow(1));
    expect(await use(testToken.user, token)).toBe(true);
    const event = await withHotp(app);
    await passToken(event, event.codeAt(0));
    expect([await use(event.user, token), await use(event.user, token)]).toEqual([true, false]);
  });

  test('of twenty concurrent commands one succeeds', async () => {
    const testToken = await enrolled(app, 'totp');
    await passToken(testToken, testToken.codeNow());
    expect(trues(await allAtOnce(() => use(testToken.user, token)))).toBe(1);
  });

  test('refuses another user or client, and an expired proof', async () => {
    const testToken = await enrolled(app, 'totp');
    await passToken(testToken, testToken.codeNow());
    const other = await enrolled(app, 'totp');
    expect(await use(other.user, token)).toBe(false);
    expect(await use(testToken.user, token, asJob('other'))).toBe(false);
    app.clock.advance({ minutes: 5 });
    expect(await use(testToken.user, token)).toBe(false);
  });

  test('refuses a wrong code', async () => {
    const testToken = await enrolled(app, 'totp');
    await expect(passToken(testToken, testToken.codeNow(40))).rejects.toMatchObject({ literal: 'bad-otp' });
    expect(await use(testToken.user, token)).toBe(false);
  });
});
