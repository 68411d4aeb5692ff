import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  errorsOf,
} from '#capabilities/authorization/testing/authorization-test-app.suite.ts';
import {
  activate,
  countsOf,
  of,
  organization,
  requestSignatures,
  ruleFields,
  signerIn,
  signerToken,
  type TestSigner,
} from '#capabilities/authorization/testing/signing-steps.suite.ts';
import { createDocuments } from '#platform/documents/documents.ts';
import { block, file, transfer } from './pain001-files.suite.ts';
import { createPaymentFiles } from './payment-files.ts';

const owner = '1000000091';
const iban = 'DE89370400440532013000';
const documents = createDocuments();
let app: AuthorizationTestApp;
let signer: TestSigner;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ ports: { paymentFiles: createPaymentFiles(documents) } });
  signer = signerIn(await organization(app, owner, { A: 3 }), 'A1');
  await activate(app, owner, [
    ruleFields({ 'rule-id': 'small', owner, 'amount-to': '10000', alternatives: [[of('A', 1)]] }),
    ruleFields({ 'rule-id': 'large', owner, 'amount-from': '10000', alternatives: [[of('A', 2)]] }),
    ruleFields({ 'rule-id': 'guarded', owner, account: iban, alternatives: [[of('A', 3)]] }),
  ]);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await documents.close();
});

/** A payment block with this amount and debtor account. */
const paid = (debtor: string, amount: string): string =>
  block([transfer({ amount: `<InstdAmt Ccy="EUR">${amount}</InstdAmt>` })], { debtor });
const byIban = (text: string): string => `<IBAN>${text}</IBAN>`;
const byBban = (text: string): string => `<Othr><Id>${text}</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>`;

async function needs(blocks: readonly string[]): Promise<readonly string[]> {
  const request = { owner, resourceId: 'file', kind: 'payment', payload: file(blocks) };
  const response = await requestSignatures(app, signerToken(signer.user), request);
  return response.status === 400 ? errorsOf(response) : countsOf(response);
}

const other = 'DE02120300000000202051';
const refused = ['400 payload format'];

describe('one account in a file of payments', () => {
  test('that pays 18,000 EUR in two halves needs the signatures for 18,000 EUR', async () => {
    expect(await needs([paid(byIban(other), '9000'), paid(byIban(other), '9000')])).toEqual([
      'open customer-group:A 0/2',
    ]);
  });

  test('cannot be given by IBAN in one half and by BBAN in the other', async () => {
    expect(await needs([paid(byIban(other), '9000'), paid(byBban('120300000000202051'), '9000')])).toEqual(
      refused,
    );
  });

  test('cannot be given in nine notations of a BBAN', async () => {
    const spellings = ['abc', 'Abc', 'aBc', 'abC', 'ABc', 'AbC', 'aBC', 'ABC', 'abc1'];
    expect(await needs(spellings.map((text) => paid(byBban(text), '9999.99')))).toEqual(refused);
  });

  test('counts once in nine notations of its IBAN', async () => {
    const spelled = 'NL91ABNA0417164300';
    const spellings = Array.from({ length: 9 }, (_, place) =>
      Array.from(spelled, (letter, index) => (index % 9 === place ? letter.toLowerCase() : letter)).join(''),
    );
    expect(await needs(spellings.map((text) => paid(byIban(text), '9999.99')))).toEqual([
      'open customer-group:A 0/2',
    ]);
  });

  test('with its own rule cannot avoid it by another notation', async () => {
    expect(await needs([paid(byIban(iban), '5')])).toEqual(['open customer-group:A 0/3']);
    expect(await needs([paid(byBban(iban.slice(4)), '5')])).toEqual(refused);
    // An IBAN under another name is not even read.
    expect(await needs([paid(`<Othr><Id>${iban}</Id></Othr>`, '5')])).toEqual(['400 payload malformed']);
  });
});
