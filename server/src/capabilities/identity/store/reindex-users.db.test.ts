import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { setBank } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { createIdentityVault, type IdentityVault } from './identity-vault.ts';
import { identityIndexWalks } from './index-walks.ts';
import { emptyProfile, findUsersBy, insertUser, updateUser } from './users.store.ts';

let database: TestDatabase;
const [newer, older] = [randomBytes(32), randomBytes(32)];
/** Before the new key is announced; while it is announced; when it is current; when the old one is retired. */
const vaults = {
  before: createIdentityVault(createLocalKeys([older])),
  announced: createIdentityVault(createLocalKeys([older, newer])),
  current: createIdentityVault(createLocalKeys([newer, older])),
  after: createIdentityVault({
    ...createLocalKeys([newer, older]),
    derive: (bankId, purpose) => createLocalKeys([newer]).derive(bankId, purpose),
  }),
};
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

function context(identityVault: IdentityVault): Context & { readonly identityVault: IdentityVault } {
  const parts = { clock: systemClock, ids: systemIds(systemClock), log: createLogger({ level: 'fatal' }) };
  const job = { job: 'test', bankId: '01', requestId: 'test' };
  return { ...systemContext({ app: database.app, ...parts }, job), identityVault };
}

const noDates = {
  openEmailAt: undefined,
  openPhoneAt: undefined,
  phoneCoolingOffUntil: undefined,
  termsVersion: undefined,
  lastLoginAt: undefined,
  lastAnswerValidatedAt: undefined,
  lastPasswordResetAt: undefined,
  hintPictureId: undefined,
  profilePictureId: undefined,
};

async function enter(vault: IdentityVault, username: string, contacts: { email?: string; phone?: string }) {
  const ctx = context(vault);
  const user = {
    ...noDates,
    userId: `user-${username}`,
    username,
    kind: 'customer',
    customerNumber: undefined,
    state: 'active',
    profile: { ...emptyProfile, ...contacts },
    createdAt: ctx.clock.now(),
  } as const;
  await runCommand(ctx, async (work) => {
    insertUser(work, ctx, user);
    work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
  });
  return { ...user, rowVersion: 1n };
}

async function idsBy(vault: IdentityVault, email: string): Promise<readonly string[]> {
  const ctx = context(vault);
  const criteria = { customerNumber: undefined, phoneIndexes: undefined, loginIndexes: undefined };
  const found = await findUsersBy(ctx.db, ctx, {
    ...criteria,
    emailIndexes: vault.contactIndexes('01', 'email', email),
  });
  return found.map(({ userId }) => userId);
}

describe('while two index keys are in use, a contact', () => {
  it('is found under the old and under the new one', async () => {
    await enter(vaults.before, 'old', { email: 'old@example.com' });
    await enter(vaults.current, 'new', { email: 'new@example.com' });
    for (const vault of [vaults.announced, vaults.current]) {
      expect(await idsBy(vault, 'old@example.com')).toEqual(['user-old']);
      expect(await idsBy(vault, 'new@example.com')).toEqual(['user-new']);
    }
  });

  it.each([
    ['of a user under the old key', vaults.before, vaults.current],
    ['of a user under the new key, by a process whose clock is late', vaults.current, vaults.announced],
  ])('%s belongs to no other user', async (how, first, second) => {
    const name = `taken.${how.length}`;
    await enter(first, name, { email: `${name}@example.com`, phone: `+4915112345${how.length}` });
    await expect(enter(second, `${name}.b`, { email: `${name}@example.com` })).rejects.toThrow(
      expect.objectContaining({ literal: 'email-already-used' }),
    );
    await expect(enter(second, `${name}.c`, { phone: `+4915112345${how.length}` })).rejects.toThrow(
      expect.objectContaining({ literal: 'phone-number-already-used' }),
    );
    const other = await enter(second, `${name}.d`, { email: `${name}.d@example.com` });
    const ctx = { ...context(second), now: systemClock.now() };
    const stolen = { ...other, profile: { ...emptyProfile, email: `${name}@example.com` } };
    await expect(
      runCommand(ctx, async (work) => {
        updateUser(work, ctx, stolen);
        work.audit({ aggregateKind: 'user', aggregateId: stolen.userId, changes: [] });
      }),
    ).rejects.toThrow(expect.objectContaining({ literal: 'email-already-used' }));
  });

  it('is given to one of many concurrent users under either key', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `race.${round}@example.com`;
      const taken = await Promise.allSettled(
        [vaults.announced, vaults.current, vaults.announced, vaults.current].map((vault, nth) =>
          enter(vault, `race.${round}.${nth}`, { email }),
        ),
      );
      expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await idsBy(vaults.current, email)).toHaveLength(1);
    }
  });

  it('has the new index after the walk, and the walk finds nothing left', async () => {
    const [walk] = identityIndexWalks(database.app, vaults.current);
    const stale = async () =>
      ((await walk?.list('01', undefined, 1_000)) ?? []).filter(({ update }) => update !== undefined);
    expect((await stale()).length).toBeGreaterThan(0);
    for (const { update = [] } of await stale()) await database.app.flush([setBank(['01']), ...update]);
    expect(await stale()).toEqual([]);
    expect(await idsBy(vaults.after, 'old@example.com')).toEqual(['user-old']);
    expect(await idsBy(vaults.before, 'old@example.com')).toEqual([]);
  });

  it('of a row that does not decrypt is skipped, named, and stops no other', async () => {
    await enter(vaults.before, 'damaged', { email: 'damaged@example.com' });
    await enter(vaults.before, 'whole', { email: 'whole@example.com' });
    await database.query(
      `update identity.user_account set sealed_profile = '\\x00' where user_id = 'user-damaged'`,
    );
    const [walk] = identityIndexWalks(database.app, vaults.current);
    const rows = (await walk?.list('01', undefined, 1_000)) ?? [];
    const updates = new Map(rows.map(({ key, update }) => [key.join(), update]));
    expect(updates.get('user-damaged')).toEqual([]);
    expect(updates.get('user-whole')).toHaveLength(1);
  });
});
