import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { User } from '../../ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { consumeLatestCode } from './consume-latest-code.ts';
import { sendOtp } from './send-otp.ts';
import { verifyOtp } from './verify-otp.ts';

let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

async function passed(
  { userId }: User,
  {
    action = 'device-pairing',
    channel = 'sms',
  }: { action?: 'device-pairing' | 'login'; channel?: 'sms' | 'email' } = {},
): Promise<void> {
  const request = { channel, action, message: undefined, contact: undefined, userName: userId } as const;
  const verificationId = await sendOtp(app.context(), request);
  await verifyOtp(app.context(), { channel, verificationId, otp: await app.codeOf(verificationId) });
}

const use = ({ userId }: User): Promise<boolean> =>
  runCommand(app.context(), async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    return consumeLatestCode(app.context(), work, { userId, action: 'device-pairing', usedFor: 'a test' });
  });

test('consumeLatestCode consumes a passed code by SMS of the user and action, once', async () => {
  const user = app.users.add();
  expect(await use(user)).toBe(false);
  await passed(user);
  expect(await use(app.users.add())).toBe(false);
  const uses = await Promise.all(Array.from({ length: 10 }, () => use(user)));
  expect(uses.filter(Boolean)).toHaveLength(1);
});

test('consumeLatestCode accepts no code of another action or channel, and no old one', async () => {
  const user = app.users.add();
  await passed(user, { action: 'login' });
  app.clock.advance({ minutes: 1 });
  await passed(user, { channel: 'email' });
  expect(await use(user)).toBe(false);
  app.clock.advance({ minutes: 1 });
  await passed(user);
  app.clock.advance({ minutes: 5 });
  expect(await use(user)).toBe(false);
});
