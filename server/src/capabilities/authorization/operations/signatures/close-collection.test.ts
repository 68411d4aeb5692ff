import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  countsOf,
  dataOf,
  emittedEvents,
  payment,
  reasonsOf,
  requestSignatures,
  sign,
  signerToken,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { type CloseCollection, closeCollection } from './close-collection.ts';
import { isStillSigned } from './is-still-signed.ts';

const owner = '1000000054';
let app: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 20 });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const userOf = (name: string) => company.signer(name).user;
const signed = (name: string, resourceId: string, amount = '50000') =>
  sign(app, company.signer(name), {
    owner,
    resourceId,
    payload: payment(amount),
    data: dataOf(`${amount}.00`),
  });
const complete = async (resourceId: string) => {
  await signed('A1', resourceId);
  await signed('B1', resourceId);
  return collectionRow(app, { owner, resourceId });
};
const close = (
  resourceId: string,
  closing: CloseCollection['closing'],
  more: Partial<CloseCollection> = {},
): Promise<string> => {
  const ctx = app.context();
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'payment', aggregateId: resourceId, changes: [] });
    return closeCollection(ctx, work, {
      owner,
      resourceKind: 'payment',
      resourceId,
      closing,
      ...more,
    });
  });
};
const isSigned = (resourceId: string, digest: string): Promise<boolean> => {
  const ctx = app.context();
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'payment', aggregateId: resourceId, changes: [] });
    return isStillSigned(ctx, work, { owner, resourceKind: 'payment', resourceId, digest });
  });
};
const stateOf = async (resourceId: string) => (await collectionRow(app, { owner, resourceId })).state;

describe('a fulfilled collection', () => {
  test('is used once, for exactly the signed payload', async () => {
    const { digest } = await complete('p-1');
    expect(await close('p-1', { as: 'used', digest: `sha-256:${'0'.repeat(64)}` })).toBe('refused');
    expect(await stateOf('p-1')).toBe('fulfilled');
    expect(await close('p-1', { as: 'used', digest })).toBe('closed');
    expect(await stateOf('p-1')).toBe('used');
    expect(await close('p-1', { as: 'used', digest })).toBe('refused');
    expect(await close('p-1', { as: 'cancelled' })).toBe('refused');
    expect(reasonsOf(await signed('A2', 'p-1'))).toEqual(['user-cannot-sign', 'user-cannot-sign']);
    expect(reasonsOf(await signed('A2', 'p-1', '60000'))).toEqual(['user-cannot-sign', 'user-cannot-sign']);
    expect(await stateOf('p-1')).toBe('used');
  });

  test('is used once by twenty concurrent commands', async () => {
    const { digest } = await complete('p-2');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => close('p-2', { as: 'used', digest })),
    );
    expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(1);
  });

  test('is not used when a signer may no longer sign', async () => {
    const { digest } = await complete('p-3');
    app.users.change(userOf('B1').userId, { status: 'suspended' });
    expect(await close('p-3', { as: 'used', digest })).toBe('refused');
    app.users.change(userOf('B1').userId, { status: 'active' });
    expect(await close('p-3', { as: 'used', digest })).toBe('closed');
  });

  test('is not used after the payload changed, neither with the old nor with the new one', async () => {
    const before = await complete('p-4');
    await signed('A2', 'p-4', '60000');
    const after = await collectionRow(app, { owner, resourceId: 'p-4' });
    expect(await close('p-4', { as: 'used', digest: before.digest })).toBe('refused');
    expect(await close('p-4', { as: 'used', digest: after.digest })).toBe('refused');
  });

  test('is not used for another owner, kind or id, nor before it is complete', async () => {
    const { digest } = await complete('p-5');
    expect(await close('p-5', { as: 'used', digest }, { owner: '1000000055' })).toBe('refused');
    expect(await close('p-5', { as: 'used', digest }, { resourceKind: 'bulk-payment' })).toBe('refused');
    expect(await close('p-none', { as: 'used', digest })).toBe('refused');
    await signed('A1', 'p-6');
    expect(await close('p-6', { as: 'used', digest })).toBe('refused');
  });

  test('is not used when only its state was changed manually', async () => {
    await signed('A1', 'p-7');
    const { collection_id, digest } = await collectionRow(app, { owner, resourceId: 'p-7' });
    await app.database.query(
      `update "authorization".signature_collection set state = 'fulfilled', fulfilled_at = now() where collection_id = $1`,
      [collection_id],
    );
    expect(await close('p-7', { as: 'used', digest })).toBe('refused');
  });

  test('is not used under a hash that was changed manually', async () => {
    const { collection_id } = await complete('p-8');
    const forged = `sha-256:${'e'.repeat(64)}`;
    await app.database.query(
      `update "authorization".signature_collection set digest = $2 where collection_id = $1`,
      [collection_id, forged],
    );
    const changed = 'signature collection was modified outside of the application';
    await expect(close('p-8', { as: 'used', digest: forged })).rejects.toThrow(changed);
    await app.database.query(`update "authorization".signature set digest = $2 where collection_id = $1`, [
      collection_id,
      forged,
    ]);
    await expect(close('p-8', { as: 'used', digest: forged })).rejects.toThrow(changed);
  });

  test.each([
    ['rule', `decision = replace(decision, '"required":2', '"required":1')`],
    ['initiator', `initiator = 'another-user'`],
    ['time', `expires_at = expires_at + interval '1 day'`],
  ])('is not used with a %s that was changed manually', async (what, change) => {
    const resourceId = `p-by-hand-${what}`;
    const { collection_id, digest } = await complete(resourceId);
    await app.database.query(
      `update "authorization".signature_collection set ${change} where collection_id = $1`,
      [collection_id],
    );
    await expect(close(resourceId, { as: 'used', digest })).rejects.toThrow(
      'modified outside of the application',
    );
  });
});

describe('a withdrawn resource', () => {
  test('cannot be signed or used any more', async () => {
    const { collection_id, digest } = await complete('p-9');
    expect(await close('p-9', { as: 'cancelled' })).toBe('closed');
    expect(await stateOf('p-9')).toBe('cancelled');
    expect((await emittedEvents(app, collection_id)).at(-1)).toBe('signature-collection-cancelled');
    expect(await close('p-9', { as: 'used', digest })).toBe('refused');
    expect(reasonsOf(await signed('A2', 'p-9'))).toEqual(['user-cannot-sign', 'user-cannot-sign']);
    const as = signerToken(userOf('A2'));
    expect(countsOf(await requestSignatures(app, as, { owner, resourceId: 'p-9' }))).toEqual([
      'open customer-group:A 0/2',
      'open customer-group:A 0/1 customer-group:B 0/1',
    ]);
  });

  test('may be withdrawn before its first signature', async () => {
    expect(await close('never-signed', { as: 'cancelled' })).toBe('closed');
  });

  test('is emitted once, however often it is withdrawn', async () => {
    const { collection_id } = await complete('p-10');
    await close('p-10', { as: 'cancelled' });
    await close('p-10', { as: 'cancelled' });
    const emitted = await emittedEvents(app, collection_id);
    expect(emitted.filter((name) => name === 'signature-collection-cancelled')).toHaveLength(1);
  });
});

describe('a used collection', () => {
  test('is still signed as long as its signers may sign, for exactly its payload (isStillSigned)', async () => {
    const { digest } = await complete('p-still');
    expect(await isSigned('p-still', digest)).toBe(false);
    await close('p-still', { as: 'used', digest });
    expect(await isSigned('p-still', digest)).toBe(true);
    expect(await isSigned('p-still', `sha-256:${'0'.repeat(64)}`)).toBe(false);
    expect(await isSigned('p-none', digest)).toBe(false);
    app.users.change(userOf('B1').userId, { status: 'suspended' });
    expect(await isSigned('p-still', digest)).toBe(false);
    app.users.change(userOf('B1').userId, { status: 'active' });
    expect(await isSigned('p-still', digest)).toBe(true);
  });
});
