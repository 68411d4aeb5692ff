import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { changeUserState } from './change-user-state.ts';
import { lockActiveUsers } from './lock-active-users.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const areActive = (userIds: readonly string[]): Promise<boolean> =>
  runCommand(app.context(), async (work) => {
    const result = await lockActiveUsers(app.context(), work, userIds);
    work.audit({ aggregateKind: 'user', aggregateId: 'test', changes: [] });
    return result;
  });

test('users may act together only if each of them may', async () => {
  const [one, other] = [await app.register(), await app.register()];
  expect(await areActive([one.userId, other.userId, one.userId])).toBe(true);
  expect(await areActive([one.userId, 'usr_unknown'])).toBe(false);
  await changeUserState(app.context(), { userId: other.userId, to: 'suspended', reason: 'fraud' });
  expect(await areActive([one.userId])).toBe(true);
  expect(await areActive([other.userId, one.userId])).toBe(false);
});
