import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyContext } from '../../domain/calling-context.ts';
import { approvalContext, inApproval, preparedResource } from '../../testing/approval-steps.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  collectionRows,
  dataOf,
  emittedEvents,
  payment,
  reasonsOf,
  sign,
  tryToSign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { type OpenedCollection, openCollection } from './open-collection.ts';
import { prepareSigning } from './prepare-signing.ts';

const owner = '1000000072';
let app: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 20, ports: { openedFirst: new Set(['payment']) } });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const ctx = () => approvalContext(app);
const userOf = (name: string) => company.signer(name).user;
const open = async (
  resourceId: string,
  initiator: string | undefined,
  payload = payment('50000'),
): Promise<OpenedCollection> => {
  const context = ctx();
  const prepared = await preparedResource(context, { owner, resourceId, payload });
  return inApproval(context, (work) => openCollection(context, work, { prepared, initiator }));
};
const signed = (name: string, resourceId: string, payload: string | undefined = payment('50000')) =>
  sign(app, company.signer(name), { owner, resourceId, payload, data: dataOf('50000.00') });

describe('an opened collection', () => {
  test('has its initiator before anyone signs: the initiator cannot sign, others can', async () => {
    const opened = await open('opened-1', userOf('A1').userId);
    expect(await collectionRow(app, { owner, resourceId: 'opened-1' })).toMatchObject({
      collection_id: opened.collectionId,
      digest: opened.digest,
      state: 'open',
    });
    expect(reasonsOf(await signed('A1', 'opened-1'))).toEqual(['user-cannot-sign', 'user-cannot-sign']);
    expect(reasonsOf(await signed('A2', 'opened-1'))).toEqual(['signature-accepted', 'signature-accepted']);
    expect(await emittedEvents(app, opened.collectionId)).toEqual([
      'signature-refused',
      'signature-accepted',
    ]);
  });

  test('of a third party has no initiator', async () => {
    await open('opened-2', undefined);
    expect(reasonsOf(await signed('A1', 'opened-2'))).toEqual(['signature-accepted', 'signature-accepted']);
  });

  test('is opened once, also concurrently; another payload or initiator is a conflict', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, () => open('opened-3', userOf('A1').userId)));
    expect(new Set(opened.map(({ collectionId }) => collectionId)).size).toBe(1);
    expect(await collectionRows(app, { owner, resourceId: 'opened-3' })).toHaveLength(1);
    await expect(open('opened-3', userOf('A2').userId)).rejects.toMatchObject({ literal: 'conflict' });
    await expect(open('opened-3', userOf('A1').userId, payment('1'))).rejects.toMatchObject({
      literal: 'conflict',
    });
  });

  test('uses the rule for the product', async () => {
    const context = ctx();
    const request = {
      resourceId: 'opened-4',
      resourceKind: 'payment',
      payload: payment('50000'),
      context: { ...emptyContext, customerNumber: owner },
    } as const;
    const prepared = await prepareSigning(context, request, 'sign', { product: 'target-2-payments' });
    await inApproval(context, (work) => openCollection(context, work, { prepared, initiator: undefined }));
    const [row] = await app.database.query<{ decision: string }>(
      `select decision from "authorization".signature_collection where resource_id = 'opened-4'`,
    );
    expect(row?.decision).toContain('RMT');
  });
});

describe('a kind that is opened first', () => {
  test('is unknown to signers until it is opened, whatever they send', async () => {
    for (const payload of [payment('50000'), 'not a payload']) {
      const response = await tryToSign(app, userOf('A1'), {
        owner,
        resourceId: 'unopened',
        kind: 'payment',
        payload,
      });
      expect(refusalOf(response)).toBe('404 not-found');
    }
    expect(await collectionRows(app, { owner, resourceId: 'unopened' })).toEqual([]);
    await open('unopened', undefined);
    expect(reasonsOf(await signed('A1', 'unopened'))).toEqual(['signature-accepted', 'signature-accepted']);
  });

  test('keeps the payload that it was opened with', async () => {
    await open('kept', undefined);
    await signed('A1', 'kept');
    const { collection_id, digest } = await collectionRow(app, { owner, resourceId: 'kept' });
    const other = payment('50000', { creditorName: 'Another Creditor' });
    expect(refusalOf(await signed('A2', 'kept', other))).toBe('409 conflict');
    expect(await collectionRow(app, { owner, resourceId: 'kept' })).toMatchObject({ digest, state: 'open' });
    expect(await emittedEvents(app, collection_id)).toEqual(['signature-accepted']);
  });

  test('does not concern other kinds', async () => {
    const response = await tryToSign(app, userOf('A1'), {
      owner,
      resourceId: 'a document',
      kind: 'document',
      payload: 'Terms and conditions',
    });
    expect(refusalOf(response)).toBe('401 step-up-required');
  });
});
