import { describe, expect, test } from 'vitest';
import { type AccessChoices, checkAccess, modelOf, type SentAccess, wantsOwnerName } from './access.ts';
import { maskedPan } from './masked-pan.ts';

const a = { iban: 'DE40100100103307118608' };
const b = { iban: 'DE02100100109307118603' };
const choices: AccessChoices = {
  models: new Set([
    'detailed',
    'bank-offered',
    'allPsd2',
    'availableAccounts',
    'availableAccountsWithBalance',
  ]),
  accountFields: ['iban', 'maskedPan'],
};

describe('the model of an access', () => {
  test.each<[string, SentAccess, string | undefined]>([
    ['one list', { accounts: [a] }, 'detailed'],
    ['balances alone', { balances: [a] }, 'detailed'],
    ['three lists', { accounts: [a], balances: [a, b], transactions: [b] }, 'detailed'],
    ['one empty list', { balances: [] }, 'bank-offered'],
    ['empty lists', { accounts: [], balances: [], transactions: [] }, 'bank-offered'],
    ['a list with and one without accounts', { accounts: [a], balances: [] }, undefined],
    ['all accounts', { availableAccounts: 'allAccounts' }, 'availableAccounts'],
    ['balances of all', { availableAccountsWithBalance: 'allAccounts' }, 'availableAccountsWithBalance'],
    ['everything', { allPsd2: 'allAccounts' }, 'allPsd2'],
    ['a flag beside empty lists', { allPsd2: 'allAccounts', accounts: [] }, 'allPsd2'],
    ['a flag beside accounts', { allPsd2: 'allAccounts', accounts: [a] }, undefined],
    ['two flags', { allPsd2: 'allAccounts', availableAccounts: 'allAccounts' }, undefined],
    ['nothing', {}, undefined],
    ['additions alone', { additionalInformation: { ownerName: [] } }, undefined],
  ])('with %s', (_, access, model) => {
    expect(modelOf(access)).toBe(model);
  });
});

describe('an access', () => {
  const faults = (access: SentAccess, more: Partial<AccessChoices> = {}): readonly string[] =>
    checkAccess(access, { ...choices, ...more }).map(({ at, kind }) => `${at.join('/')} ${kind}`);

  test.each<[string, SentAccess, readonly string[]]>([
    ['without anything', {}, [' missing']],
    ['that mixes models', { accounts: [a], balances: [] }, [' mixed']],
    ['with accounts', { accounts: [a], transactions: [b] }, []],
    ['with an account without a name', { accounts: [{}] }, ['accounts/0 identifier']],
    ['with only a currency', { accounts: [{ currency: 'EUR' }] }, ['accounts/0 identifier']],
    ['with two names of one account', { accounts: [a, { ...b, bban: '1' }] }, ['accounts/1 identifier']],
    [
      'with a name of a kind that the bank does not know',
      { balances: [{ msisdn: '4917' }] },
      ['balances/0 identifier'],
    ],
    ['with cards', { balances: [{ maskedPan: '525412******3241' }] }, []],
    ['with restrictions', { accounts: [], restrictedTo: ['CACC'] }, ['restrictedTo unsupported']],
    ['with statements', { accounts: [a], statements: [a] }, ['statements unsupported']],
    ['with names of owners', { accounts: [a], additionalInformation: { ownerName: [a] } }, []],
    ['with names of all owners', { accounts: [a], additionalInformation: { ownerName: [] } }, []],
    [
      'with the name of an owner of another account',
      { accounts: [a], additionalInformation: { ownerName: [b], trustedBeneficiaries: [b] } },
      [
        'additionalInformation/ownerName/0 not-included',
        'additionalInformation/trustedBeneficiaries/0 not-included',
      ],
    ],
    [
      'with an owner of an account without a name',
      { accounts: [a], additionalInformation: { ownerName: [{}] } },
      ['additionalInformation/ownerName/0 identifier'],
    ],
    [
      'with additions beside a flag',
      { allPsd2: 'allAccounts', additionalInformation: { ownerName: [] } },
      ['additionalInformation mixed'],
    ],
  ])('%s', (_, access, expected) => {
    expect(faults(access)).toEqual(expected);
  });

  test('of a model that the bank does not offer is unsupported', () => {
    const models = new Set(['detailed'] as const);
    expect(faults({ accounts: [] }, { models })).toEqual([' unsupported']);
    expect(faults({ allPsd2: 'allAccounts' }, { models })).toEqual([' unsupported']);
  });
});

test.each<[SentAccess, boolean]>([
  [{ accounts: [a] }, false],
  [{ accounts: [a], additionalInformation: { ownerName: [a] } }, true],
  [{ accounts: [a], additionalInformation: { trustedBeneficiaries: [a] } }, false],
  [{ allPsd2: 'allAccountsWithOwnerName' }, true],
  [{ allPsd2: 'allAccounts' }, false],
])('%j asks for names of owners: %s', (access, asks) => {
  expect([wantsOwnerName(access, true), wantsOwnerName(access, false)]).toEqual([asks, false]);
});

test.each([
  ['5254123456783241', '525412******3241'],
  ['5254 1234 5678 3241', '525412******3241'],
  ['525412******3241', '525412******3241'],
  ['4000000000001', '400000***0001'],
  ['12345', '12345'],
])('of %s is kept %s', (pan, masked) => {
  expect(maskedPan(pan)).toBe(masked);
});
