import type { Currency } from '#platform/kernel/currency.ts';
import type { CounterpartyKey } from './counterparties.ts';
import type { ShopKind } from './shops.ts';

/** Two amounts in minor units, the second larger. */
export type Range = readonly [min: bigint, max: bigint];

/** When something happens that has its days. The day of a month, or of a week with Monday as 1. */
export type Rhythm =
  | { readonly monthly: number; readonly months?: readonly number[] }
  | { readonly weekly: number };

/** A repeated reason for money to move on an account. Amounts are in minor units. */
export type Habit =
  | { readonly kind: 'salary'; readonly amount: bigint; readonly from: CounterpartyKey }
  | {
      readonly kind: 'standing-order';
      readonly on: { readonly monthly: number } | { readonly weekly: number };
      readonly amount: bigint;
      /** A counterparty elsewhere, or an account of a persona. */
      readonly to: string;
      readonly text: string;
    }
  | {
      readonly kind: 'direct-debit';
      readonly on: Rhythm;
      readonly amount: bigint;
      readonly to: CounterpartyKey;
      readonly text: string;
    }
  | {
      readonly kind: 'income';
      readonly on: Rhythm;
      readonly amount: Range;
      readonly from: CounterpartyKey;
      readonly text: string;
      readonly currency?: Currency;
    }
  | {
      readonly kind: 'card';
      readonly shops: ShopKind;
      readonly perMonth: number;
      readonly amount: Range;
      readonly currency?: Currency;
      /** Absent: all of them. */
      readonly months?: readonly number[];
    }
  | { readonly kind: 'cash'; readonly perMonth: number; readonly amount: Range }
  /** What a shop is paid by cards. */
  | { readonly kind: 'takings'; readonly perDay: number; readonly amount: Range }
  /** An account pays what a card account owes. */
  | { readonly kind: 'card-bill'; readonly day: number; readonly from: string }
  /** At the end of the year. */
  | { readonly kind: 'interest'; readonly perMille: bigint };

/** What nearly everyone spends money on; 100 percent is about 1,250 euros a month. */
export function everydaySpending(percent: bigint): readonly Habit[] {
  const card = (shops: ShopKind, perMonth: number, min: bigint, max: bigint): Habit => ({
    kind: 'card',
    shops,
    perMonth,
    amount: [(min * percent) / 100n, (max * percent) / 100n],
  });
  return [
    card('groceries', 7, 19_00n, 128_00n),
    card('bakery', 4, 2_20n, 9_80n),
    card('restaurant', 3, 22_00n, 98_00n),
    card('transport', 3, 3_50n, 29_00n),
    card('fuel', 1.6, 45_00n, 112_00n),
    card('pharmacy', 0.8, 5_00n, 38_00n),
    card('clothing', 0.9, 35_00n, 190_00n),
    { kind: 'cash', perMonth: 1.2, amount: [50_00n, 200_00n] },
  ];
}

/** The contracts of a household: electricity, telephone, a subscription, and insurances once a year. */
export function household(day: number): readonly Habit[] {
  return [
    { kind: 'direct-debit', to: 'power', amount: 86_00n, text: 'Electricity', on: { monthly: day } },
    {
      kind: 'direct-debit',
      to: 'telephone',
      amount: 34_99n,
      text: 'Telephone and internet',
      on: { monthly: day + 5 },
    },
    {
      kind: 'direct-debit',
      to: 'streaming',
      amount: 12_99n,
      text: 'Subscription',
      on: { monthly: day + 11 },
    },
    {
      kind: 'direct-debit',
      to: 'insurance',
      amount: 412_40n,
      text: 'Car insurance of the year',
      on: { monthly: 15, months: [1] },
    },
    {
      kind: 'direct-debit',
      to: 'insurance',
      amount: 78_20n,
      text: 'Liability insurance of the year',
      on: { monthly: 15, months: [6] },
    },
  ];
}
