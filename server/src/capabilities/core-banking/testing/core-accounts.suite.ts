import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Currency } from '#platform/kernel/currency.ts';
import { referenceKey } from '../domain/account.ts';
import { balance, elsewhere, entries, euros, funded, ibans, order } from './core-cases.suite.ts';
import type { CoreHarness } from './core-harness.suite.ts';

export function accountCases(create: () => Promise<CoreHarness>): void {
  test('a customer has its own and its joint accounts; cards are listed apart', async () => {
    await using harness = await create();
    const { core } = harness;
    const own = await harness.openAccount({ owner: '1001', iban: ibans[0] });
    const joint = await harness.openAccount({
      owner: '1002',
      coHolders: ['1001'],
      signingMode: 'all',
      iban: ibans[1],
      kind: 'savings',
    });
    const card = await harness.openAccount({ owner: '1001', kind: 'card', maskedPan: '400000******0001' });
    expect((await core.accountsOf('1001')).map(({ accountId }) => accountId).toSorted()).toEqual(
      [own, joint].toSorted(),
    );
    expect((await core.cardAccountsOf('1001')).map(({ accountId }) => accountId)).toEqual([card]);
    expect(await core.jointHoldingsOf('1001')).toEqual([
      { accountId: joint, owner: '1002', holders: ['1002', '1001'], signingMode: 'all' },
    ]);
    expect(await core.accountsOf('9999')).toEqual([]);
    expect(await core.cardAccountsOf('9999')).toEqual([]);
    expect(await core.jointHoldingsOf('9999')).toEqual([]);
  });

  test('an account is found under each of its names, and only under those', async () => {
    await using harness = await create();
    const { core } = harness;
    const current = await harness.openAccount({ owner: '1001', iban: ibans[0], bban: '370400440532013000' });
    const card = await harness.openAccount({ owner: '1001', kind: 'card', maskedPan: '400000******0001' });
    const spelt = { scheme: 'iban', id: 'de89 3704 0044 0532 0130 00' } as const;
    const references = [
      spelt,
      { scheme: 'bban', id: '370400440532013000' },
      { scheme: 'maskedPan', id: '400000******0001' },
      { scheme: 'iban', id: elsewhere },
      { scheme: 'other', id: ibans[0] },
    ] as const;
    const found = await core.findAccounts(references);
    expect([...found].map(([key, { accountId }]) => [key, accountId])).toEqual([
      [referenceKey(spelt), current],
      ['bban:370400440532013000', current],
      ['maskedPan:400000******0001', card],
    ]);
    expect(found.get(referenceKey(spelt))).toMatchObject({
      kind: 'current',
      iban: ibans[0],
      currencies: ['EUR'],
      status: 'open',
      owner: '1001',
      holders: ['1001'],
      signingMode: 'any',
    });
    expect(await core.findAccounts([])).toEqual(new Map());
  });

  test.each<readonly [Currency, number]>([
    ['JPY', 0],
    ['EUR', 2],
    ['KWD', 3],
  ])('amounts in %s are exact', async (currency) => {
    await using harness = await create();
    const accountId = await harness.openAccount({ owner: '1001', currencies: [currency] });
    await harness.receive(accountId, { minor: 123_456_789_012_345n, currency });
    await harness.receive(accountId, { minor: -1n, currency });
    const [found] = await harness.core.balancesOf(accountId);
    expect(found?.booked).toEqual({ minor: 123_456_789_012_344n, currency });
    const [newest] = await entries(harness.core, accountId);
    expect(newest).toMatchObject({
      amount: { minor: -1n, currency },
      balanceAfter: { minor: 123_456_789_012_344n, currency },
    });
  });

  test('an account of several currencies has a balance and entries for each', async () => {
    await using harness = await create();
    const { core } = harness;
    const accountId = await harness.openAccount({
      owner: '1001',
      currencies: ['EUR', 'USD'],
      iban: ibans[0],
    });
    await harness.receive(accountId, euros(100));
    await harness.receive(accountId, { minor: 7n, currency: 'USD' });
    expect((await core.balancesOf(accountId)).map(({ booked }) => booked)).toEqual([
      euros(100),
      { minor: 7n, currency: 'USD' },
    ]);
    expect(await entries(core, accountId)).toHaveLength(2);
    expect((await entries(core, accountId, { currency: 'USD' })).map(({ amount }) => amount.minor)).toEqual([
      7n,
    ]);
    expect(await core.hasFunds(accountId, { minor: 8n, currency: 'USD' })).toBe(false);
    expect(await core.hasFunds(accountId, { minor: 7n, currency: 'USD' })).toBe(true);
    expect(await core.hasFunds(accountId, { minor: 1n, currency: 'GBP' })).toBe(false);
  });

  test('an unknown account has nothing, and no answer is a failure', async () => {
    await using harness = await create();
    const { core } = harness;
    for (const accountId of [randomUUID(), 'unknown']) {
      expect(await core.balancesOf(accountId)).toEqual([]);
      expect(await core.transactionsOf(accountId, { status: 'both', max: 10 })).toEqual({ items: [] });
      expect(await core.transaction(accountId, '1')).toBeUndefined();
      expect(await core.standingOrdersOf(accountId)).toEqual([]);
      expect(await core.hasFunds(accountId, euros(1))).toBe(false);
    }
    expect(await core.statusOf(randomUUID())).toBe('not-known');
    expect(await core.midRates()).toEqual([]);
  });

  test('rates are those of the bank', async () => {
    await using harness = await create();
    await harness.setRate('USD', 'EUR', 92n, 100n);
    expect(await harness.core.midRates()).toEqual([
      { from: 'USD', to: 'EUR', numerator: 92n, denominator: 100n },
    ]);
  });

  test('a limit can be used to the last cent, and no further', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 100, { creditLimit: 50n });
    expect(await harness.core.hasFunds(accountId, euros(150))).toBe(true);
    expect(await harness.core.hasFunds(accountId, euros(151))).toBe(false);
    const spent = await harness.core.submit(order(accountId, { amount: euros(150) }));
    expect(spent.state).toBe('accepted');
    expect(await balance(harness.core, accountId)).toEqual({ booked: 100n, available: 0n });
    const more = await harness.core.submit(order(accountId, { amount: euros(1) }));
    expect(more).toMatchObject({ state: 'rejected', reason: 'AM04' });
  });
}
