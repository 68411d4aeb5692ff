import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { unlockUser } from './unlock-user.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('unlockUser clears wrong passwords of every device class, and records the reason', async () => {
  const { userId } = await app.register();
  for (const deviceClass of ['other', 'paired'])
    await app.database.query(
      `insert into identity.login_attempts (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
         created_at, modified_at) values ('01', $1, $2, 5, 100, 20, 1, now(), now())`,
      [userId, deviceClass],
    );
  await unlockUser(app.context(), { userId, reason: 'identity-proven' });
  expect(
    await app.database.query('select 1 from identity.login_attempts where subject = $1', [userId]),
  ).toEqual([]);
  expect((await app.eventsOf(userId)).at(-1)).toMatchObject({
    name: 'user-unlocked',
    data: { reason: 'identity-proven' },
  });
});

test('unlockUser refuses unknown and inactive users', async () => {
  const { userId } = await app.register();
  const unlock = (id: string): Promise<void> => unlockUser(app.context(), { userId: id, reason: 'agent' });
  await expect(unlock('usr_unknown')).rejects.toMatchObject({ literal: 'not-found' });
  await app.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
    userId,
  ]);
  await expect(unlock(userId)).rejects.toMatchObject({ literal: 'conflict' });
});
