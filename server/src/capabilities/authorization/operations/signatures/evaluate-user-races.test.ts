import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  emittedEvents,
  payment,
  reasonsOf,
  signatureLines,
  tryToSign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { closeCollection } from './close-collection.ts';
import { withdrawSignatures } from './withdraw-signatures.ts';

const owner = '1000000056';
let app: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  app = await createAuthorizationTestApp({
    poolSize: 20,
    ports: {
      deviceKeys: {
        isSignature: async ({ signature }) => signature.startsWith('right'),
        lockSigner: async () => true,
      },
    },
  });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const timeoutMs = 60_000;
const userOf = (name: string) => company.signer(name).user;
/** Devices sign at once: these tests check the order of signatures, not their proofs. */
let signings = 0;
const signed = (name: string, resourceId: string, amount = '50000') => {
  signings += 1;
  return tryToSign(app, userOf(name), {
    owner,
    resourceId,
    kind: 'payment',
    payload: payment(amount),
    proof: { kind: 'device-signature', id: 'device', signature: `right-${signings}` },
  });
};
const fulfilledIn = (emitted: readonly string[]) =>
  emitted.filter((name) => name === 'signing-rules-fulfilled').length;
const withdraw = (name: string): Promise<number> => {
  const ctx = app.context();
  const { userId } = userOf(name);
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    return withdrawSignatures(ctx, work, { userId, reason: 'fraud-reported' });
  });
};

describe('concurrently', { timeout: timeoutMs }, () => {
  test('two last signers complete a collection once, in fifty rounds', async () => {
    for (let round = 0; round < 50; round += 1) {
      const resourceId = `last-${round}`;
      await signed('A1', resourceId);
      const responses = await Promise.all([signed('A2', resourceId), signed('B1', resourceId)]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const { collection_id, state } = await collectionRow(app, { owner, resourceId });
      expect(state).toBe('fulfilled');
      expect(fulfilledIn(await emittedEvents(app, collection_id))).toBe(1);
      expect(await signatureLines(app, collection_id)).toHaveLength(3);
    }
  });

  test('two first signers open one collection', async () => {
    for (let round = 0; round < 20; round += 1) {
      const resourceId = `first-${round}`;
      const responses = await Promise.all([signed('A1', resourceId), signed('B1', resourceId)]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const { collection_id, state } = await collectionRow(app, { owner, resourceId });
      expect(state).toBe('fulfilled');
      expect(fulfilledIn(await emittedEvents(app, collection_id))).toBe(1);
    }
  });

  test('one signer who sends the same request twenty times signs once', async () => {
    const resourceId = 'twenty times';
    const responses = await Promise.all(Array.from({ length: 20 }, () => signed('A1', resourceId)));
    const outcomes = responses.map((response) => reasonsOf(response)[0]);
    expect(outcomes.filter((outcome) => outcome === 'signature-accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'user-already-signed')).toHaveLength(19);
    const { collection_id } = await collectionRow(app, { owner, resourceId });
    expect(await signatureLines(app, collection_id)).toHaveLength(1);
    expect(await emittedEvents(app, collection_id)).toEqual(['signature-accepted']);
  });

  test('a signature and a change of the payload leave no signature of the old payload', async () => {
    for (let round = 0; round < 20; round += 1) {
      const resourceId = `changed-${round}`;
      await signed('A1', resourceId);
      const responses = await Promise.all([signed('B1', resourceId), signed('A2', resourceId, '60000')]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const { collection_id, digest } = await collectionRow(app, { owner, resourceId });
      const left = await app.database.query<{ digest: string }>(
        `select digest from "authorization".signature where collection_id = $1 and state = 'valid'`,
        [collection_id],
      );
      expect(left.map((one) => one.digest)).toEqual([digest]);
      // The last sender of the old payload may have changed it back; either way one signature stands and nothing is
      // complete.
      expect((await collectionRow(app, { owner, resourceId })).state).toBe('open');
    }
  });

  test('a signature and a revocation of the right to sign leave nothing complete', async () => {
    for (let round = 0; round < 20; round += 1) {
      const resourceId = `lost-${round}`;
      await signed('A1', resourceId);
      app.users.change(userOf('B1').userId, { isRestricted: true });
      const [response] = await Promise.all([signed('B1', resourceId), withdraw('B1')]);
      expect(response.status).toBe(200);
      const { state } = await collectionRow(app, { owner, resourceId });
      expect(state).toBe('open');
      app.users.change(userOf('B1').userId, { isRestricted: false });
    }
  });

  test('users sign, withdraw and use many resources, and no command waits for ever', async () => {
    const things = Array.from({ length: 6 }, (_, index) => `busy-${index}`);
    for (const resourceId of things) await signed('A1', resourceId);
    const { digest } = await collectionRow(app, { owner, resourceId: 'busy-0' });
    const ctx = app.context();
    const uses = things.map((resourceId) =>
      runCommand(ctx, async (work) => {
        work.audit({ aggregateKind: 'payment', aggregateId: resourceId, changes: [] });
        const key = { owner, resourceKind: 'payment', resourceId };
        return closeCollection(ctx, work, { ...key, closing: { as: 'used', digest } });
      }),
    );
    const signing = things.flatMap((resourceId) => ['A2', 'B1'].map((name) => signed(name, resourceId)));
    const responses = await Promise.all([...signing, withdraw('A1'), withdraw('A2'), ...uses]);
    const statuses = responses.flatMap((response) => (typeof response === 'object' ? response.status : []));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
