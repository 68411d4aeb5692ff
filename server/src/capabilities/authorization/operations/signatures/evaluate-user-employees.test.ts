import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  type Fields,
} from '../../testing/authorization-test-app.suite.ts';
import { saveSigningGroup } from '../../testing/signing-changes.suite.ts';
import {
  activate,
  type Company,
  collectionRow,
  collectionRows,
  countsOf,
  dataOf,
  emittedEvents,
  payment,
  reasonsOf,
  requestSignatures,
  ruleFields,
  sign,
  signatureLines,
  signerToken,
  workedExample,
} from '../../testing/signing-steps.suite.ts';

const owner = '1000000053';
let app: AuthorizationTestApp;
let company: Company;

const always = { validFrom: Temporal.Instant.from('2020-01-01T00:00:00Z'), validUntil: undefined };
const approvers = { level: 1, 'entity-level': 'special-group', 'entity-id': 'approvers', required: 2 };

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(app, owner);
  const members = ['e-1', 'e-2', 'e-3'].map((userId) => ({ userId, ...always }));
  await saveSigningGroup(app.context(), { owner: '*', groupId: 'approvers', members });
  await activate(app, '*', [
    ruleFields({
      'rule-id': 'bank-approval',
      owner: '*',
      'resource-kind': 'employee-approval',
      'authorization-type': 'N/A',
      currency: '*',
      'reference-currency': 'EUR',
      alternatives: [[approvers]],
      'initiator-may-sign': false,
    }),
  ]);
});
afterAll(() => app[Symbol.asyncDispose]());

const employee = (id: string): TokenRequest => ({
  kind: 'employee',
  id,
  banks: ['01'],
  roles: ['authorization.sign'],
  assurance: 'sca',
});
const approve = (id: string, resourceId: string, more: Fields = {}): Promise<TestResponse> =>
  app.post(
    '/evaluate-user',
    { 'resource-id': resourceId, 'resource-kind': 'employee-approval', payload: 'Close branch 7', ...more },
    employee(id),
  );

describe('an approval of two employees', () => {
  test('needs no proof, and two of them', async () => {
    const resourceId = 'approval-1';
    expect(reasonsOf(await approve('e-1', resourceId))).toEqual(['signature-accepted']);
    expect(reasonsOf(await approve('e-1', resourceId))).toEqual(['user-already-signed']);
    expect(reasonsOf(await approve('e-9', resourceId))).toEqual(['user-cannot-sign']);
    expect(reasonsOf(await approve('e-2', resourceId))).toEqual(['signature-accepted']);
    expect(reasonsOf(await approve('e-3', resourceId))).toEqual(['user-cannot-sign']);
    const { collection_id, state } = await collectionRow(app, { owner: '*', resourceId });
    expect(state).toBe('fulfilled');
    expect(await emittedEvents(app, collection_id)).toContain('signing-rules-fulfilled');
    expect(await signatureLines(app, collection_id)).toEqual(['e-1 valid', 'e-2 valid']);
  });

  test('cannot be given by the initiator', async () => {
    const resourceId = 'approval-2';
    const context = { 'calling-context': JSON.stringify({ initiator: 'e-1' }) };
    expect(reasonsOf(await approve('e-1', resourceId, context))).toEqual(['user-cannot-sign']);
    expect(reasonsOf(await approve('e-2', resourceId, context))).toEqual(['signature-accepted']);
    expect(reasonsOf(await approve('e-1', resourceId))).toEqual(['user-cannot-sign']);
  });

  test('cannot be given by a customer without a proof, not even by a member of a group of the bank', async () => {
    const body = { 'resource-id': 'approval-3', 'resource-kind': 'employee-approval', payload: 'x' };
    const as = signerToken(company.signer('A1').user, { 'acting-for': owner });
    expect(reasonsOf(await app.post('/evaluate-user', body, as))).toEqual(['user-cannot-sign']);
    expect(await collectionRows(app, { owner: '*', resourceId: 'approval-3' })).toEqual([]);
  });

  test('still counts when the employee leaves the group after it, and is not possible any more then', async () => {
    const resourceId = 'approval-4';
    await approve('e-1', resourceId);
    app.clock.advance({ minutes: 1 });
    const members = ['e-2', 'e-3'].map((userId) => ({ userId, ...always }));
    await saveSigningGroup(app.context(), { owner: '*', groupId: 'approvers', members });
    expect(reasonsOf(await approve('e-1', 'approval-5'))).toEqual(['user-cannot-sign']);
    await approve('e-2', resourceId);
    expect((await collectionRow(app, { owner: '*', resourceId })).state).toBe('fulfilled');
    const back = ['e-1', 'e-2', 'e-3'].map((userId) => ({ userId, ...always }));
    await saveSigningGroup(app.context(), { owner: '*', groupId: 'approvers', members: back });
  });
});

describe('an employee', () => {
  test('does not sign a payment of a customer', async () => {
    const resourceId = 'payment-of-customer';
    const body = {
      'resource-id': resourceId,
      'resource-kind': 'payment',
      payload: payment('50'),
      'calling-context': JSON.stringify({ 'acting-for': owner }),
    };
    expect(reasonsOf(await app.post('/evaluate-user', body, employee('e-1')))).toEqual(['user-cannot-sign']);
    expect(await collectionRows(app, { owner, resourceId })).toEqual([]);
  });

  test('joins where a rule of the bank requires it, and the customer still needs a proof', async () => {
    await activate(app, '*', [
      ruleFields({
        'rule-id': 'bank-second-look',
        owner: '*',
        mandatory: true,
        'amount-from': '1000000',
        alternatives: [[{ ...approvers, required: 1 }]],
      }),
    ]);
    const resourceId = 'payment-large';
    const request = { owner, resourceId, payload: payment('2000000'), data: dataOf('2000000.00') };
    expect(reasonsOf(await sign(app, company.signer('A1'), request))).toEqual(['signature-accepted']);
    const body = {
      'resource-id': resourceId,
      'calling-context': JSON.stringify({ 'acting-for': owner }),
    };
    await app.post('/evaluate-user', body, employee('e-1'));
    const counted = await requestSignatures(app, signerToken(company.signer('A2').user), {
      owner,
      resourceId,
    });
    expect(countsOf(counted)[0]).toContain('customer-group:A 1/1');
    expect(countsOf(counted)[0]).toContain('special-group:approvers 1/1');
    await sign(app, company.signer('B1'), request);
    expect((await collectionRow(app, { owner, resourceId })).state).toBe('fulfilled');
  });
});
