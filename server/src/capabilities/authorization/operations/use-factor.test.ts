import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../testing/authorization-test-app.suite.ts';
import { enrolled, type HeldToken, withHotp } from '../testing/token-steps.suite.ts';
import { sendOtp } from './send-otp.ts';
import { type PassedFactor, useFactor } from './use-factor.ts';
import { verifyOathOtp } from './verify-oath-otp.ts';
import { verifyOtp } from './verify-otp.ts';

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

const use = ({ userId }: User, factor: PassedFactor, ctx: Ctx = app.context()): Promise<boolean> =>
  runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    return useFactor(ctx, work, { factor, userId, usedFor: 'sign-in 1' });
  });
const trues = (answers: readonly boolean[]): number => answers.filter(Boolean).length;
const allAtOnce = (one: () => Promise<boolean>): Promise<readonly boolean[]> =>
  Promise.all(Array.from({ length: many }, one));

async function sent(user: User, channel: 'sms' | 'email' = 'sms'): Promise<string> {
  const asked = { channel, action: 'login', message: undefined, contact: undefined } as const;
  return sendOtp(app.context(), { ...asked, userName: user.userId });
}

async function passedSms(user: User, channel: 'sms' | 'email' = 'sms'): Promise<PassedFactor> {
  const verificationId = await sent(user, channel);
  await verifyOtp(app.context(), { channel, verificationId, otp: await app.codeOf(verificationId) });
  return { kind: 'sms', verificationId };
}

const passToken = ({ user }: HeldToken, otp: string, ctx: Ctx = app.context()): Promise<unknown> =>
  verifyOathOtp(ctx, { userName: user.userId, otp });

describe('useFactor of a code by SMS', () => {
  test('is good once, and keeps what it was used for', async () => {
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

  test('by twenty at once is good for one', async () => {
    const user = app.users.add();
    const factor = await passedSms(user);
    expect(trues(await allAtOnce(() => use(user, factor)))).toBe(1);
  });

  test('proves nothing of another user, and is not used up by them', async () => {
    const user = app.users.add();
    const factor = await passedSms(user);
    expect(await use(app.users.add(), factor)).toBe(false);
    expect(await use(user, factor)).toBe(true);
  });

  test('proves nothing before the code was right, after its time, by e-mail, or if it never was', async () => {
    const user = app.users.add();
    expect(await use(user, { kind: 'sms', verificationId: await sent(user) })).toBe(false);
    expect(await use(user, { kind: 'sms', verificationId: 'never-was' })).toBe(false);
    expect(await use(user, await passedSms(user, 'email'))).toBe(false);
    app.clock.advance({ minutes: 1 });
    const late = await passedSms(user);
    app.clock.advance({ minutes: 5 });
    expect(await use(user, late)).toBe(false);
  });

  test('is still good when the command that wanted it fails', async () => {
    const user = app.users.add();
    const factor = await passedSms(user);
    const ctx = app.context();
    await expect(
      runCommand(ctx, async (work) => {
        await useFactor(ctx, work, { factor, userId: user.userId, usedFor: 'in vain' });
        throw new Error('something else went wrong');
      }),
    ).rejects.toThrow('something else went wrong');
    expect(await use(user, factor)).toBe(true);
  });
});

describe('useFactor of a token', () => {
  test('is good once for each right code, of either kind', async () => {
    const held = await enrolled(app, 'totp');
    expect(await use(held.user, token)).toBe(false);
    await passToken(held, held.codeNow());
    expect(await use(held.user, token)).toBe(true);
    expect(await use(held.user, token)).toBe(false);
    await passToken(held, held.codeNow(1));
    expect(await use(held.user, token)).toBe(true);
    const event = await withHotp(app);
    await passToken(event, event.codeAt(0));
    expect([await use(event.user, token), await use(event.user, token)]).toEqual([true, false]);
  });

  test('by twenty at once is good for one', async () => {
    const held = await enrolled(app, 'totp');
    await passToken(held, held.codeNow());
    expect(trues(await allAtOnce(() => use(held.user, token)))).toBe(1);
  });

  test('proves nothing of another user or to another client, and nothing after its time', async () => {
    const held = await enrolled(app, 'totp');
    await passToken(held, held.codeNow());
    const other = await enrolled(app, 'totp');
    expect(await use(other.user, token)).toBe(false);
    expect(await use(held.user, token, asJob('other'))).toBe(false);
    app.clock.advance({ minutes: 5 });
    expect(await use(held.user, token)).toBe(false);
  });

  test('a wrong code proves nothing', async () => {
    const held = await enrolled(app, 'totp');
    await expect(passToken(held, held.codeNow(40))).rejects.toMatchObject({ literal: 'bad-otp' });
    expect(await use(held.user, token)).toBe(false);
  });
});
