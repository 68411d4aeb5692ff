import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findCredentials } from '../../store/credentials.store.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { type RecoverySteps, recoverySteps } from '../../testing/recovery-steps.suite.ts';
import { registerUser } from './register-user.ts';

let app: IdentityTestApp;
let words: RecoverySteps;
beforeAll(async () => {
  app = await createIdentityTestApp();
  words = await recoverySteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.set('2026-11-15T10:00:00Z');
  await words.work();
  await words.messages();
});

let made = 0;

async function registerByBank(
  password?: string,
): Promise<{ userId: string; username: string; email: string }> {
  made += 1;
  const email = `begins.${made}@example.com`;
  const clerk = { kind: 'application', clientId: 'desk', bankId: '01', binding: 'none' } as const;
  const context = app.contextAs({ ...clerk, scopes: new Set(['identity.users.register']) });
  const registered = await registerUser(context, {
    username: `begins.${made}`,
    password,
    email,
    phone: `+491517000${String(made).padStart(4, '0')}`,
    customerNumber: undefined,
    firstName: undefined,
    lastName: undefined,
    hintPictureUrl: undefined,
    termsVersion: undefined,
    verificationIds: [],
  });
  return { ...registered, email };
}

const temporaryOf = async (userId: string): Promise<unknown> =>
  (await findCredentials(app.context().db, { bankId: '01', userId, now: app.clock.now() })).temporary;

test('a user whom the bank registered without a password gets a temporary one', async () => {
  const user = await registerByBank();
  await words.work();
  expect(await words.messages()).toMatchObject([
    { medium: 'email', kind: 'one-time-password', to: user.email, expires: '11:00:00' },
  ]);
  expect(await temporaryOf(user.userId)).toMatchObject({ channel: 'activation' });
});

test('a user who chose a password does not', async () => {
  await registerByBank('violet harbour 47 lanterns');
  await app.register();
  await words.work();
  expect(await words.messages()).toEqual([]);
});

test('a user who is late requests one like for a forgotten password; a user with a password and no verified contact gets none', async () => {
  const late = await registerByBank();
  const unproven = await registerByBank('violet harbour 47 lanterns');
  await words.work();
  await words.messages();
  app.clock.advance({ minutes: 61 });
  expect(await temporaryOf(late.userId)).toBeUndefined();
  for (const { username } of [late, unproven]) expect((await words.reset(username)).status).toBe(204);
  await words.work();
  expect(await words.messages()).toMatchObject([{ to: late.email }]);
  expect(await temporaryOf(late.userId)).toMatchObject({ channel: 'activation' });
});

test('an address that was entered a week ago and never verified gets nothing', async () => {
  const user = await registerByBank();
  await words.work();
  await words.messages();
  app.clock.advance({ hours: 24 * 7 });
  await words.reset(user.username);
  await words.work();
  expect(await words.messages()).toEqual([]);
});
