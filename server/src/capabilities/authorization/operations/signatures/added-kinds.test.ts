import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { payloadHash } from '../../domain/signing/signature-data.ts';
import { sha256Hex } from '../../engine/sha256-hex.ts';
import { readRules } from '../../engine/signing-rules/read-rules.ts';
import { addValue, endValue } from '../../testing/added-values.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import {
  activate,
  type Company,
  collectionRow,
  collectionRows,
  countsOf,
  dataOf,
  ocraProof,
  of,
  payment,
  reasonsOf,
  requestSignatures,
  ruleFields,
  signerToken,
  smsProof,
  tryToSign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { checkSigningRules } from '../signing-rules/check-signing-rules.ts';

const owner = '1000000053';
const kind = 'loan-application';
const payload = JSON.stringify({ amount: '250000.00', debtorAccount: 'not read' });
let testApp: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(testApp, owner);
  for (const literal of [kind, 'vault-access', 'login', 'any'])
    await addValue(testApp, { list: 'resource-kinds', literal });
  await addValue(testApp, { list: 'resource-kinds', literal: 'gold-purchase', bankId: '02' });
  for (const literal of ['vault-access', kind])
    await addValue(testApp, { list: 'sensitive-actions', literal });
  await addValue(testApp, { list: 'sensitive-actions', literal: 'safe-opening' });
  await activate(testApp, owner, [
    ruleFields({
      'rule-id': `${owner}-loans`,
      owner,
      'resource-kind': kind,
      'authorization-type': 'N/A',
      alternatives: [[of('A', 1), of('B', 1)]],
    }),
  ]);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const userOf = (name: string) => company.signer(name).user;
let made = 0;
const resource = (): string => {
  made += 1;
  return `added-${made}`;
};
const code = async (name: string, more: Fields = {}): Promise<Fields> => {
  // A user gets a limited number of codes in an hour.
  testApp.clock.advance({ hours: 1 });
  return { kind: 'sms-otp', id: await smsProof(testApp, userOf(name), more) };
};

interface Signing {
  readonly resourceId?: string;
  readonly kind?: string;
  readonly payload?: string;
  readonly proof?: Fields;
}

const signAs = (name: string, { resourceId = resource(), ...more }: Signing): Promise<TestResponse> =>
  tryToSign(testApp, userOf(name), { owner, resourceId, kind, payload, ...more });

describe('a kind that the bank added', () => {
  test('is signed under its own rule, whatever its payload says', async () => {
    const resourceId = resource();
    const asA = signerToken(userOf('A1'));
    expect(reasonsOf(await signAs('A1', { resourceId, proof: await code('A1') }))).toEqual([
      'signature-accepted',
    ]);
    expect(countsOf(await requestSignatures(testApp, asA, { owner, resourceId }))).toEqual([
      'open customer-group:A 1/1 customer-group:B 0/1',
    ]);
    expect(reasonsOf(await signAs('B1', { resourceId, proof: await code('B1') }))).toEqual([
      'signature-accepted',
    ]);
    expect(countsOf(await requestSignatures(testApp, asA, { owner, resourceId }))).toEqual([
      'furfilled customer-group:A 1/1 customer-group:B 1/1',
    ]);
    const row = await collectionRow(testApp, { owner, resourceId });
    expect(row.digest).toBe(payloadHash(payload, sha256Hex));
    const [event] = await testApp.eventsOf('signature-collection', row.collection_id);
    expect(event?.data).toMatchObject({ 'resource-kind': kind, 'resource-id': resourceId });
  });

  test('without a rule of its own is signed once, as a document is', async () => {
    const response = await signAs('A1', { kind: 'vault-access', proof: await code('A1') });
    expect(reasonsOf(response)).toEqual(['signature-accepted']);
  });

  test('may have a payload that is no JSON', async () => {
    const response = await signAs('A1', {
      kind: 'vault-access',
      payload: '<?xml version="1.0"?><Safe>7</Safe>',
      proof: await code('A1'),
    });
    expect(reasonsOf(response)).toEqual(['signature-accepted']);
  });

  test('is proven by a code without an action, or for an added action of its name', async () => {
    expect(reasonsOf(await signAs('A1', { proof: await code('A1', { action: kind }) }))).toEqual([
      'signature-accepted',
    ]);
    for (const action of ['vault-access', 'safe-opening', 'login', 'payment', 'contact-change'])
      expect([action, refusalOf(await signAs('A1', { proof: await code('A1', { action }) }))]).toEqual([
        action,
        '401 step-up-required',
      ]);
    // A built-in action of the same name proves nothing here: its code was sent for a sign-in.
    const named = await signAs('A1', { kind: 'login', proof: await code('A1', { action: 'login' }) });
    expect(refusalOf(named)).toBe('401 step-up-required');
  });

  test('never counts as a payment', async () => {
    const resourceId = resource();
    const order = payment('50');
    const linked = async (name: string, of: string): Promise<Fields> => ({
      kind: 'ocra',
      id: await ocraProof(testApp, company.signer(name), of),
    });
    // The payload of a payment, signed under another name.
    const signed = await signAs('A1', {
      kind: 'vault-access',
      resourceId,
      payload: order,
      proof: await code('A1'),
    });
    expect(reasonsOf(signed)).toEqual(['signature-accepted']);
    const asPayment = { owner, resourceId, kind: 'payment', payload: order };
    const asA = signerToken(userOf('A1'));
    expect(countsOf(await requestSignatures(testApp, asA, asPayment))).toEqual(['open customer-group:A 0/1']);
    // It is another resource: the payment needs its own signature, and a proof that shows it.
    const paid = { kind: 'payment', resourceId, payload: order };
    expect(refusalOf(await signAs('A1', { ...paid, proof: await code('A1') }))).toBe('401 step-up-required');
    const own = await signAs('A1', { ...paid, proof: await linked('A1', dataOf('50.00')) });
    expect(reasonsOf(own)).toEqual(['signature-accepted']);
    expect(await collectionRows(testApp, { owner, resourceId })).toHaveLength(2);
  });

  test('is covered by a mandate for documents, and by none for payments', async () => {
    const [clerk, payer] = [testApp.users.add(), testApp.users.add()];
    testApp.users.mandate(clerk.userId, owner, { scope: ['document'] });
    testApp.users.mandate(payer.userId, owner, { scope: ['payment'] });
    const sign = async (user: typeof clerk): Promise<readonly string[]> =>
      reasonsOf(
        await tryToSign(testApp, user, {
          owner,
          resourceId: resource(),
          kind: 'vault-access',
          payload,
          proof: { kind: 'sms-otp', id: await smsProof(testApp, user, {}) },
        }),
      );
    expect(await sign(clerk)).toEqual(['signature-accepted']);
    expect(await sign(payer)).toEqual(['404 not-found']);
  });

  test('that has ended takes no new resource; one that was begun is completed', async () => {
    await addValue(testApp, { list: 'resource-kinds', literal: 'safe-lease' });
    await activate(testApp, owner, [
      ruleFields({
        'rule-id': `${owner}-safes`,
        owner,
        'resource-kind': 'safe-lease',
        'authorization-type': 'N/A',
        alternatives: [[of('A', 1), of('B', 1)]],
      }),
    ]);
    const begun = resource();
    const lease = { kind: 'safe-lease', payload };
    await signAs('A1', { ...lease, resourceId: begun, proof: await code('A1') });
    await endValue(testApp, { list: 'resource-kinds', literal: 'safe-lease' });
    const late = await signAs('A1', { ...lease, proof: await code('A1') });
    expect(errorsOf(late)).toEqual(['400 resource-kind enum']);
    const second = await signAs('B1', { ...lease, resourceId: begun, proof: await code('B1') });
    expect(reasonsOf(second)).toEqual(['signature-accepted']);
    const asA = signerToken(userOf('A1'));
    expect(countsOf(await requestSignatures(testApp, asA, { owner, resourceId: begun }))).toEqual([
      'furfilled customer-group:A 1/1 customer-group:B 1/1',
    ]);
  });
});

describe('a kind is refused', () => {
  test.each([
    ['that no bank has', 'loan', 'enum'],
    ['of another bank', 'gold-purchase', 'enum'],
    ['of another list', 'safe-opening', 'enum'],
    ['that stands for all kinds, although the bank added it', 'any', 'enum'],
    ['of every object', 'constructor', 'enum'],
    ['in capitals', 'Payment', 'pattern'],
    ['with a space', 'loan application', 'pattern'],
    ['that matches every kind in rules', '*', 'pattern'],
    ['with a line break', 'payment\n', 'pattern'],
    ['with a control character', 'pay\u0007ment', 'pattern'],
    ['with an invisible character', 'pay\u200Bment', 'pattern'],
    ['with letters that look the same', 'p\u0430yment', 'pattern'],
    ['of 51 characters', 'x'.repeat(51), 'too-long'],
  ])('%s', async (_, refused, fault) => {
    const resourceId = resource();
    const request = { owner, resourceId, kind: refused, payload };
    expect(errorsOf(await tryToSign(testApp, userOf('A1'), request))).toContain(`400 resource-kind ${fault}`);
    expect(errorsOf(await requestSignatures(testApp, signerToken(userOf('A1')), request))).toContain(
      `400 resource-kind ${fault}`,
    );
    expect(await collectionRows(testApp, { owner, resourceId })).toEqual([]);
  });
});

describe('a rule for a kind', () => {
  const check = async (resourceKind: string): Promise<readonly string[]> => {
    const read = readRules([
      ruleFields({
        'rule-id': `${owner}-checked`,
        owner,
        'resource-kind': resourceKind,
        'authorization-type': 'N/A',
        alternatives: [[of('A', 1)]],
      }),
    ]);
    if (read.kind === 'errors') return read.errors.map(({ error, path }) => `${path} ${error}`);
    const found = await checkSigningRules(testApp.context(), {
      owner,
      ownerKind: 'organization',
      rules: read.rules,
      retire: [],
    });
    if (found.kind === 'foreign-rule') return [found.kind];
    return found.findings.filter(({ code }) => code === 'unknown-kind').map(({ message }) => message);
  };

  test('that the bank has can be activated, and one that it does not have cannot', async () => {
    expect(await check('vault-access')).toEqual([]);
    expect(await check('gold-purchase')).toEqual([
      'gold-purchase is no value of resource-kinds at this bank',
    ]);
    expect(await check('any')).toEqual(['/0/resource-kind not-a-literal']);
    expect(await check('Vault')).toEqual(['/0/resource-kind text-shape']);
  });
});
