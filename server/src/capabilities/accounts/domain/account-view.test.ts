import { expect, test } from 'vitest';
import { balancesOfPart, type CurrencyLevel, partsOf } from './account-view.ts';

type Held = Parameters<typeof partsOf>[0];

test.each<[CurrencyLevel, readonly string[]]>([
  ['SUBACCOUNT', ['EUR', 'USD']],
  ['AGGREGATION', ['whole']],
  ['AGGREGATION_AND_SUBACCOUNT', ['whole', 'EUR', 'USD']],
])('by %s an account of two currencies has the parts %j', (level, expected) => {
  const shown = (account: Held): readonly string[] =>
    partsOf(account, level).map(({ currency = 'whole' }) => currency);
  expect(shown({ status: 'open', currencies: ['EUR', 'USD'] })).toEqual(expected);
  expect(shown({ status: 'open', currencies: ['EUR'] })).toEqual(['EUR']);
  expect(shown({ status: 'blocked', currencies: ['EUR'] })).toEqual(['EUR']);
  expect(shown({ status: 'closed', currencies: ['EUR'] })).toEqual([]);
});

test('a part has the balances of its currency, the whole account all', () => {
  const balances = [{ currency: 'EUR' }, { currency: 'USD' }];
  expect(balancesOfPart({ currency: 'USD' }, balances)).toEqual([{ currency: 'USD' }]);
  expect(balancesOfPart({ currency: undefined }, balances)).toEqual(balances);
});
