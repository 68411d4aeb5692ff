import { describe, expect, test } from 'vitest';
import { type AccessNeed, coveredKinds, isNeedCovered } from './coverage.ts';
import type { KeptAccess } from './kept-access.ts';

const account = { accountId: 'a', iban: 'DE40100100103307118608' };
const dollars = { accountId: 'b', iban: 'DE02100100109307118603', currency: 'USD' };
const card = { accountId: 'c', maskedPan: '525412******3241' };
const access = (model: KeptAccess['model'], lists: KeptAccess['lists'] = {}): KeptAccess => ({
  model,
  lists,
  salt: 'salt',
  withOwnerName: false,
});
const needs: readonly AccessNeed[] = ['list', 'accounts', 'balances', 'transactions'];

describe('what may be asked for', () => {
  test.each<[string, KeptAccess, readonly AccessNeed[], readonly AccessNeed[]]>([
    ['the list of accounts', access('availableAccounts'), ['list'], []],
    ['the list with balances', access('availableAccountsWithBalance'), ['list'], []],
    ['everything', access('allPsd2'), needs, needs],
    ['an account', access('detailed', { accounts: [account] }), ['list', 'accounts'], []],
    ['balances', access('detailed', { balances: [account] }), ['list', 'accounts', 'balances'], []],
    [
      'transactions of a chosen account',
      access('bank-offered', { accounts: [account], transactions: [account] }),
      ['list', 'accounts', 'transactions'],
      [],
    ],
    ['cards alone', access('detailed', { balances: [card] }), [], ['list', 'accounts', 'balances']],
    [
      'accounts and cards',
      access('detailed', { accounts: [card], balances: [account] }),
      ['list', 'accounts', 'balances'],
      ['list', 'accounts'],
    ],
  ])('with %s', (_, given, ofAccounts, ofCards) => {
    expect(needs.filter((need) => isNeedCovered(given, 'accounts', need))).toEqual(ofAccounts);
    expect(needs.filter((need) => isNeedCovered(given, 'cards', need))).toEqual(ofCards);
  });
});

describe('what is covered of an account', () => {
  const kinds = (given: KeptAccess, accountId: string, currency?: string): readonly string[] => [
    ...coveredKinds(given, { accountId, currency }),
  ];

  test('that a consent names is what it names, and the account itself', () => {
    const given = access('detailed', { balances: [account], transactions: [account, dollars] });
    expect(kinds(given, 'a', 'EUR')).toEqual(['accounts', 'balances', 'transactions']);
    expect(kinds(given, 'a')).toEqual(['accounts', 'balances', 'transactions']);
    expect(kinds(given, 'b', 'USD')).toEqual(['accounts', 'transactions']);
    expect(kinds(given, 'b', 'EUR')).toEqual([]);
    expect(kinds(given, 'b')).toEqual([]);
    expect(kinds(given, 'x', 'EUR')).toEqual([]);
  });

  test.each<[KeptAccess['model'], readonly string[]]>([
    ['availableAccounts', ['accounts']],
    ['availableAccountsWithBalance', ['accounts', 'balances']],
    ['allPsd2', ['accounts', 'balances', 'transactions']],
  ])('by %s is the same for every account', (model, expected) => {
    expect(kinds(access(model), 'x', 'EUR')).toEqual(expected);
  });
});
