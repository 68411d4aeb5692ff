import type { Temporal } from 'temporal-polyfill';
import { type DemoDay, dayNumber } from './demo-day.ts';
import { seedOf } from './draws.ts';
import { type OwnedAccount, personaAccounts } from './personas.ts';
import { type HabitOf, payeeOf, planHabit } from './plan-habit.ts';
import { codes, type PlannedEntry } from './planned-entry.ts';
import { stableUuid } from './stable-uuid.ts';

/** What the plan of a day depends on beside the day. */
export interface DemoSpan {
  /** The day on which all accounts were opened, as a number. */
  readonly firstDay: number;
  /** The day on which the history ended. */
  readonly madeOn: number;
  /**
   * Whether standing orders are part of the plan. They are for days before the ledger had them; from then on the ledger
   * executes them itself.
   */
  readonly hasStandingOrders: boolean;
}

/** The history is so long when the bank is made. */
export const historyYears = 2;

/** Returns the span of a bank whose accounts were opened on a day. */
export function demoSpan(
  firstDay: Temporal.PlainDate,
  { hasStandingOrders }: Pick<DemoSpan, 'hasStandingOrders'>,
): DemoSpan {
  return {
    firstDay: dayNumber(firstDay),
    madeOn: dayNumber(firstDay.add({ years: historyYears })),
    hasStandingOrders,
  };
}

const habits: readonly HabitOf[] = personaAccounts.flatMap((owned) =>
  owned.account.habits.map((habit, index) => {
    const name = `${owned.account.key} ${index}`;
    return { owned, habit, name, seed: seedOf(name) };
  }),
);

const minuteMs = 60_000;
const feeMinor = 12_00n;

/** The entry that every day has, with which the bank pays the card scheme: it shows that the day was booked. */
export function feeIdOf(date: Temporal.PlainDate): string {
  return stableUuid(`scheme fee ${date.toString()}`);
}

/** Plans the entries of a day, in their order. */
export function planDay(day: DemoDay, span: DemoSpan): readonly PlannedEntry[] {
  const planned = habits
    .filter(({ habit, owned }) => isUsed(owned, day, span) && isPlanned(habit.kind, span))
    .flatMap((habit) => planHabit(habit, day));
  const once = personaAccounts.flatMap((owned) => [
    ...openings(owned, day, span),
    ...ending(owned, day, span),
  ]);
  return [...once, ...planned, schemeFee(day)].toSorted((one, other) => one.atMs - other.atMs);
}

function isPlanned(kind: HabitOf['habit']['kind'], { hasStandingOrders }: DemoSpan): boolean {
  return kind !== 'standing-order' || hasStandingOrders;
}

/** Accounts that are not open had a last day. */
function lastDayOf({ account }: OwnedAccount, { madeOn }: DemoSpan): number | undefined {
  return account.idleDays === undefined ? undefined : madeOn - account.idleDays;
}

function isUsed(owned: OwnedAccount, { number }: DemoDay, span: DemoSpan): boolean {
  const lastDay = lastDayOf(owned, span);
  return lastDay === undefined || number <= lastDay;
}

function openings(
  { account }: OwnedAccount,
  { number, startMs }: DemoDay,
  { firstDay }: DemoSpan,
): readonly PlannedEntry[] {
  if (number !== firstDay) return [];
  return account.currencies.flatMap((currency) => {
    const minor = account.opening?.[currency] ?? 0n;
    if (minor === 0n) return [];
    const details = { code: codes.opening, name: 'Opening balance' };
    const own = { account: account.key, details };
    const bank = { internal: 'equity', details: { code: codes.opening } } as const;
    return [
      {
        entryId: stableUuid(`opening ${account.key} ${currency}`),
        atMs: startMs + minuteMs,
        kind: 'opening' as const,
        currency,
        amount: minor < 0n ? -minor : minor,
        debit: minor < 0n ? own : bank,
        credit: minor < 0n ? bank : own,
      },
    ];
  });
}

/** An account that was closed was emptied on its last day. */
function ending(owned: OwnedAccount, day: DemoDay, span: DemoSpan): readonly PlannedEntry[] {
  const { account } = owned;
  const isLast = lastDayOf(owned, span) === day.number;
  if (account.status !== 'closed' || !isLast) return [];
  const { iban, name } = payeeOf('otherBank');
  const remittance = 'Balance of the closed account';
  return account.currencies.map((currency) => ({
    entryId: stableUuid(`ending ${account.key} ${currency}`),
    atMs: day.startMs + 23 * 60 * minuteMs,
    kind: 'transfer' as const,
    currency,
    amount: (balanceOf) => balanceOf(account.key, currency),
    debit: {
      account: account.key,
      details: { code: codes.closing, name, account: { scheme: 'iban' as const, id: iban }, remittance },
    },
    credit: { internal: 'clearing' as const, details: { code: codes.closing } },
  }));
}

function schemeFee({ date, startMs }: DemoDay): PlannedEntry {
  const details = { code: codes.schemeFee };
  return {
    entryId: feeIdOf(date),
    atMs: startMs,
    kind: 'transfer',
    currency: 'EUR',
    amount: feeMinor,
    debit: { internal: 'equity', details },
    credit: { internal: 'clearing', details },
  };
}
