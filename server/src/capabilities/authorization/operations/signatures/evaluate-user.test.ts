import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  collectionRows,
  countsOf,
  dataOf,
  emittedEvents,
  payment,
  reasonsOf,
  requestSignatures,
  sign,
  signatureLines,
  signerToken,
  tryToSign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';

const owner = '1000000048';
let app: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const userOf = (name: string) => company.signer(name).user;
const signed = (name: string, resourceId: string, amount: string) =>
  sign(app, company.signer(name), {
    owner,
    resourceId,
    payload: payment(amount),
    data: dataOf(`${amount}.00`),
  });
const counts = async (resourceId: string) =>
  countsOf(await requestSignatures(app, signerToken(userOf('A3')), { owner, resourceId }));

/** SPEC channel interfaces 9.6. */
describe('signing a payment of an organization', () => {
  test('follows the worked example of the specification', async () => {
    const resourceId = 'payment-1';
    expect((await signed('A1', resourceId, '50000')).body).toEqual([
      { success: true, reason: 'signature-accepted' },
      { success: true, reason: 'signature-accepted' },
    ]);
    const as = signerToken(userOf('A2'));
    expect((await requestSignatures(app, as, { owner, resourceId })).body).toEqual([
      {
        success: false,
        reason: 'additional-signatures-required',
        signatures: [{ entity: 'customer-group:A', required: 2, existing: 1 }],
      },
      {
        success: false,
        reason: 'additional-signatures-required',
        signatures: [
          { entity: 'customer-group:A', required: 1, existing: 1 },
          { entity: 'customer-group:B', required: 1, existing: 0 },
        ],
      },
    ]);
    expect((await signed('B1', resourceId, '50000')).body).toEqual([
      { success: false, reason: 'user-cannot-sign' },
      { success: true, reason: 'signature-accepted' },
    ]);
    expect((await requestSignatures(app, as, { owner, resourceId })).body).toEqual([
      {
        success: true,
        reason: 'furfilled',
        signatures: [
          { entity: 'customer-group:A', required: 1, existing: 1 },
          { entity: 'customer-group:B', required: 1, existing: 1 },
        ],
      },
      {
        success: false,
        reason: 'additional-signatures-required',
        signatures: [{ entity: 'customer-group:A', required: 2, existing: 1 }],
      },
    ]);
  });

  test('starts again when an entitled user signs another amount', async () => {
    const resourceId = 'payment-2';
    await signed('A1', resourceId, '50000');
    await signed('B1', resourceId, '50000');
    const before = await collectionRow(app, { owner, resourceId });
    expect(before.state).toBe('fulfilled');
    expect(reasonsOf(await signed('A2', resourceId, '60000'))).toEqual([
      'signature-accepted',
      'signature-accepted',
    ]);
    const { collection_id, digest, fulfilled_at, state } = await collectionRow(app, { owner, resourceId });
    expect({ state, fulfilled_at }).toEqual({ state: 'open', fulfilled_at: null });
    expect(digest).not.toBe(before.digest);
    expect(await signatureLines(app, collection_id)).toEqual([
      `${userOf('A1').userId} void payload-changed`,
      `${userOf('B1').userId} void payload-changed`,
      `${userOf('A2').userId} valid`,
    ]);
    expect(await counts(resourceId)).toEqual([
      'open customer-group:A 1/2',
      'open customer-group:A 1/1 customer-group:B 0/1',
    ]);
    expect(reasonsOf(await signed('A1', resourceId, '60000'))).toEqual([
      'signature-accepted',
      'user-cannot-sign',
    ]);
    expect(await counts(resourceId)).toEqual([
      'furfilled customer-group:A 2/2',
      'open customer-group:A 1/1 customer-group:B 0/1',
    ]);
    expect(await emittedEvents(app, collection_id)).toEqual([
      'signature-accepted',
      'signature-accepted',
      'signing-rules-fulfilled',
      'signatures-invalidated',
      'signature-accepted',
      'signature-accepted',
      'signing-rules-fulfilled',
    ]);
  });

  test('returns to an earlier payload only with new signatures', async () => {
    const resourceId = 'payment-back';
    await signed('A1', resourceId, '50000');
    await signed('B1', resourceId, '50000');
    await signed('A2', resourceId, '60000');
    expect(reasonsOf(await signed('A1', resourceId, '50000'))).toEqual([
      'signature-accepted',
      'signature-accepted',
    ]);
    expect(await counts(resourceId)).toEqual([
      'open customer-group:A 1/2',
      'open customer-group:A 1/1 customer-group:B 0/1',
    ]);
    await signed('B1', resourceId, '50000');
    expect((await counts(resourceId))[0]).toBe('furfilled customer-group:A 1/1 customer-group:B 1/1');
  });

  test('is not disturbed by the payload of a user who cannot sign', async () => {
    const resourceId = 'payment-3';
    await signed('A1', resourceId, '50000');
    const before = await collectionRow(app, { owner, resourceId });
    expect(reasonsOf(await signed('B1', resourceId, '5000'))).toEqual(['user-cannot-sign']);
    expect(await collectionRow(app, { owner, resourceId })).toEqual(before);
    expect(await signatureLines(app, before.collection_id)).toEqual([`${userOf('A1').userId} valid`]);
    expect(await emittedEvents(app, before.collection_id)).toEqual([
      'signature-accepted',
      'signature-refused',
    ]);
  });

  test('opens no collection for a user who cannot sign', async () => {
    const resourceId = 'payment-4';
    expect(reasonsOf(await signed('B1', resourceId, '5000'))).toEqual(['user-cannot-sign']);
    expect(await collectionRows(app, { owner, resourceId })).toEqual([]);
  });

  test('enforces the order of levels', async () => {
    const resourceId = 'payment-5';
    expect(reasonsOf(await signed('B1', resourceId, '150000'))).toEqual(['user-cannot-sign']);
    expect(reasonsOf(await signed('A1', resourceId, '150000'))).toEqual(['signature-accepted']);
    expect(reasonsOf(await signed('A2', resourceId, '150000'))).toEqual(['user-cannot-sign']);
    expect(reasonsOf(await signed('B1', resourceId, '150000'))).toEqual(['signature-accepted']);
    expect(await counts(resourceId)).toEqual(['furfilled customer-group:A 1/1 customer-group:B 1/1']);
  });

  test('accepts no more signatures of an entity than required', async () => {
    const resourceId = 'payment-6';
    expect(reasonsOf(await signed('A1', resourceId, '5000'))).toEqual(['signature-accepted']);
    expect(reasonsOf(await signed('A2', resourceId, '5000'))).toEqual(['user-cannot-sign']);
    const { collection_id } = await collectionRow(app, { owner, resourceId });
    expect(await emittedEvents(app, collection_id)).toEqual([
      'signature-accepted',
      'signing-rules-fulfilled',
      'signature-refused',
    ]);
  });

  test('may be repeated by its signer, without a proof and without effect', async () => {
    const resourceId = 'payment-7';
    await signed('A1', resourceId, '50000');
    const before = await collectionRow(app, { owner, resourceId });
    const again = { owner, resourceId, kind: 'payment', payload: payment('50000') };
    for (const request of [again, { owner, resourceId }]) {
      expect(reasonsOf(await tryToSign(app, userOf('A1'), request))).toEqual([
        'user-already-signed',
        'user-already-signed',
      ]);
    }
    expect(await collectionRow(app, { owner, resourceId })).toEqual(before);
    expect(await signatureLines(app, before.collection_id)).toHaveLength(1);
  });

  test('emits a further signature after the last one, and does not emit completion again', async () => {
    const resourceId = 'payment-8';
    await signed('A1', resourceId, '50000');
    await signed('B1', resourceId, '50000');
    expect(reasonsOf(await signed('A2', resourceId, '50000'))).toEqual([
      'signature-accepted',
      'user-cannot-sign',
    ]);
    const { collection_id, state } = await collectionRow(app, { owner, resourceId });
    expect(state).toBe('fulfilled');
    const emitted = await emittedEvents(app, collection_id);
    expect(emitted.filter((name) => name === 'signing-rules-fulfilled')).toHaveLength(1);
    expect(await app.auditOf('signature-collection', collection_id)).toHaveLength(3);
  });

  test('bars the initiator', async () => {
    const resourceId = 'payment-9';
    const context = { initiator: userOf('A1').userId };
    const request = { owner, resourceId, payload: payment('50000'), data: dataOf('50000.00'), context };
    expect(reasonsOf(await sign(app, company.signer('A2'), request))).toEqual([
      'signature-accepted',
      'signature-accepted',
    ]);
    expect(reasonsOf(await sign(app, company.signer('A1'), request))).toEqual([
      'user-cannot-sign',
      'user-cannot-sign',
    ]);
    // Naming an initiator later does not change the initiator.
    const other = { ...request, context: { initiator: userOf('A3').userId } };
    expect(reasonsOf(await sign(app, company.signer('A1'), other))).toEqual([
      'user-cannot-sign',
      'user-cannot-sign',
    ]);
    expect(
      reasonsOf(await sign(app, company.signer('A1'), { ...other, payload: payment('50000.00') })),
    ).toEqual(['user-cannot-sign', 'user-cannot-sign']);
  });

  test('bars the initiator from opening it as well', async () => {
    const context = { initiator: userOf('A1').userId };
    const request = {
      owner,
      resourceId: 'payment-10',
      payload: payment('50'),
      data: dataOf('50.00'),
      context,
    };
    expect(reasonsOf(await sign(app, company.signer('A1'), request))).toEqual(['user-cannot-sign']);
  });
});

describe('a resource of a person', () => {
  test('without any rule needs one signature of theirs, which the initiator may give', async () => {
    const { user } = company.signer('A1');
    const own = user.customerNumber ?? '';
    const request = {
      owner: own,
      resourceId: 'own-payment',
      payload: payment('70'),
      data: dataOf('70.00'),
      context: { initiator: user.userId },
    };
    expect(reasonsOf(await sign(app, company.signer('A1'), request))).toEqual(['signature-accepted']);
    expect(
      countsOf(await requestSignatures(app, signerToken(user), { owner: own, resourceId: 'own-payment' })),
    ).toEqual([`furfilled customer:${own} 1/1`]);
  });
});
