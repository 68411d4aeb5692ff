import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../engine/sha256-hex.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  type Fields,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  collectionRows,
  dataOf,
  ocraProof,
  payment,
  reasonsOf,
  signatureLines,
  signerToken,
  smsProof,
  tryToSign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { enrolled } from '../../testing/token-steps.suite.ts';

const owner = '1000000050';
const stepUp = ['401 step-up-required'];
const accepted = ['signature-accepted', 'signature-accepted'];
const data = dataOf('50000.00');
let testApp: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 20 });
  company = await workedExample(testApp, owner);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const userOf = (name: string) => company.signer(name).user;
let things = 0;
const newThing = (): string => {
  things += 1;
  return `thing-${things}`;
};
const pay = (name: string, proof: Fields | undefined, resourceId = newThing()) =>
  tryToSign(testApp, userOf(name), {
    owner,
    resourceId,
    kind: 'payment',
    payload: payment('50000'),
    ...(proof === undefined ? {} : { proof }),
  });
/** No rule covers documents: one signature of any user with a mandate suffices. */
const document = (name: string, proof: Fields | undefined, resourceId = newThing()) =>
  tryToSign(testApp, userOf(name), {
    owner,
    resourceId,
    kind: 'document',
    payload: 'Terms and conditions',
    ...(proof === undefined ? {} : { proof }),
  });
/** A consent for all accounts. */
const consent = (name: string, proof: Fields) =>
  tryToSign(testApp, userOf(name), {
    owner,
    resourceId: newThing(),
    kind: 'consent',
    payload: JSON.stringify({ access: { availableAccounts: 'allAccounts' } }),
    proof,
  });
const ocra = async (name: string, of: string = data) => ({
  kind: 'ocra',
  id: await ocraProof(testApp, company.signer(name), of),
});

describe('a signature needs a valid proof and refuses', () => {
  test('a missing one, and the response names the sign-in that would suffice', async () => {
    const paid = await pay('A1', undefined, 'no proof');
    expect(reasonsOf(paid)).toEqual(stepUp);
    // No sign-in reaches `sca-linked`: a client that asked for it would never succeed.
    expect(paid.headers['www-authenticate']).toMatch(
      /^DPoP error="insufficient_user_authentication", error_description="Missing a factor proof that shows what is signed: [^"]*", acr_values="sca", /,
    );
    const filed = await document('A1', undefined);
    expect(filed.headers['www-authenticate']).toMatch(
      /error_description="Missing a factor proof: [^"]*", acr_values="sca"/,
    );
    expect(await collectionRows(testApp, { owner, resourceId: 'no proof' })).toEqual([]);
  });

  test.each(['sms-otp', 'ocra', 'device-signature', 'oath'])('an unknown one of kind %s', async (kind) => {
    expect(reasonsOf(await pay('A1', { kind, id: 'never-given', signature: 'x' }))).toEqual(stepUp);
    expect(reasonsOf(await pay('A1', { kind }))).toEqual(stepUp);
    expect(reasonsOf(await document('A1', { kind, id: 'never-given' }))).toEqual(stepUp);
  });

  test('one of another user', async () => {
    const proof = await ocra('A1');
    expect(reasonsOf(await pay('A2', proof))).toEqual(stepUp);
    expect(reasonsOf(await pay('A1', proof))).toEqual(accepted);
  });

  test('one that expired after five minutes', async () => {
    const proof = await ocra('A1');
    testApp.clock.advance({ minutes: 5 });
    expect(reasonsOf(await pay('A1', proof))).toEqual(stepUp);
    const later = await ocra('A1');
    testApp.clock.advance({ minutes: 4, seconds: 59 });
    expect(reasonsOf(await pay('A1', later))).toEqual(accepted);
  });

  test('one that was consumed', async () => {
    const proof = await ocra('A1');
    expect(reasonsOf(await pay('A1', proof))).toEqual(accepted);
    expect(reasonsOf(await pay('A1', proof))).toEqual(stepUp);
  });

  test('one proof for twenty concurrent resources, except for one of them', async () => {
    const proof = await ocra('A1');
    const names = Array.from({ length: 20 }, newThing);
    const responses = await Promise.all(names.map((name) => pay('A1', proof, name)));
    const outcomes = responses.map((response) => reasonsOf(response).join());
    expect(outcomes.filter((outcome) => outcome === accepted.join())).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === stepUp.join())).toHaveLength(19);
    const rows = await Promise.all(names.map((resourceId) => collectionRows(testApp, { owner, resourceId })));
    expect(rows.flat()).toHaveLength(1);
  });

  test('a challenge that was not answered', async () => {
    const codeRequest = {
      'challenge-mode': 'signature',
      'signature-data': data,
      'user-id': userOf('A1').userId,
    };
    const made = await testApp.post('/ocra/challenge', codeRequest, {
      kind: 'application',
      id: 'channel-app',
      banks: ['01'],
      scope: 'authorization.ocra',
    });
    const id = String(Reflect.get(Object(made.body), 'challenge-id'));
    expect(reasonsOf(await pay('A1', { kind: 'ocra', id }))).toEqual(stepUp);
  });

  test('one kind of proof for another', async () => {
    const { id } = await ocra('A1');
    expect(reasonsOf(await pay('A1', { kind: 'sms-otp', id }))).toEqual(stepUp);
    expect(reasonsOf(await pay('A1', { kind: 'device-signature', id, signature: 'x' }))).toEqual(stepUp);
  });
});

describe('a challenge', () => {
  test.each([
    ['another amount', dataOf('50000.01')],
    ['another payee', dataOf('50000.00', 'DE40100100103307118608')],
    ['another currency', 'USD 50000.00 NL91ABNA0417164300'],
    ['a longer text', `${data} and more`],
  ])('over %s signs neither the payment nor a document', async (_, other) => {
    const proof = await ocra('A1', other);
    expect(reasonsOf(await pay('A1', proof))).toEqual(stepUp);
    expect(reasonsOf(await document('A1', proof))).toEqual(stepUp);
  });

  test('over nothing signs no payment, is not used up, and signs a document', async () => {
    const proof = await ocra('A1', 'random');
    expect(reasonsOf(await pay('A1', proof))).toEqual(stepUp);
    expect(reasonsOf(await document('A1', proof))).toEqual(['signature-accepted']);
  });

  test('over the hash of a document signs the document', async () => {
    const digest = `sha-256:${sha256Hex('Terms and conditions')}`;
    expect(reasonsOf(await document('A1', await ocra('A1', digest)))).toEqual(['signature-accepted']);
  });
});

describe('a code by SMS', () => {
  const sms = async (name: string, more: Fields) => {
    // Codes to the same user need a pause.
    testApp.clock.advance({ hours: 1 });
    return { kind: 'sms-otp', id: await smsProof(testApp, userOf(name), more) };
  };

  test('of eight digits, sent with amount and payee, signs a payment once', async () => {
    const proof = await sms('A1', { action: 'payment', message: `Pay ${data}` });
    expect(reasonsOf(await pay('A1', proof))).toEqual(accepted);
    expect(reasonsOf(await pay('A1', proof))).toEqual(stepUp);
  });

  test.each([
    ['without a text', { action: 'payment' }],
    ['with another amount', { action: 'payment', message: `Pay ${dataOf('5.00')}` }],
    ['with a longer account', { action: 'payment', message: `Pay ${data}1` }],
    ['with a larger amount', { action: 'payment', message: `Pay EUR 150000.00 NL91ABNA0417164300` }],
    ['without an action', { message: `Pay ${data}` }],
    ['for a consent', { action: 'consent', message: `Pay ${data}` }],
    ['for a sign-in', { action: 'login', message: `Pay ${data}` }],
  ])('%s signs no payment', async (_, more) => {
    const proof = await sms('A2', more);
    expect(reasonsOf(await pay('A2', proof))).toEqual(stepUp);
  });

  test.each([
    ['payment', stepUp, stepUp],
    ['login', stepUp, stepUp],
    ['contact-change', stepUp, stepUp],
    ['consent', ['signature-accepted'], ['signature-accepted']],
    [undefined, ['signature-accepted'], stepUp],
  ])('for the action %s is used for nothing else', async (action, documentSigned, consentSigned) => {
    const code = () => sms('A2', action === undefined ? {} : { action });
    const forDocument = await code();
    expect(reasonsOf(await document('A2', forDocument))).toEqual(documentSigned);
    expect(reasonsOf(await document('A2', forDocument))).toEqual(stepUp);
    expect(reasonsOf(await consent('A2', await code()))).toEqual(consentSigned);
  });

  test('for the action payment signs a cancellation, any other does not', async () => {
    const cancel = (proof: Fields) =>
      tryToSign(testApp, userOf('A1'), {
        owner,
        resourceId: newThing(),
        kind: 'payment-cancellation',
        payload: JSON.stringify({ paymentId: 'payment-1' }),
        proof,
      });
    expect(reasonsOf(await cancel(await sms('A1', { action: 'consent' })))).toEqual(stepUp);
    expect(reasonsOf(await cancel(await sms('A1', { action: 'payment' })))).toEqual(['signature-accepted']);
  });

  test('that was sent to another user signs nothing', async () => {
    const proof = await sms('A3', { action: 'payment', message: `Pay ${data}` });
    expect(reasonsOf(await pay('A1', proof))).toEqual(stepUp);
    expect(reasonsOf(await document('A1', proof))).toEqual(stepUp);
  });
});

describe('a code of a token', () => {
  const codeWith = async (clientId: string) => {
    const token = await enrolled(testApp, 'totp', userOf('A3'));
    const app = { kind: 'application', id: clientId, banks: ['01'], scope: 'authorization.oath' } as const;
    const typed = { 'user-id': userOf('A3').userId, otp: token.codeNow() };
    expect((await testApp.post('/otp/oath/verify', typed, app)).status).toBe(204);
  };

  test('never signs a payment, and is not consumed by the attempt', async () => {
    testApp.clock.advance({ hours: 1 });
    await codeWith('console-1');
    expect(reasonsOf(await pay('A3', { kind: 'oath' }))).toEqual(stepUp);
    expect(reasonsOf(await document('A3', { kind: 'oath' }))).toEqual(['signature-accepted']);
    expect(reasonsOf(await document('A3', { kind: 'oath' }))).toEqual(stepUp);
  });

  test('presented to another client, or too long ago, signs nothing', async () => {
    testApp.clock.advance({ hours: 1 });
    await codeWith('another-app');
    expect(reasonsOf(await document('A3', { kind: 'oath' }))).toEqual(stepUp);
    testApp.clock.advance({ minutes: 1 });
    await codeWith('console-1');
    testApp.clock.advance({ minutes: 5 });
    expect(reasonsOf(await document('A3', { kind: 'oath' }))).toEqual(stepUp);
  });
});

test('a repeated request with the same idempotency key gets the same response and records one signature', async () => {
  const proof = await ocra('A1');
  const resourceId = newThing();
  const request = {
    method: 'POST',
    path: '/v1/authorization/evaluate-user',
    as: signerToken(userOf('A1')),
    headers: { 'idempotency-key': '7c9a4d2e-0d6c-4f0a-9a77-0d2f1c3b5a61' },
    body: {
      'resource-id': resourceId,
      'resource-kind': 'payment',
      payload: payment('50000'),
      'calling-context': JSON.stringify({ 'acting-for': owner, proof }),
    },
  } as const;
  const first = await testApp.call(request);
  const second = await testApp.call(request);
  expect(reasonsOf(first)).toEqual(accepted);
  expect(reasonsOf(second)).toEqual(accepted);
  const { collection_id } = await collectionRow(testApp, { owner, resourceId });
  expect(await signatureLines(testApp, collection_id)).toHaveLength(1);
});
