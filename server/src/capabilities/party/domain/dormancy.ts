import { Temporal } from 'temporal-polyfill';
import type { Day } from './facts.ts';

/** Returns the earliest day on which activity keeps a customer active today. */
export function firstDayOfPeriod({
  months,
  today,
}: {
  readonly months: number;
  readonly today: Day;
}): Temporal.PlainDate {
  return Temporal.PlainDate.from(today).subtract({ months });
}

/** SPEC channel interfaces 10.1: a customer is dormant after a whole period without activity. */
export function isSilent(
  { lastOn }: { readonly lastOn: Day },
  period: { readonly months: number; readonly today: Day },
): boolean {
  return lastOn < firstDayOfPeriod(period).toString();
}
