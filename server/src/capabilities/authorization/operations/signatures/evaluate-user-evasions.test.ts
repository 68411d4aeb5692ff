import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRules } from '../../engine/signing-rules/read-rules.ts';
import type { KnownAccount } from '../../ports/accounts.ts';
import { ruleChangeText } from '../../store/rule-document.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  activate,
  type Company,
  collectionRow,
  ocraProof,
  of,
  payment,
  reasonsOf,
  ruleFields,
  signatureLines,
  smsProof,
  tryToSign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { activateSignedRules } from '../signing-rules/activate-signed-rules.ts';

const owner = '1000000072';
const accounts = new Map<string, KnownAccount>();
let app: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  app = await createAuthorizationTestApp({
    poolSize: 10,
    ports: {
      deviceKeys: {
        isSignature: async ({ signature }) => signature.startsWith('header.'),
        lockSigner: async () => true,
      },
      accounts: {
        unknownDebtors: () => 'iban-only',
        find: async () => accounts,
        jointHoldingsOf: async (_bank, customer) =>
          [...accounts.values()].flatMap(({ joint, owner: storedUnder }) =>
            joint?.holders.includes(customer) === true ? [{ ...joint, owner: storedUnder }] : [],
          ),
        midRates: async () => [],
      },
    },
  });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const digestOf = (text: string): string => `sha-256:${createHash('sha256').update(text).digest('hex')}`;

describe('the rules cannot be circumvented', () => {
  test('by changing them alone: without a rule for changes, a change is signed under the strictest rule', async () => {
    const lowered = [
      ruleFields({
        'rule-id': `${owner}-middle`,
        owner,
        'amount-from': '10000',
        'amount-to': '100000',
        alternatives: [[of('B', 1)]],
      }),
    ];
    const read = readRules(lowered);
    if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
    const payload = ruleChangeText(read.rules, []);
    const signer = company.signer('B1');
    const proof = { kind: 'ocra', id: await ocraProof(app, signer, digestOf(payload)) };
    const request = { owner, resourceId: 'change', kind: 'signing-rule', payload, proof };
    await tryToSign(app, signer.user, request);
    const outcome = await activateSignedRules(app.context(), {
      owner,
      ownerKind: 'organization',
      rules: read.rules,
      retire: [],
      resourceId: 'change',
      employeeId: 'e-1',
      reason: 'letter of the board',
    });
    expect(outcome).toEqual({ kind: 'not-signed' });
  });

  test('by the signature of a device for another resource', async () => {
    const proof = { kind: 'device-signature', id: 'device-9', signature: 'header.one.bytes' };
    const payload = payment('500');
    const user = company.signer('A1').user;
    const first = { owner, resourceId: 'device-1', kind: 'payment', payload, proof };
    expect(reasonsOf(await tryToSign(app, user, first))).toEqual(['signature-accepted']);
    const other = { ...first, resourceId: 'device-2', proof: { ...proof, signature: 'header.one.others' } };
    expect((await tryToSign(app, user, other)).status).toBe(401);
    const anew = { ...first, resourceId: 'device-2', proof: { ...proof, signature: 'header.two.bytes' } };
    expect(reasonsOf(await tryToSign(app, user, anew))).toEqual(['signature-accepted']);
  });

  test('by a text about an account that only begins like the paid one', async () => {
    const signer = company.signer('A1');
    const payload = payment('50', { creditorAccount: { bban: '123' } });
    const request = { owner, resourceId: 'begins', kind: 'payment', payload };
    const longer = {
      kind: 'sms-otp',
      id: await smsProof(app, signer.user, { action: 'payment', message: 'EUR 50.00 123-456 BBAN' }),
    };
    expect((await tryToSign(app, signer.user, { ...request, proof: longer })).status).toBe(401);
    app.clock.advance({ minutes: 3 });
    const exact = {
      kind: 'sms-otp',
      id: await smsProof(app, signer.user, { action: 'payment', message: 'Pay EUR 50.00 123 BBAN.' }),
    };
    expect(reasonsOf(await tryToSign(app, signer.user, { ...request, proof: exact }))).toEqual([
      'signature-accepted',
    ]);
  });

  test('by being named as initiator only later', async () => {
    const proofOf = async (name: string) => ({
      kind: 'ocra',
      id: await ocraProof(app, company.signer(name), 'EUR 50000.00 NL91ABNA0417164300'),
    });
    const request = { owner, resourceId: 'begun', kind: 'payment', payload: payment('50000') };
    const user = company.signer('A1').user;
    await tryToSign(app, company.signer('A2').user, { ...request, proof: await proofOf('A2') });
    const response = await tryToSign(app, user, {
      ...request,
      proof: await proofOf('A1'),
      context: { initiator: user.userId },
    });
    expect(new Set(reasonsOf(response))).toEqual(new Set(['user-cannot-sign']));
  });

  test('by waiting beyond the execution date', async () => {
    const signer = company.signer('A1');
    const today = app.clock.now().toString().slice(0, 10);
    const payload = payment('50000', { requestedExecutionDate: today });
    const proof = {
      kind: 'ocra',
      id: await ocraProof(app, signer, 'EUR 50000.00 NL91ABNA0417164300'),
    };
    await tryToSign(app, signer.user, { owner, resourceId: 'today', kind: 'payment', payload, proof });
    const { collection_id } = await collectionRow(app, { owner, resourceId: 'today' });
    const [row] = await app.database.query<{ expires: string }>(
      `select to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as expires
         from "authorization".signature_collection where collection_id = $1`,
      [collection_id],
    );
    // Midnight in Berlin.
    expect(row?.expires).toBe(`${today} 23:00`);
  });
});

test('staff that a rule of the bank names sign one after the other', async () => {
  await activate(app, '*', [
    ruleFields({
      'rule-id': 'two-of-staff',
      owner: '*',
      'resource-kind': 'employee-approval',
      'authorization-type': 'N/A',
      alternatives: [
        [
          { level: 1, 'entity-level': 'user-id', 'entity-id': 'e-1', required: 1 },
          { level: 1, 'entity-level': 'user-id', 'entity-id': 'e-2', required: 1 },
        ],
      ],
    }),
  ]);
  const as = (id: string) =>
    ({ kind: 'employee', id, banks: ['01'], roles: ['authorization.sign'] }) as const;
  const body = { 'resource-id': 'act-1', 'resource-kind': 'employee-approval', payload: 'an act' };
  for (const id of ['e-1', 'e-2'])
    expect(reasonsOf(await app.post('/evaluate-user', body, as(id)))).toEqual(['signature-accepted']);
  const { collection_id, state } = await collectionRow(app, { owner: '*', resourceId: 'act-1' });
  expect(state).toBe('fulfilled');
  expect(await signatureLines(app, collection_id)).toHaveLength(2);
});
