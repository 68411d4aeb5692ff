import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { enrolToken } from '../../testing/enrolled-token.suite.ts';
import { enrolled } from '../../testing/token-steps.suite.ts';
import { blockTokens } from './block-tokens.ts';
import { consumeChallenge } from './consume-challenge.ts';
import { endTokens } from './end-tokens.ts';
import { generateOcraChallenge } from './generate-ocra-challenge.ts';
import { hasOtherToken } from './has-other-token.ts';
import { lockUserTokens } from './lock-user-tokens.ts';
import { prepareSignInCode } from './prepare-sign-in-code.ts';
import { prepareToken } from './prepare-token.ts';
import { verifyOathOtp } from './verify-oath-otp.ts';
import { verifyOcraResponse } from './verify-ocra-response.ts';
import { verifySignInCode } from './verify-sign-in-code.ts';

let app: AuthorizationTestApp;
const confirmations: string[] = [];
let isInTime = true;
beforeAll(async () => {
  app = await createAuthorizationTestApp({
    ports: {
      devicePairings: {
        confirm: async (_context, _work, { deviceId }) => {
          confirmations.push(deviceId);
          return isInTime;
        },
      },
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.clock.set('2026-11-15T10:00:00Z');
  confirmations.length = 0;
  isInTime = true;
});

const inCommand = <Result>(userId: string, run: (work: Work) => Promise<Result>): Promise<Result> =>
  runCommand(app.context(), async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    return run(work);
  });

const statusesOf = async (userId: string): Promise<readonly string[]> => {
  const rows = await app.database.query<{ status: string }>(
    `select status from "authorization".oath_token where user_id = $1 order by status`,
    [userId],
  );
  return rows.map(({ status }) => status);
};

test('the first code of a device confirms its pairing and all its tokens, if the pairing still waits', async () => {
  const user = app.users.add();
  const device = { userId: user.userId, deviceId: 'phone-1' };
  const totp = await enrolled(app, 'totp', user);
  await app.database.query(
    `update "authorization".oath_token set device_id = 'phone-1' where token_id = $1`,
    [totp.tokenId],
  );
  await enrolToken(app.context(), { ...device, kind: 'ocra' });
  isInTime = false;
  await expect(
    verifyOathOtp(app.context(), { userName: user.userId, otp: totp.codeNow() }),
  ).rejects.toMatchObject({ literal: 'bad-otp' });
  expect(await statusesOf(user.userId)).toEqual(['awaiting-confirmation', 'awaiting-confirmation']);
  isInTime = true;
  await verifyOathOtp(app.context(), { userName: user.userId, otp: totp.codeNow(1) });
  expect(await statusesOf(user.userId)).toEqual(['active', 'active']);
  expect(confirmations).toEqual(['phone-1', 'phone-1']);
});

test('blockTokens blocks the tokens of one device, and unblocks them', async () => {
  const user = app.users.add();
  const { userId } = user;
  const other = await enrolled(app, 'totp', user);
  await verifyOathOtp(app.context(), { userName: userId, otp: other.codeNow() });
  await enrolToken(app.context(), { userId, deviceId: 'phone-2', kind: 'totp' });
  await app.database.query(`update "authorization".oath_token set status = 'active' where user_id = $1`, [
    userId,
  ]);
  const change = (to: 'blocked' | 'active'): Promise<void> =>
    inCommand(userId, (work) => blockTokens(app.context(), work, { userId, deviceId: 'phone-2', to }));
  await change('blocked');
  expect(await statusesOf(userId)).toEqual(['active', 'blocked']);
  await change('active');
  expect(await statusesOf(userId)).toEqual(['active', 'active']);
  const db = app.context().db;
  expect(await hasOtherToken(db, { bankId: '01', userId, deviceId: 'phone-2' })).toBe(true);
  expect(await hasOtherToken(db, { bankId: '01', userId: app.users.add().userId, deviceId: 'phone-2' })).toBe(
    false,
  );
});

test('lockUserTokens makes a command that ends tokens wait', async () => {
  const user = app.users.add();
  const { userId } = user;
  await enrolled(app, 'totp', user);
  const waiting = async (): Promise<number | undefined> => {
    const [row] = await app.database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row?.count;
  };
  const order: string[] = [];
  let ending: Promise<unknown> | undefined;
  await inCommand(userId, async (work) => {
    await lockUserTokens(app.context(), work, { userId });
    ending = inCommand(userId, (other) => endTokens(app.context(), other, { userId })).then(() =>
      order.push('ended'),
    );
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 30_000 });
    order.push('locked');
  });
  await ending;
  expect(order).toEqual(['locked', 'ended']);
});

test('verifySignInCode accepts a code once, of an active token only, and leaves no proof', async () => {
  const user = app.users.add();
  const totp = await enrolled(app, 'totp', user);
  const attempt = async (otp: string): Promise<string> => {
    const opened = await prepareSignInCode(app.context(), { userName: user.username });
    const verdict = await inCommand(user.userId, (work) =>
      verifySignInCode(app.context(), work, { opened, otp }),
    );
    return verdict.kind;
  };
  expect(await attempt(totp.codeNow())).toBe('wrong');
  await verifyOathOtp(app.context(), { userName: user.userId, otp: totp.codeNow() });
  app.clock.advance({ seconds: 30 });
  expect([await attempt(totp.codeNow()), await attempt(totp.codeNow())]).toEqual(['right', 'replayed']);
  const [row] = await app.database.query<{ is_used: boolean }>(
    `select proof_consumed_at is not null as is_used from "authorization".oath_token where token_id = $1`,
    [totp.tokenId],
  );
  expect(row?.is_used).toBe(true);
});

test('verifySignInCode tells how long a locked-out user must wait', async () => {
  const user = app.users.add();
  const opened = await prepareSignInCode(app.context(), { userName: user.username });
  const kinds: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const verdict = await inCommand(user.userId, (work) =>
      verifySignInCode(app.context(), work, { opened, otp: '00000000' }),
    );
    kinds.push(verdict.kind);
  }
  expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'wrong'), 'locked-out']);
});

test('consumeChallenge consumes an answered challenge of its user, once', async () => {
  const token = await enrolled(app, 'ocra');
  const { userId } = token.user;
  const challenge = await generateOcraChallenge(app.context(), {
    userName: userId,
    signatureData: undefined,
  });
  const { challengeCode, challengeId } = challenge;
  await verifyOcraResponse(app.context(), { challengeId, responseCode: token.answerTo(challengeCode) });
  const use = (id: string): Promise<boolean> =>
    inCommand(userId, (work) =>
      consumeChallenge(app.context(), work, { challengeId, userId: id, usedFor: 'a test' }),
    );
  expect([await use(app.users.add().userId), await use(userId), await use(userId)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('prepareToken stores nothing', async () => {
  const { userId } = app.users.add();
  await prepareToken(app.context(), { userId, deviceId: 'phone-3', kind: 'totp' });
  expect(await statusesOf(userId)).toEqual([]);
});
