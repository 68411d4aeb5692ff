import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { runCommand } from '#platform/work/command.ts';
import { passkeyProofsOpenMax } from '../../domain/policy.ts';
import { listPasskeys } from '../../store/passkeys.store.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import {
  type PasskeyOwner,
  passkeyIdsOf,
  registerPasskeyOwner,
  testSite,
} from '../../testing/passkey-steps.suite.ts';
import type { UseChanges } from '../../testing/test-authenticator.suite.ts';
import { removePasskey } from '../account/remove-passkey.ts';
import { cleanUpIdentity } from '../maintenance/clean-up-identity.ts';
import { endAllSignIns } from '../sign-in/end-all-sign-ins.ts';
import { changeUserState } from '../users/change-user-state.ts';
import { type BegunPasskeyProof, beginPasskeyProof } from './begin-passkey-proof.ts';
import { consumePasskeyProof, type PasskeyApproval } from './consume-passkey-proof.ts';
import { type VerifyPasskeyProof, verifyPasskeyProof } from './verify-passkey-proof.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(() => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
});

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const digest = digestOf('EUR 50.00 to NL91ABNA0417164300');
const { origin } = testSite;

async function begin(userId: string, more: { readonly origin?: string } = {}): Promise<BegunPasskeyProof> {
  const begun = await beginPasskeyProof(app.context(), { userId, digest, origin, ...more });
  if (begun === undefined) throw new Error('no proof was begun');
  return begun;
}

/** Verifies a response, and consumes the proof in a command of its own. */
async function approve(given: VerifyPasskeyProof, bankId = '01'): Promise<PasskeyApproval | undefined> {
  const ctx = app.context(bankId);
  const verified = await verifyPasskeyProof(ctx, given);
  return runCommand(ctx, async (work) => {
    const approval = await consumePasskeyProof(ctx, work, verified);
    work.audit({ aggregateKind: 'approval', aggregateId: given.proofId, changes: [] });
    return approval;
  });
}

/** Begins a proof, and approves it by the device of the owner. */
async function approveBy(
  { device, user }: PasskeyOwner,
  changes: UseChanges = {},
): Promise<PasskeyApproval | undefined> {
  const { options, proofId } = await begin(user.userId);
  return approve({ proofId, digest, response: device.get(options, changes) });
}

const proofsOf = (userId: string): Promise<readonly { proof_id: string }[]> =>
  app.database.query(`select proof_id from identity.passkey_proof where user_id = $1 order by created_at`, [
    userId,
  ]);

describe('a passkey', () => {
  test('approves, and says whose it is and which', async () => {
    const owner = await registerPasskeyOwner(app);
    const { userId } = owner.user;
    const [passkeyId] = await passkeyIdsOf(app, userId);
    expect(await approveBy(owner)).toEqual({ userId, passkeyId, name: 'Mine' });
    const [passkey] = await listPasskeys(app.context().db, { bankId: '01', userId });
    expect([passkey?.signCount, passkey?.lastUsedAt?.toString()]).toEqual([1, app.clock.now().toString()]);
    expect(await proofsOf(userId)).toEqual([]);
  });

  test('is requested with user verification, by its id', async () => {
    const { user } = await registerPasskeyOwner(app);
    const options: unknown = JSON.parse((await begin(user.userId)).options);
    expect(options).toMatchObject({
      rpId: testSite.rpId,
      userVerification: 'required',
      allowCredentials: [expect.objectContaining({ transports: ['internal', 'hybrid'] })],
    });
  });

  test('signs a challenge that differs each time, also for the same data', async () => {
    const { user } = await registerPasskeyOwner(app);
    const challenges = new Set<unknown>();
    for (let index = 0; index < 3; index += 1)
      challenges.add(at(JSON.parse((await begin(user.userId)).options), 'challenge'));
    expect(challenges.size).toBe(3);
  });

  test('approves nothing but what it has signed: another digest is refused', async () => {
    const { device, user } = await registerPasskeyOwner(app);
    const { options, proofId } = await begin(user.userId);
    const response = device.get(options);
    const changed = digestOf('EUR 5000.00 to NL91ABNA0417164300');
    expect(await approve({ proofId, digest: changed, response })).toBeUndefined();
    // The refusal has consumed the proof.
    expect(await approve({ proofId, digest, response })).toBeUndefined();
  });

  test('approves once, in fifty concurrent commands or later', async () => {
    const owner = await registerPasskeyOwner(app);
    const { options, proofId } = await begin(owner.user.userId);
    const given = { proofId, digest, response: owner.device.get(options) };
    const approvals = await Promise.all(Array.from({ length: 50 }, () => approve(given)));
    expect(approvals.filter((approval) => approval !== undefined)).toHaveLength(1);
    expect(await approve(given)).toBeUndefined();
    // A repeated response is no second copy.
    expect(await passkeyIdsOf(app, owner.user.userId)).toHaveLength(1);
    expect(await approveBy(owner)).toBeDefined();
  });

  test('whose response belongs to another proof is refused', async () => {
    const { device, user } = await registerPasskeyOwner(app);
    const [one, other] = [await begin(user.userId), await begin(user.userId)];
    const response = device.get(one.options);
    expect(await approve({ proofId: other.proofId, digest, response })).toBeUndefined();
    expect(await approve({ proofId: one.proofId, digest, response })).toBeDefined();
  });

  test('of another user is refused, although it signs the right challenge', async () => {
    const [one, other] = [await registerPasskeyOwner(app), await registerPasskeyOwner(app)];
    const { options, proofId } = await begin(one.user.userId);
    const { challenge } = JSON.parse(options);
    const response = other.device.get(JSON.stringify({ challenge, rpId: testSite.rpId }));
    expect(await approve({ proofId, digest, response })).toBeUndefined();
  });

  test.each<[string, UseChanges]>([
    ['another origin', { clientData: { origin: 'https://evil.test' } }],
    ['another site', { rpId: 'evil.test' }],
    ['a foreign frame', { clientData: { crossOrigin: true } }],
    ['a device that did not verify its user', { flags: 0x01 }],
    ['a device with another owner', { userHandle: 'AAAA' }],
    ['the creation of a passkey', { clientData: { type: 'webauthn.create' } }],
  ])('used by %s is refused', async (_, changes) => {
    expect(await approveBy(await registerPasskeyOwner(app), changes)).toBeUndefined();
  });

  test('is used on the page that asked, also on another host of the bank', async () => {
    const { device, user } = await registerPasskeyOwner(app);
    const subdomain = 'https://approve.portico.test';
    for (const [page, used, isApproved] of [
      [subdomain, subdomain, true],
      [subdomain, origin, false],
      [origin, subdomain, false],
    ] as const) {
      const { options, proofId } = await begin(user.userId, { origin: page });
      const response = device.get(options, { clientData: { origin: used } });
      expect((await approve({ proofId, digest, response })) !== undefined).toBe(isApproved);
    }
  });

  test('of another bank is refused', async () => {
    const { device, user } = await registerPasskeyOwner(app);
    const { options, proofId } = await begin(user.userId);
    const response = device.get(options);
    expect(await approve({ proofId, digest, response }, '02')).toBeUndefined();
    expect(await approve({ proofId, digest, response })).toBeDefined();
  });

  test('malformed input is refused', async () => {
    const { user } = await registerPasskeyOwner(app);
    for (const response of ['', '{}', 'null', '"', `{"id":"${'a'.repeat(20_000)}"}`]) {
      const { proofId } = await begin(user.userId);
      expect(await approve({ proofId, digest, response })).toBeUndefined();
    }
  });
});

describe('a proof', () => {
  test('is valid for five minutes', async () => {
    const { device, user } = await registerPasskeyOwner(app);
    const [one, other] = [await begin(user.userId), await begin(user.userId)];
    app.clock.advance({ seconds: 299 });
    const inTime = { proofId: one.proofId, digest, response: device.get(one.options) };
    expect(await approve(inTime)).toBeDefined();
    app.clock.advance({ seconds: 1 });
    const late = { proofId: other.proofId, digest, response: device.get(other.options) };
    expect(await approve(late)).toBeUndefined();
  });

  test('that was verified in time expires before it is consumed', async () => {
    const { device, user } = await registerPasskeyOwner(app);
    const { options, proofId } = await begin(user.userId);
    const ctx = app.context();
    const verified = await verifyPasskeyProof(ctx, { proofId, digest, response: device.get(options) });
    expect(verified.kind).toBe('used');
    app.clock.advance({ minutes: 5 });
    await runCommand(ctx, async (work) => {
      expect(await consumePasskeyProof(ctx, work, verified)).toBeUndefined();
      work.audit({ aggregateKind: 'approval', aggregateId: proofId, changes: [] });
    });
  });

  test('stays open when the command that relies on it fails', async () => {
    const { device, user } = await registerPasskeyOwner(app);
    const { options, proofId } = await begin(user.userId);
    const given = { proofId, digest, response: device.get(options) };
    const ctx = app.context();
    const verified = await verifyPasskeyProof(ctx, given);
    await expect(
      runCommand(ctx, async (work) => {
        await consumePasskeyProof(ctx, work, verified);
        throw new Error('the machine stops');
      }),
    ).rejects.toThrow('the machine stops');
    expect(await approve(given)).toBeDefined();
  });

  test.each<[string, (owner: PasskeyOwner) => Promise<unknown>]>([
    [
      'the passkey is removed',
      async ({ request, user }) => {
        const [passkeyId = ''] = await passkeyIdsOf(app, user.userId);
        return removePasskey(app.context(), request, passkeyId);
      },
    ],
    [
      'its owner is suspended',
      ({ user }) => changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' }),
    ],
  ])('ends when %s before it is consumed', async (_, end) => {
    const owner = await registerPasskeyOwner(app);
    const { options, proofId } = await begin(owner.user.userId);
    const ctx = app.context();
    const verified = await verifyPasskeyProof(ctx, { proofId, digest, response: owner.device.get(options) });
    expect(verified.kind).toBe('used');
    await end(owner);
    const approval = await runCommand(ctx, async (work) => {
      work.audit({ aggregateKind: 'approval', aggregateId: proofId, changes: [] });
      return consumePasskeyProof(ctx, work, verified);
    });
    expect(approval).toBeUndefined();
  });

  test('is one of five open ones at most; the oldest ends', async () => {
    const { user } = await registerPasskeyOwner(app);
    const { userId } = user;
    const ids: string[] = [];
    for (let index = 0; index < passkeyProofsOpenMax + 2; index += 1) {
      ids.push((await begin(userId)).proofId);
      app.clock.advance({ seconds: 1 });
    }
    expect((await proofsOf(userId)).map(({ proof_id }) => proof_id)).toEqual(ids.slice(2));
  });

  test('is begun only for a user who has a passkey and may act', async () => {
    const without = await app.register();
    const { user } = await registerPasskeyOwner(app);
    await changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
    for (const userId of [without.userId, user.userId, 'usr_absent'])
      expect(await beginPasskeyProof(app.context(), { userId, digest, origin })).toBeUndefined();
    expect(
      await app.database.query(`select from identity.passkey_proof where user_id = 'usr_absent'`),
    ).toEqual([]);
  });

  test('stores neither the digest nor the challenge in a readable form', async () => {
    const { user } = await registerPasskeyOwner(app);
    const { options } = await begin(user.userId);
    const { challenge } = JSON.parse(options);
    const rows = await app.database.query<{ row: string }>(
      `select encode(sealed_state, 'escape') || p::text as row from identity.passkey_proof p where user_id = $1`,
      [user.userId],
    );
    const text = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    for (const secret of [digest, String(challenge), 'nonce', origin]) expect(text).not.toContain(secret);
  });
});

describe('a passkey with a second copy', () => {
  test('is refused and removed, and its owner is notified', async () => {
    const owner = await registerPasskeyOwner(app);
    const { userId } = owner.user;
    const [passkeyId] = await passkeyIdsOf(app, userId);
    expect(await approveBy(owner, { signCount: 7 })).toBeDefined();
    expect(await approveBy(owner, { signCount: 7 })).toBeUndefined();
    expect(await passkeyIdsOf(app, userId)).toEqual([]);
    expect(await app.eventsOf(userId)).toContainEqual(
      expect.objectContaining({
        name: 'passkey-removed',
        data: expect.objectContaining({ reason: passkeyId }),
      }),
    );
  });

  test('is removed only by a response that is valid otherwise', async () => {
    const owner = await registerPasskeyOwner(app);
    expect(await approveBy(owner, { signCount: 7 })).toBeDefined();
    expect(await approveBy(owner, { signCount: 7, flags: 0x01 })).toBeUndefined();
    expect(await passkeyIdsOf(app, owner.user.userId)).toHaveLength(1);
  });

  test('uses two proofs at once: one is approved', async () => {
    const { device, user } = await registerPasskeyOwner(app);
    const proofs = [await begin(user.userId), await begin(user.userId)];
    const ctx = app.context();
    const verified = await Promise.all(
      proofs.map(({ options, proofId }) =>
        verifyPasskeyProof(ctx, { proofId, digest, response: device.get(options, { signCount: 3 }) }),
      ),
    );
    const approvals = await Promise.all(
      verified.map((one) =>
        runCommand(ctx, async (work) => {
          work.audit({ aggregateKind: 'approval', aggregateId: one.proofId, changes: [] });
          return consumePasskeyProof(ctx, work, one);
        }),
      ),
    );
    expect(approvals.filter((approval) => approval !== undefined)).toHaveLength(1);
  });
});

describe('open proofs', () => {
  test('are deleted when they expire, when their user is closed, and after a restore', async () => {
    const [expired, closed, restored] = [
      await registerPasskeyOwner(app),
      await registerPasskeyOwner(app),
      await registerPasskeyOwner(app),
    ];
    await begin(expired.user.userId);
    app.clock.advance({ minutes: 4 });
    for (const { user } of [closed, restored]) await begin(user.userId);
    app.clock.advance({ minutes: 1, seconds: 1 });
    await cleanUpIdentity(app.context());
    expect(await proofsOf(expired.user.userId)).toEqual([]);
    expect(await proofsOf(closed.user.userId)).toHaveLength(1);
    await changeUserState(app.context(), { userId: closed.user.userId, to: 'closed', reason: 'customer' });
    expect(await proofsOf(closed.user.userId)).toEqual([]);
    expect(await proofsOf(restored.user.userId)).toHaveLength(1);
    expect(await endAllSignIns(app.context())).toMatchObject({ passkeyProofs: 1 });
    expect(await proofsOf(restored.user.userId)).toEqual([]);
  });
});
