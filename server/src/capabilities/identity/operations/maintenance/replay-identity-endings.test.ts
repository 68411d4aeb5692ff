import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { virtualShard } from '#platform/kernel/ids.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Ending } from '#platform/work/ending-ledger.ts';
import { findCredentials, upsertTemporaryPassword } from '../../store/credentials.store.ts';
import { insertPasskey, listPasskeys } from '../../store/passkeys.store.ts';
import { insertSession, listSessions } from '../../store/sessions.store.ts';
import { findUser } from '../../store/users.store.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { endAllSignIns } from '../sign-in/end-all-sign-ins.ts';
import { changeUserState } from '../users/change-user-state.ts';
import { replayIdentityEndings } from './replay-identity-endings.ts';

let app: IdentityTestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createIdentityTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.advance({ minutes: 10 });
  user = await app.register();
  app.clock.advance({ minutes: 10 });
});

const ending = (event: string, more: Partial<Ending> = {}): Ending => ({
  event,
  bankId: '01',
  subject: user.userId,
  at: toWireTimestamp(app.clock.now()),
  ...more,
});

/** When the user was registered, and therefore is in the backup. */
const early = (): { readonly at: string } => ({
  at: toWireTimestamp(app.clock.now().subtract({ minutes: 20 })),
});

async function replay(...endings: readonly Ending[]): Promise<readonly string[]> {
  const steps = await replayIdentityEndings(app.context(), endings);
  for (const step of steps) await step.apply();
  return steps.map(({ what }) => what);
}

const current = (): ReturnType<typeof findUser> => findUser(app.context().db, app.context(), user.userId);
const key = (): { readonly bankId: string; readonly userId: string } => ({
  bankId: '01',
  userId: user.userId,
});
const passwordOf = async (): Promise<string | undefined> =>
  (await findCredentials(app.context().db, { ...key(), now: app.clock.now() })).passwordHash;

describe('a user in a restored database', () => {
  test.each([
    ['user-suspended', 'suspended', 'users suspended again'],
    ['user-closed', 'closed', 'users closed again'],
  ])('for whom the ledger has %s is %s again, once', async (event, state, what) => {
    expect(await replay(ending(event, { reason: 'fraud' }))).toEqual([what]);
    expect((await current())?.state).toBe(state);
    expect(await replay(ending(event, { reason: 'fraud' }))).toEqual([]);
  });

  test('is reinstated only where that was the last entry', async () => {
    await changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
    const suspended = ending('user-suspended');
    expect(await replay(ending('user-activated', early()), suspended)).toEqual([]);
    app.clock.advance({ minutes: 1 });
    expect(await replay(suspended, ending('user-activated'))).toEqual(['users reinstated again']);
    expect((await current())?.state).toBe('active');
  });

  test('who was suspended and reinstated before the backup stays active', async () => {
    await changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
    const suspended = ending('user-suspended');
    app.clock.advance({ minutes: 1 });
    await changeUserState(app.context(), { userId: user.userId, to: 'active', reason: 'agent' });
    expect(await replay(suspended)).toEqual([]);
  });

  test.each(['password-changed', 'password-reset-completed'])(
    'has no password when the ledger has a newer one: %s',
    async (event) => {
      expect(await replay(ending(event, early()))).toEqual([]);
      expect(await passwordOf()).toBeDefined();
      expect(await replay(ending(event))).toEqual(['replaced passwords deleted']);
      expect(await passwordOf()).toBeUndefined();
      expect(await replay(ending(event))).toEqual([]);
    },
  );

  test('has no contact that was replaced since, and keeps the other', async () => {
    expect(await replay(ending('phone-number-verified', { reason: 'changed' }))).toEqual([
      'replaced contacts removed',
    ]);
    const profile = (await current())?.profile;
    expect([profile?.phone, profile?.email]).toEqual([undefined, user.email]);
  });

  test.each([0, 1, 2, 3, 4])(
    'is the same in the end when a run is killed after %i steps and run again',
    async (count) => {
      const all = [
        ending('password-changed'),
        ending('email-verified', { reason: 'changed' }),
        ending('phone-number-verified', { reason: 'changed' }),
        ending('user-suspended', { reason: 'fraud' }),
      ];
      const steps = await replayIdentityEndings(app.context(), all);
      app.clock.advance({ minutes: 1 });
      for (const step of steps.slice(0, count)) await step.apply();
      app.clock.advance({ minutes: 1 });
      await replay(...all);
      const { profile, state } = (await current()) ?? {};
      expect([profile?.email, profile?.phone, state]).toEqual([undefined, undefined, 'suspended']);
      expect(await passwordOf()).toBeUndefined();
      expect(await replay(...all)).toEqual([]);
    },
  );

  test('has no passkey that was removed, and keeps the others', async () => {
    const context = app.context();
    const [removed, remaining] = [1, 2].map(() => context.ids.uuid(virtualShard('01', user.userId)));
    for (const passkeyId of [removed ?? '', remaining ?? ''])
      await runCommand(context, async (work) => {
        insertPasskey(work, '01', {
          passkeyId,
          userId: user.userId,
          credentialId: passkeyId,
          publicKey: Buffer.alloc(77),
          signCount: 0,
          transports: [],
          aaguid: '00000000-0000-0000-0000-000000000000',
          isBackedUp: false,
          isBackupEligible: false,
          name: 'key',
          createdAt: context.clock.now(),
          lastUsedAt: undefined,
        });
        work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
      });
    const gone = ending('passkey-removed', { reason: removed ?? '' });
    expect(await replay(gone, ending('passkey-removed', { ...early(), reason: removed ?? '' }))).toEqual([
      'removed passkeys deleted',
    ]);
    expect((await listPasskeys(context.db, key())).map(({ passkeyId }) => passkeyId)).toEqual([remaining]);
  });

  test('is compared with the rest of the ledger where an old entry does not name the passkey', async () => {
    const cloned = ending('passkey-removed', { reason: 'cloned' });
    expect(await replay(cloned, ending('user-suspended'))).toEqual(['users suspended again']);
  });

  test('of another bank, or who does not exist, is left unchanged', async () => {
    expect(await replay(ending('user-suspended', { bankId: '02' }))).toEqual([]);
    expect(await replay(ending('user-suspended', { subject: 'usr_nobody' }))).toEqual([]);
    expect((await current())?.state).toBe('active');
  });
});

test('every session, sign-in and temporary password ends, and passwords stay', async () => {
  const context = app.context();
  const now = context.clock.now();
  await runCommand(context, async (work) => {
    insertSession(work, {
      ...key(),
      sessionId: context.ids.uuid(virtualShard('01', user.userId)),
      secretHash: undefined,
      clientName: undefined,
      browserName: 'x',
      browserId: undefined,
      assurance: 'sca',
      authenticatedAt: now,
      seenAt: now,
      expiresAt: now.add({ hours: 1 }),
    });
    upsertTemporaryPassword(work, {
      ...key(),
      hash: 'x',
      channel: 'sms',
      expiresAt: now.add({ hours: 1 }),
      now,
    });
    work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
  });
  expect(await endAllSignIns(context)).toMatchObject({ sessions: 1, temporaryPasswords: 1 });
  expect(await listSessions(context.db, { ...key(), now })).toEqual([]);
  expect((await findCredentials(context.db, { ...key(), now })).temporary).toBeUndefined();
  expect(await passwordOf()).toBeDefined();
  expect(await endAllSignIns(context)).toMatchObject({ sessions: 0, temporaryPasswords: 0 });
});
