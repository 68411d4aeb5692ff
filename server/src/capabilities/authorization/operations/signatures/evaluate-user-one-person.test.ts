import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { User } from '../../ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  type Fields,
} from '../../testing/authorization-test-app.suite.ts';
import {
  activate,
  collectionRow,
  emittedEvents,
  payment,
  reasonsOf,
  ruleFields,
  signatureLines,
  tryToSign,
} from '../../testing/signing-steps.suite.ts';
import { closeCollection } from './close-collection.ts';

let app: AuthorizationTestApp;
beforeAll(async () => {
  app = await createAuthorizationTestApp({
    poolSize: 20,
    ports: { deviceKeys: { isSignature: async () => true, lockSigner: async () => true } },
  });
});
afterAll(() => app[Symbol.asyncDispose]());

let made = 0;

/** A company of three people with a mandate, and the rule that two of them sign. */
async function company(more: Fields = {}): Promise<{
  readonly owner: string;
  readonly a: User;
  readonly b: User;
  readonly c: User;
}> {
  made += 1;
  const owner = `10000002${made}`;
  const [a, b, c] = [app.users.add(), app.users.add(), app.users.add()];
  for (const { userId } of [a, b, c]) app.users.mandate(userId, owner);
  const customer = { level: 1, 'entity-level': 'customer', 'entity-id': owner, required: 2 };
  await activate(app, owner, [
    ruleFields({ 'rule-id': `${owner}-two`, owner, alternatives: [[customer]], ...more }),
  ]);
  return { owner, a, b, c };
}

/** The party of the one user is merged into that of the other. */
const merge = (user: User, into: User): void =>
  app.users.change(user.userId, { partyNumber: into.partyNumber });

let signings = 0;
async function signed(
  owner: string,
  user: User,
  { context = {}, resourceId = 'payment' }: { readonly resourceId?: string; readonly context?: Fields } = {},
): Promise<string> {
  signings += 1;
  const proof = { kind: 'device-signature', id: 'device', signature: `signature-${signings}` };
  const payload = payment('50000');
  const request = { owner, resourceId, kind: 'payment', payload, proof, context };
  return reasonsOf(await tryToSign(app, user, request)).join();
}

describe('two signatures are required, and one person has two users', () => {
  test('a second user of one party is refused', async () => {
    const { owner, a, c } = await company();
    const second = app.users.add({ customerNumber: a.customerNumber });
    app.users.mandate(second.userId, owner);
    expect(await signed(owner, a)).toBe('signature-accepted');
    expect(await signed(owner, second)).toBe('user-already-signed');
    expect((await collectionRow(app, { owner, resourceId: 'payment' })).state).toBe('open');
    expect(await signed(owner, c)).toBe('signature-accepted');
    expect((await collectionRow(app, { owner, resourceId: 'payment' })).state).toBe('fulfilled');
  });

  test('a user whose party was merged into that of the signer is refused', async () => {
    const { owner, a, b } = await company();
    merge(b, a);
    expect(await signed(owner, a)).toBe('signature-accepted');
    expect(await signed(owner, b)).toBe('user-already-signed');
    expect((await collectionRow(app, { owner, resourceId: 'payment' })).state).toBe('open');
  });

  test('a merge between the two signatures is seen', async () => {
    const { owner, a, b } = await company();
    expect(await signed(owner, b)).toBe('signature-accepted');
    merge(b, a);
    expect(await signed(owner, a)).toBe('user-already-signed');
  });

  test('two signatures from before the merge are one after it: the resource is not released', async () => {
    const { owner, a, b, c } = await company();
    await signed(owner, a);
    await signed(owner, b);
    const before = await collectionRow(app, { owner, resourceId: 'payment' });
    expect(before.state).toBe('fulfilled');
    merge(b, a);
    const use = (): Promise<string> => {
      const ctx = app.context();
      const key = { owner, resourceKind: 'payment', resourceId: 'payment' };
      return runCommand(ctx, async (work) => {
        work.audit({ aggregateKind: 'payment', aggregateId: owner, changes: [] });
        return closeCollection(ctx, work, { ...key, closing: { as: 'used', digest: before.digest } });
      });
    };
    expect(await use()).toBe('refused');
    expect(await signed(owner, c)).toBe('signature-accepted');
    expect(await use()).toBe('closed');
  });

  test('the other user may sign after the one whose signature counted is closed', async () => {
    const { owner, a, b, c } = await company();
    await signed(owner, a);
    await signed(owner, b);
    app.clock.advance({ minutes: 1 });
    merge(b, a);
    app.users.change(a.userId, { status: 'closed' });
    expect(await signed(owner, c)).toBe('signature-accepted');
    expect((await collectionRow(app, { owner, resourceId: 'payment' })).state).toBe('open');
    expect(await signed(owner, b)).toBe('signature-accepted');
    expect((await collectionRow(app, { owner, resourceId: 'payment' })).state).toBe('fulfilled');
  });
});

describe('the initiator may not sign', () => {
  const barred = { 'initiator-may-sign': false };

  test('and is refused with another user of the same party', async () => {
    const { owner, a, b, c } = await company(barred);
    merge(b, a);
    const context = { initiator: a.userId };
    expect(await signed(owner, b, { context })).toBe('user-cannot-sign');
    expect(await signed(owner, c, { context })).toBe('signature-accepted');
    expect(await signed(owner, b)).toBe('user-cannot-sign');
  });

  test('and is refused with another user after the one who initiated has lost the mandate', async () => {
    const { owner, a, b, c } = await company(barred);
    merge(b, a);
    expect(await signed(owner, c, { context: { initiator: a.userId } })).toBe('signature-accepted');
    app.users.revoke(a.userId, owner);
    expect(await signed(owner, b)).toBe('user-cannot-sign');
  });

  test('and is refused when a request names another user of the same party as initiator', async () => {
    const { owner, a, b, c } = await company(barred);
    merge(b, a);
    expect(await signed(owner, c)).toBe('signature-accepted');
    expect(await signed(owner, b, { context: { initiator: a.userId } })).toBe('user-cannot-sign');
  });
});

describe('in a race', { timeout: 60_000 }, () => {
  test('two users of one party never both count, in fifty rounds', async () => {
    const { owner, a, b } = await company();
    merge(b, a);
    for (let round = 0; round < 50; round += 1) {
      const resourceId = `race-${round}`;
      const outcomes = await Promise.all([
        signed(owner, a, { resourceId }),
        signed(owner, b, { resourceId }),
      ]);
      expect(outcomes.toSorted()).toEqual(['signature-accepted', 'user-already-signed']);
      const { collection_id, state } = await collectionRow(app, { owner, resourceId });
      expect(state).toBe('open');
      expect(await signatureLines(app, collection_id)).toHaveLength(1);
      expect(await emittedEvents(app, collection_id)).not.toContain('signing-rules-fulfilled');
    }
  });
});
