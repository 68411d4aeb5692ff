import type { Account } from './account-client.ts';

/** What an account held at the end of a day. For drawings only: a `number` is not exact enough to count money. */
export interface DayBalance {
  readonly day: string;
  readonly balance: number;
}

const dayMs = 86_400_000;
const daysMax = 400;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the balance at the end of each day from the first entry to today, the oldest first; the bank gives the balance
 * of now, so the entries are taken off it from the newest to the oldest. Empty without entries, or if one has no day.
 */
export function dailyBalances({ balance, entries = [] }: Account, today: string): readonly DayBalance[] {
  if (!entries.every(({ day }) => dayPattern.test(day))) return [];
  const change = new Map<string, number>();
  for (const { amount, day } of entries) change.set(day, (change.get(day) ?? 0) + Number(amount.amount));
  const first = [...change.keys()].sort()[0];
  if (first === undefined) return [];
  const days: DayBalance[] = [];
  let held = Number(balance.amount);
  // An entry may be booked on a day that is not over in every time zone, and so lie after today.
  const last = [...change.keys(), today].sort().at(-1) ?? today;
  for (let day = last; day >= first && days.length < daysMax; day = dayBefore(day)) {
    days.push({ day, balance: Math.round(held * 100) / 100 });
    held -= change.get(day) ?? 0;
  }
  return days.reverse();
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);
}
