import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateChoice, type OwnedAccount, shownAccounts } from './offered-account.ts';

function account(id: string, more: Partial<OwnedAccount> = {}): OwnedAccount {
  return { id, owner: 'own', name: id, iban: `X${id}`, currency: 'EUR', isPreselected: true, ...more };
}

const offered = [
  account('a'),
  account('b'),
  account('usd', { obstacle: 'other-currency' }),
  account('old', { obstacle: 'blocked' }),
  account('firm', { owner: 'firm' }),
];

describe('a choice', () => {
  test.each([
    ['one', ['a'], 'a'],
    ['one', [], 'account-missing'],
    ['one', ['a', 'b'], 'account-refused'],
    ['one', ['a', 'a'], 'a'],
    ['one', ['usd'], 'account-refused'],
    ['one', ['old'], 'account-refused'],
    ['one', ['forged'], 'account-refused'],
    ['one', ['firm'], 'firm'],
    ['several', ['b', 'a'], 'a b'],
    ['several', [], 'account-missing'],
    ['several', ['a', 'forged'], 'account-refused'],
    ['several', ['a', 'old'], 'account-refused'],
    ['several', ['a', 'firm'], 'account-owners'],
    ['several', ['firm'], 'firm'],
  ] as const)('of %s: %j is %s', (choice, accountIds, expected) => {
    const evaluated = evaluateChoice(offered, { accountIds, choice });
    expect(
      evaluated.kind === 'chosen' ? evaluated.accounts.map(({ id }) => id).join(' ') : evaluated.error,
    ).toBe(expected);
  });

  test('is only of usable accounts of one owner, whatever a form contains', () => {
    const owned = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      owner: fc.constantFrom('own', 'firm'),
      isBlocked: fc.boolean(),
    });
    const lists = fc.uniqueArray(owned, { selector: ({ id }) => id });
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '', 'forged'));
    fc.assert(
      fc.property(
        lists,
        ids,
        fc.constantFrom('one' as const, 'several' as const),
        (list, accountIds, choice) => {
          const all = list.map(({ id, isBlocked, owner }) =>
            account(id, { owner, ...(isBlocked ? { obstacle: 'blocked' as const } : {}) }),
          );
          const evaluated = evaluateChoice(all, { accountIds, choice });
          if (evaluated.kind === 'refused') return;
          expect(new Set(evaluated.accounts.map(({ id }) => id))).toEqual(new Set(accountIds));
          expect(new Set(evaluated.accounts.map(({ owner }) => owner)).size).toBe(1);
          expect(evaluated.accounts.every(({ obstacle }) => obstacle === undefined)).toBe(true);
          expect(evaluated.accounts.length).toBeLessThanOrEqual(choice === 'one' ? 1 : all.length);
        },
      ),
    );
  });
});

describe('the list on the page', () => {
  const preselected = (...of: Parameters<typeof shownAccounts>): string =>
    shownAccounts(...of)
      .filter(({ isPreselected }) => isPreselected)
      .map(({ id }) => id)
      .join(' ');

  test.each([
    ['one', undefined, 'a'],
    ['several', undefined, 'a b'],
    ['several', ['b'], 'b'],
    ['several', ['old', 'b'], 'b'],
    ['one', ['firm'], 'firm'],
    ['one', [], ''],
  ] as const)('of %s after %j has chosen %s', (choice, before, expected) => {
    expect(preselected(offered, { before, choice })).toBe(expected);
  });

  test('can be sent as it is', () => {
    for (const choice of ['one', 'several'] as const) {
      const ids = preselected(offered, { before: undefined, choice }).split(' ');
      expect(evaluateChoice(offered, { accountIds: ids, choice }).kind).toBe('chosen');
    }
  });

  test('shows what can be spent, and why an account cannot be chosen', () => {
    const available = { minor: 5n, currency: 'EUR' } as const;
    const blocked = account('x', { available, obstacle: 'blocked' });
    const { owner: _, ...shown } = blocked;
    expect(shownAccounts([blocked], { before: undefined, choice: 'one' })).toStrictEqual([
      { ...shown, isPreselected: false },
    ]);
  });

  test('does not say who owns an account', () => {
    expect(JSON.stringify(shownAccounts(offered, { before: undefined, choice: 'one' }))).not.toContain(
      'owner',
    );
  });
});
