import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Accounts, KnownAccount } from '../../ports/accounts.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  collectionRows,
  countsOf,
  dataOf,
  ocraProof,
  payment,
  reasonsOf,
  requestSignatures,
  sign,
  signerToken,
  tryToSign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';

const owner = '1000000051';
const rival = '1000000052';
let testApp: AuthorizationTestApp;
let company: Company;
let others: Company;

const accounts: Accounts = {
  unknownDebtors: () => 'iban-only',
  find: async (_bank, references) => {
    const known = new Map<string, KnownAccount>();
    for (const { id } of references) {
      if (id === 'DE02100500000054540402') known.set(id, { accountId: id, owner: rival, joint: undefined });
      if (id === 'DE02120300000000202051') known.set(id, { accountId: id, owner, joint: undefined });
    }
    return known;
  },
  jointHoldingsOf: async () => [],
  midRates: async () => [],
};

beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10, ports: { accounts } });
  company = await workedExample(testApp, owner);
  others = await workedExample(testApp, rival);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const userOf = (name: string) => company.signer(name).user;
const thing = { 'resource-id': 'r-1', 'resource-kind': 'payment', payload: payment('50') };
const post = (more: Fields, as?: TokenRequest): Promise<TestResponse> =>
  testApp.post(
    '/evaluate-user',
    { ...thing, ...more },
    as ?? signerToken(userOf('A1'), { 'acting-for': owner }),
  );
const without = (name: string): Fields =>
  Object.fromEntries(Object.entries(thing).filter(([key]) => key !== name));

describe('a request to sign is refused', () => {
  test.each([
    ['without the name of the thing', without('resource-id'), '400 resource-id required'],
    ['with an empty name', { ...thing, 'resource-id': '' }, '400 resource-id too-short'],
    [
      'with a name of 101 characters',
      { ...thing, 'resource-id': 'x'.repeat(101) },
      '400 resource-id too-long',
    ],
    ['with an unknown kind', { ...thing, 'resource-kind': 'loan' }, '400 resource-kind enum'],
    ['without a kind on first use', without('resource-kind'), '400 resource-kind required'],
    ['without a payload on first use', without('payload'), '400 payload required'],
    ['with an unknown member', { ...thing, amount: '5' }, '400 amount unknown-field'],
    ['with a payload of numbers', { ...thing, payload: 5 }, '400 payload type'],
  ])('%s', async (_, body, error) => {
    const as = signerToken(userOf('A1'), { 'acting-for': owner });
    expect(errorsOf(await testApp.post('/evaluate-user', body, as))).toEqual([error]);
  });

  test.each([
    ['is no JSON', '{', 'not-json at the start'],
    ['is empty', '', 'not-json at the start'],
    ['is no object', '[]', 'not-an-object at the start'],
    [
      'names a member twice',
      payment('50').replace('{', '{"creditorName":"X",'),
      'duplicate-member at the start',
    ],
    [
      'has an amount that is a number',
      payment('50').replace('"50"', '50'),
      'amount-not-text at /instructedAmount/amount',
    ],
    ['has too many decimals', payment('50.001'), 'not-an-amount at /instructedAmount'],
    ['has a negative amount', payment('-50'), 'not-an-amount at /instructedAmount'],
    ['has an unknown currency', payment('50').replace('EUR', 'XQQ'), 'not-an-amount at /instructedAmount'],
    ['has no creditor', payment('50', { creditorAccount: undefined }), 'not-an-account at /creditorAccount'],
    [
      'has two debtors',
      payment('50', { debtorAccount: { iban: 'DE1', bban: '2' } }),
      'not-an-account at /debtorAccount',
    ],
    ['is unreadable XML', '<Document/>', 'orders-missing at the start'],
  ])('when its payload %s, and the response says where', async (_, payload, message) => {
    const response = await post({ payload });
    expect(errorsOf(response)).toEqual(['400 payload malformed']);
    expect(response.text).toContain(message);
    expect(response.text).not.toContain('NL91ABNA0417164300');
  });

  test('when its payload contains half a surrogate pair', async () => {
    const response = await post({ payload: `${payment('50').slice(0, -1)},"x":"\ud800"}` });
    expect(response.status).toBe(400);
  });

  test('when its payload or its calling context is too large', async () => {
    const large = payment('50', { remittance: 'ä'.repeat(510_000) });
    expect(errorsOf(await post({ payload: large }))).toEqual(['400 payload too-long']);
    const context = JSON.stringify({ channel: 'x'.repeat(16_001) });
    expect(errorsOf(await post({ 'calling-context': context }))).toEqual(['400 calling-context too-long']);
    const bytes = JSON.stringify({ channel: 'ä'.repeat(8_001) });
    expect(errorsOf(await post({ 'calling-context': bytes }))).toEqual(['400 calling-context too-long']);
  });

  test.each([
    ['is no JSON', 'acting-for'],
    ['is a list', '[]'],
    ['is a text', '"x"'],
    ['has an unknown member', '{"debtor":"x"}'],
    ['names a member twice', '{"channel":"a","channel":"b"}'],
    ['reaches for the prototype', '{"__proto__":{"initiator":"x"}}'],
    ['has a number', '{"account":5}'],
    ['has an unknown kind of proof', '{"proof":{"kind":"password"}}'],
    ['has a proof with more', '{"proof":{"kind":"ocra","id":"x","more":1}}'],
    ['has an unknown transaction type', '{"transaction-type":"XXX"}'],
    ['is null', 'null'],
  ])('when its calling context %s', async (_, context) => {
    expect(errorsOf(await post({ 'calling-context': context }))).toEqual(['400 calling-context malformed']);
  });

  test('when it names another bank', async () => {
    const context = JSON.stringify({ 'bank-id': '02' });
    expect(errorsOf(await post({ 'calling-context': context }))).toEqual([
      '400 calling-context.bank-id mismatch',
    ]);
    expect(reasonsOf(await post({ 'calling-context': JSON.stringify({ 'bank-id': '01' }) }))).toEqual([
      '401 step-up-required',
    ]);
  });

  test('when it is for an owner without a mandate of the user, as if nothing existed', async () => {
    for (const member of ['acting-for', 'customer-number']) {
      for (const whose of [rival, 'C999999', '*']) {
        const response = await post({ 'calling-context': JSON.stringify({ [member]: whose }) });
        expect(refusalOf(response)).toBe('404 not-found');
      }
    }
  });

  test('when it debits an account of another customer', async () => {
    const foreign = payment('50', { debtorAccount: { iban: 'DE02100500000054540402' } });
    expect(errorsOf(await post({ payload: foreign }))).toEqual(['400 payload mismatch']);
    const own = payment('50', { debtorAccount: { iban: 'DE02120300000000202051' } });
    expect(reasonsOf(await post({ payload: own }))).toEqual(['401 step-up-required']);
    // A payment to another customer is allowed.
    const paid = payment('50', { creditorAccount: { iban: 'DE02100500000054540402' } });
    expect(reasonsOf(await post({ payload: paid }))).toEqual(['401 step-up-required']);
    const consent = JSON.stringify({ access: { accounts: [{ iban: 'DE02100500000054540402' }] } });
    expect(errorsOf(await post({ 'resource-kind': 'consent', payload: consent }))).toEqual([
      '400 payload mismatch',
    ]);
  });

  test('from an application alone, or without the right', async () => {
    const app = { kind: 'application', id: 'app', banks: ['01'], scope: 'authorization.sign' } as const;
    expect((await post({}, app)).status).toBe(403);
    const customer = { ...signerToken(userOf('A1')), scope: 'authorization.levels' };
    expect((await post({}, customer)).status).toBe(403);
    const employee = {
      kind: 'employee',
      id: 'e-1',
      roles: ['authorization.levels'],
      assurance: 'sca',
    } as const;
    expect((await post({}, employee)).status).toBe(403);
  });
});

describe('two resources of one id', () => {
  test('of one owner are distinguished by their kind', async () => {
    const resourceId = 'twice';
    const request = { owner, resourceId, payload: payment('50000'), data: dataOf('50000.00') };
    await sign(testApp, company.signer('A1'), request);
    const filed = { kind: 'ocra', id: await ocraProof(testApp, company.signer('A1'), 'random') };
    const document = { owner, resourceId, kind: 'document', payload: 'Terms', proof: filed };
    expect(reasonsOf(await tryToSign(testApp, userOf('A1'), document))).toEqual(['signature-accepted']);
    const sent = await tryToSign(testApp, userOf('A2'), { owner, resourceId });
    expect(errorsOf(sent)).toEqual(['400 resource-kind required']);
    const known = await requestSignatures(testApp, signerToken(userOf('A2')), {
      owner,
      resourceId,
      kind: 'document',
    });
    expect(countsOf(known)).toEqual([`furfilled customer:${owner} 1/1`]);
  });

  test('of two owners are independent', async () => {
    const resourceId = 'squatted';
    const request = { resourceId, payload: payment('50000'), data: dataOf('50000.00') };
    await sign(testApp, others.signer('A1'), { ...request, owner: rival });
    await sign(testApp, others.signer('B1'), { ...request, owner: rival });
    const theirs = await collectionRow(testApp, { owner: rival, resourceId });
    const as = signerToken(userOf('A2'));
    expect(errorsOf(await requestSignatures(testApp, as, { owner, resourceId }))).toEqual([
      '400 resource-kind required',
    ]);
    const mine = { owner, resourceId, kind: 'payment', payload: payment('50000') };
    expect(countsOf(await requestSignatures(testApp, as, mine))).toEqual([
      'open customer-group:A 0/2',
      'open customer-group:A 0/1 customer-group:B 0/1',
    ]);
    expect(reasonsOf(await sign(testApp, company.signer('A1'), { ...request, owner }))).toEqual([
      'signature-accepted',
      'signature-accepted',
    ]);
    expect(await collectionRow(testApp, { owner: rival, resourceId })).toEqual(theirs);
    expect((await collectionRow(testApp, { owner, resourceId })).state).toBe('open');
  });

  test('are found however many other owners use the same id', async () => {
    const resourceId = 'crowded';
    const request = { owner, resourceId, payload: payment('50000'), data: dataOf('50000.00') };
    await sign(testApp, company.signer('A1'), { ...request, resourceId: 'to be copied' });
    const from = await collectionRow(testApp, { owner, resourceId: 'to be copied' });
    await testApp.database.query(
      `insert into "authorization".signature_collection
       select bank_id, 'X' || n, resource_kind, $2, gen_random_uuid(), digest, decision, sealed_signature_data,
              initiator, seal, state, expires_at, fulfilled_at, settled_at, row_version, created_at, modified_at
         from "authorization".signature_collection, generate_series(1, 150) as n where collection_id = $1`,
      [from.collection_id, resourceId],
    );
    await sign(testApp, company.signer('A1'), request);
    expect(await collectionRows(testApp, { owner, resourceId })).toHaveLength(1);
    const response = await requestSignatures(testApp, signerToken(userOf('A2')), { owner, resourceId });
    expect(countsOf(response)[0]).toBe('open customer-group:A 1/2');
  });
});
