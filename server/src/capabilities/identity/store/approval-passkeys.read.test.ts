import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeUserState } from '../operations/users/change-user-state.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../testing/identity-test-app.suite.ts';
import { passkeyIdsOf, registerPasskeyOwner } from '../testing/passkey-steps.suite.ts';
import { sentBy } from '../testing/recorded-statements.suite.ts';
import { listApprovalPasskeys } from './approval-passkeys.read.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const list = (userId: string, bankId = '01'): ReturnType<typeof listApprovalPasskeys> =>
  listApprovalPasskeys(app.context(bankId).db, { bankId, userId });

test('passkeys are listed by name and last use, for their owner only', async () => {
  const { user } = await registerPasskeyOwner(app);
  const other = await app.register();
  const [passkeyId] = await passkeyIdsOf(app, user.userId);
  expect(await list(user.userId)).toMatchObject([{ passkeyId, name: 'Mine', lastUsedAt: undefined }]);
  await app.database.query(`update identity.passkey set last_used_at = $2 where user_id = $1`, [
    user.userId,
    '2026-11-15T10:00:00Z',
  ]);
  expect((await list(user.userId))[0]?.lastUsedAt?.toString()).toBe('2026-11-15T10:00:00Z');
  expect([await list(other.userId), await list(user.userId, '02')]).toEqual([[], []]);
});

test('a user who may not act has none', async () => {
  const { user } = await registerPasskeyOwner(app);
  await changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
  expect(await list(user.userId)).toEqual([]);
});

test('an unknown user costs the same statement', async () => {
  const { user } = await registerPasskeyOwner(app);
  const sent = (userId: string): Promise<unknown> =>
    sentBy(app.context(), ({ bankId, db }) => listApprovalPasskeys(db, { bankId, userId }));
  const known = await sent(user.userId);
  expect(known).toHaveLength(1);
  expect(await sent('usr_absent')).toEqual(known);
});
