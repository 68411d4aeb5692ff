import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  collectionRows,
  countsOf,
  dataOf,
  emittedEvents,
  payment,
  requestSignatures,
  sign,
  signatureLines,
  signerToken,
  workedExample,
} from '../../testing/signing-steps.suite.ts';

const owner = '1000000062';
let testApp: AuthorizationTestApp;
let company: Company;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(testApp, owner);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const signed = (name: string, resourceId: string, amount = '50000') =>
  sign(testApp, company.signer(name), {
    owner,
    resourceId,
    payload: payment(amount),
    data: dataOf(`${amount}.00`),
  });
const as = () => signerToken(company.signer('A2').user);
const nothing = ['open customer-group:A 0/2', 'open customer-group:A 0/1 customer-group:B 0/1'];

describe('evaluating the signatures of a resource', () => {
  test('changes nothing, for any caller and payload', async () => {
    await signed('A1', 'p-1');
    await signed('B1', 'p-1');
    const before = await collectionRow(testApp, { owner, resourceId: 'p-1' });
    const lines = await signatureLines(testApp, before.collection_id);
    const emitted = await emittedEvents(testApp, before.collection_id);
    const other = { owner, resourceId: 'p-1', kind: 'payment', payload: payment('60000') };
    expect(countsOf(await requestSignatures(testApp, as(), other))).toEqual(nothing);
    const large = { ...other, payload: payment('160000') };
    expect(countsOf(await requestSignatures(testApp, as(), large))).toEqual([
      'open customer-group:A 0/1 customer-group:B 0/1',
    ]);
    expect(await collectionRow(testApp, { owner, resourceId: 'p-1' })).toEqual(before);
    expect(await signatureLines(testApp, before.collection_id)).toEqual(lines);
    expect(await emittedEvents(testApp, before.collection_id)).toEqual(emitted);
  });

  test('opens nothing', async () => {
    const request = { owner, resourceId: 'never', kind: 'payment', payload: payment('50000') };
    expect(countsOf(await requestSignatures(testApp, as(), request))).toEqual(nothing);
    expect(await collectionRows(testApp, request)).toEqual([]);
  });

  test('by an application requires the owner', async () => {
    await signed('A1', 'p-2');
    expect(countsOf(await requestSignatures(testApp, app(['sign']), { owner, resourceId: 'p-2' }))[0]).toBe(
      'open customer-group:A 1/2',
    );
    const alone = await testApp.post('/evaluate-signatures', { 'resource-id': 'p-2' }, app(['sign']));
    expect(countsOf(alone)[0]).toBe('open customer-group:A 1/2');
    const unknown = await testApp.post('/evaluate-signatures', { 'resource-id': 'p-unknown' }, app(['sign']));
    expect(errorsOf(unknown)).toEqual(['400 calling-context.customer-number required']);
    const named = await requestSignatures(testApp, app(['sign']), {
      owner,
      resourceId: 'p-unknown',
      kind: 'payment',
    });
    expect(errorsOf(named)).toEqual(['400 payload required']);
  });

  test('requires the scope, a mandate, and the bank', async () => {
    await signed('A1', 'p-3');
    const request = { owner, resourceId: 'p-3' };
    expect((await requestSignatures(testApp, app(['levels']), request)).status).toBe(403);
    const other = testApp.users.add();
    expect(refusalOf(await requestSignatures(testApp, signerToken(other), request))).toBe('404 not-found');
    const elsewhere = { ...app(['sign']), banks: ['02'] };
    const response = await requestSignatures(testApp, elsewhere, request);
    expect(countsOf(response)[0]).not.toContain('1/2');
    const employee = {
      kind: 'employee',
      id: 'e-1',
      roles: ['authorization.sign'],
      assurance: 'sca',
    } as const;
    expect((await requestSignatures(testApp, employee, request)).status).toBe(403);
  });

  test('lists complete alternatives first, then those with the fewest missing', async () => {
    await signed('A1', 'p-4');
    await signed('A2', 'p-4');
    expect(countsOf(await requestSignatures(testApp, as(), { owner, resourceId: 'p-4' }))).toEqual([
      'furfilled customer-group:A 2/2',
      'open customer-group:A 1/1 customer-group:B 0/1',
    ]);
    await signed('B1', 'p-5');
    expect(countsOf(await requestSignatures(testApp, as(), { owner, resourceId: 'p-5' }))).toEqual([
      'open customer-group:A 0/1 customer-group:B 1/1',
      'open customer-group:A 0/2',
    ]);
  });

  test('applies the stricter rule when the caller names another type, never a laxer one', async () => {
    const request = { owner, resourceId: 'typed', kind: 'payment', payload: payment('50000') };
    for (const type of ['SLF', 'TPF', 'RMT', 'N/A']) {
      const response = await requestSignatures(testApp, as(), {
        ...request,
        context: { 'transaction-type': type },
      });
      expect(countsOf(response)).toEqual(nothing);
    }
  });
});
