import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { accountKey } from '../../domain/signing/payment-order.ts';
import type { Accounts } from '../../ports/accounts.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
} from '../../testing/authorization-test-app.suite.ts';
import {
  activate,
  countsOf,
  of,
  organization,
  payment,
  requestSignatures,
  ruleFields,
  signerIn,
  signerToken,
  type TestSigner,
} from '../../testing/signing-steps.suite.ts';

const iban = 'DE89370400440532013000';
const bban = '370400440532013000';
const guarded = 'NL91ABNA0417164300';
const owner = '1000000081';
const rival = '1000000082';

/** Core banking that knows each account by its IBAN and by its BBAN. */
const core: Accounts = {
  unknownDebtors: () => 'refused',
  find: async (_bank, references) => {
    const known = new Map([
      [iban, { accountId: 'ACC-1', owner, joint: undefined }],
      [`bban:${bban}`, { accountId: 'ACC-1', owner, joint: undefined }],
      ['DE02100500000054540402', { accountId: 'ACC-2', owner: rival, joint: undefined }],
    ]);
    return new Map(
      references.flatMap((reference) => {
        const account = known.get(accountKey(reference));
        return account === undefined ? [] : [[accountKey(reference), account]];
      }),
    );
  },
  jointHoldingsOf: async () => [],
  midRates: async () => [],
};

interface Bank {
  readonly app: AuthorizationTestApp;
  readonly signer: TestSigner;
}

/** One signature below 10,000 EUR, two from there on, three for one account. */
async function openBank(accounts: Partial<{ readonly accounts: Accounts }>, account: string): Promise<Bank> {
  const app = await createAuthorizationTestApp({ ports: accounts });
  const signers = await organization(app, owner, { A: 3 });
  const rule = (id: string, more: Fields): Fields =>
    ruleFields({ 'rule-id': id, owner, 'resource-kind': '*', 'authorization-type': 'N/A', ...more });
  await activate(app, owner, [
    rule('small', { 'amount-to': '10000', alternatives: [[of('A', 1)]] }),
    rule('large', { 'amount-from': '10000', alternatives: [[of('A', 2)]] }),
    rule('guarded', { account, alternatives: [[of('A', 3)]] }),
  ]);
  return { app: app, signer: signerIn(signers, 'A1') };
}

let plain: Bank;
let connected: Bank;
beforeAll(async () => {
  // The rule spells its IBAN in lower case.
  plain = await openBank({}, guarded.toLowerCase());
  connected = await openBank({ accounts: core }, 'ACC-1');
});
afterAll(async () => {
  await plain.app[Symbol.asyncDispose]();
  await connected.app[Symbol.asyncDispose]();
});

/** Returns what a payload requires, or why it is refused. */
async function needs(
  { signer, app: world }: Bank,
  kind: string,
  payload: unknown,
): Promise<readonly string[]> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const request = { owner, resourceId: 'thing', kind, payload: text };
  const response = await requestSignatures(world, signerToken(signer.user), request);
  return response.status === 400 ? errorsOf(response) : countsOf(response);
}

const one = ['open customer-group:A 0/1'];
const two = ['open customer-group:A 0/2'];
const three = ['open customer-group:A 0/3'];
const credit = (amount: string): Fields => ({
  instructedAmount: { currency: 'EUR', amount },
  creditorAccount: { iban: 'NL91ABNA0417164300' },
});
const bulk = (debtorAccount: Fields): Fields => ({
  debtorAccount,
  payments: [credit('9000'), credit('9000')],
});

describe('without a core', () => {
  test('an account is its IBAN, and counts once in every spelling', async () => {
    expect(await needs(plain, 'payment', payment('9000', { debtorAccount: { iban } }))).toEqual(one);
    for (const spelled of [iban, iban.toLowerCase(), 'DE89 3704 0044 0532 0130 00'])
      expect(await needs(plain, 'bulk-payment', bulk({ iban: spelled }))).toEqual(two);
  });

  const names: readonly (readonly [string, Fields, string])[] = [
    ['BBAN', { bban }, 'format'],
    ['BBAN in another case', { bban: 'abc123' }, 'format'],
    ['card number', { pan: '4111111111111111' }, 'format'],
    ['masked card number', { maskedPan: '411111******1111' }, 'format'],
    ['phone number', { msisdn: '+4915112345678' }, 'format'],
    ['another name', { other: { identification: 'ACC-1' } }, 'format'],
    ['IBAN under another name', { other: { identification: iban } }, 'malformed'],
    ['IBAN with a wrong check digit', { iban: 'DE88370400440532013000' }, 'checksum'],
    ['IBAN with check digits that only seem right', { iban: 'DE00370400440532013000' }, 'checksum'],
    ['IBAN of a wrong length', { iban: 'DE8937040044053201300' }, 'checksum'],
    ['internal number as IBAN', { iban: 'ACC1' }, 'checksum'],
  ];

  test.each(names)('a debtor named by %s is refused in every kind of payload', async (_, debtor, code) => {
    const refused = [`400 payload ${code}`];
    const single = payment('9000', { debtorAccount: debtor });
    for (const kind of ['payment', 'periodic-payment', 'payment-cancellation'])
      expect([kind, await needs(plain, kind, single)]).toEqual([kind, refused]);
    for (const kind of ['bulk-payment', 'payment-cancellation'])
      expect([kind, await needs(plain, kind, bulk(debtor))]).toEqual([kind, refused]);
    expect(await needs(plain, 'consent', { access: { balances: [{ iban }, debtor] } })).toEqual(refused);
    expect(await needs(plain, 'funds-confirmation-consent', { account: debtor })).toEqual(refused);
  });

  test('a rule about an account applies to it in every spelling', async () => {
    for (const spelled of [guarded, guarded.toLowerCase(), 'NL91 ABNA 0417 1643 00'])
      expect(await needs(plain, 'payment', payment('5', { debtorAccount: { iban: spelled } }))).toEqual(
        three,
      );
    expect(await needs(plain, 'consent', { access: { accounts: [{ iban: 'nl91abna0417164300' }] } })).toEqual(
      three,
    );
    expect(
      await needs(plain, 'payment', payment('5', { debtorAccount: { bban: 'ABNA0417164300' } })),
    ).toEqual(['400 payload format']);
  });

  test('a query about levels may use any spelling, and is echoed unchanged', async () => {
    const { signer, app: world } = plain;
    const sent = `/authorization-levels?identifier=${owner}&bankId=01&accountID=nl91abna0417164300&amount=5&currency=EUR`;
    const response = await world.get(sent, signerToken(signer.user, { 'acting-for': owner }));
    expect(response.status).toBe(200);
    expect(at(response.body, 0, 'searchCriteria', 'accountID')).toBe('nl91abna0417164300');
    expect(response.text).toContain(guarded);
  });

  test('a creditor may be named by any scheme, and a basket names no account', async () => {
    expect(await needs(plain, 'payment', payment('5', { creditorAccount: { bban: '12-34' } }))).toEqual(one);
    const digest = `sha-256:${'0'.repeat(64)}`;
    expect(await needs(plain, 'signing-basket', [{ id: 'a', digest }])).not.toContain('400 payload format');
  });
});

describe('with a core', () => {
  test('sums and rules use the account, not its name', async () => {
    for (const debtorAccount of [{ iban }, { bban }])
      expect(await needs(connected, 'payment', payment('5', { debtorAccount }))).toEqual(three);
  });

  test('an unknown debtor is refused like one of another customer', async () => {
    const unknown = payment('5', { debtorAccount: { iban: guarded } });
    const foreign = payment('5', { debtorAccount: { iban: 'DE02100500000054540402' } });
    // The same text under another scheme is another reference.
    const other = payment('5', { debtorAccount: { other: bban } });
    for (const payload of [unknown, foreign, other])
      expect(await needs(connected, 'payment', payload)).toEqual(['400 payload mismatch']);
  });
});
