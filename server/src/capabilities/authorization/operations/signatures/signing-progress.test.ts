import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalContext, inApproval, preparedResource } from '../../testing/approval-steps.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { type Company, payment, workedExample } from '../../testing/signing-steps.suite.ts';
import { closeCollection } from './close-collection.ts';
import { recordSignatures } from './record-signatures.ts';
import { signingProgress } from './signing-progress.ts';

const owner = '1000000071';
let app: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const ctx = () => approvalContext(app);
const prepared = (resourceId: string, amount = '50000') =>
  preparedResource(ctx(), { owner, resourceId, payload: payment(amount) });
let proofs = 0;
const sign = async (name: string, resourceId: string, amount?: string): Promise<void> => {
  const context = ctx();
  proofs += 1;
  const signing = {
    prepared: [await prepared(resourceId, amount)],
    userId: company.signer(name).user.userId,
    proof: { kind: 'verified', by: 'passkey', reference: `proof-${proofs}` } as const,
    signatureData: 'shown',
  };
  await inApproval(context, (work) => recordSignatures(context, work, signing));
};

test('says how many signatures are needed, how many are missing, and who could sign next', async () => {
  const before = await prepared('progress-1');
  expect(await signingProgress(ctx(), before)).toEqual({
    least: 2,
    required: 2,
    missing: 2,
    isFulfilled: false,
    signerNames: ['Signer A1', 'Signer A2', 'Signer A3', 'Signer B1', 'Signer B2'],
  });
  await sign('A2', 'progress-1');
  // The collection was opened since it was prepared.
  expect(await signingProgress(ctx(), before)).toEqual({
    least: 2,
    required: 2,
    missing: 1,
    isFulfilled: false,
    signerNames: ['Signer A1', 'Signer A3', 'Signer B1', 'Signer B2'],
  });
  await sign('B1', 'progress-1');
  expect(await signingProgress(ctx(), before)).toEqual({
    least: 2,
    required: 2,
    missing: 0,
    isFulfilled: true,
    signerNames: [],
  });
});

test('names those whose turn it is', async () => {
  const large = await prepared('progress-2', '100000');
  expect((await signingProgress(ctx(), large)).signerNames).toEqual(['Signer A1', 'Signer A2', 'Signer A3']);
  await sign('A1', 'progress-2', '100000');
  expect((await signingProgress(ctx(), large)).signerNames).toEqual(['Signer B1', 'Signer B2']);
});

test('names people of the owner only, not those of the bank, and nobody without the right to sign', async () => {
  const agent = app.users.add({ kind: 'agent', customerNumber: undefined, displayName: 'Agent of the bank' });
  app.users.change(company.signer('A3').user.userId, { isRestricted: true });
  const { signerNames } = await signingProgress(ctx(), await prepared('progress-3'));
  expect(signerNames).not.toContain(agent.displayName);
  expect(signerNames).toEqual(['Signer A1', 'Signer A2', 'Signer B1', 'Signer B2']);
  app.users.change(company.signer('A3').user.userId, { isRestricted: false });
});

test('says that signatures are missing when a signer lost the right', async () => {
  await sign('A1', 'progress-4');
  await sign('A2', 'progress-4');
  const signing = await prepared('progress-4');
  expect(await signingProgress(ctx(), signing)).toMatchObject({ missing: 0, isFulfilled: true });
  app.users.change(company.signer('A2').user.userId, { status: 'suspended' });
  expect(await signingProgress(ctx(), signing)).toMatchObject({ missing: 1, isFulfilled: false });
  app.users.change(company.signer('A2').user.userId, { status: 'active' });
});

test('names nobody for a resource that is over', async () => {
  await sign('A1', 'progress-5');
  const context = ctx();
  const resource = { owner, resourceKind: 'payment', resourceId: 'progress-5' };
  await inApproval(context, (work) =>
    closeCollection(context, work, { ...resource, closing: { as: 'cancelled' } }),
  );
  expect(await signingProgress(ctx(), await prepared('progress-5'))).toMatchObject({
    missing: 2,
    isFulfilled: false,
    signerNames: [],
  });
});
