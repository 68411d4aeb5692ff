import type { Frequency } from '#platform/kernel/schedule.ts';

/** A schedule in texts and numbers. */
export interface NaiveSchedule {
  readonly startDate: string;
  readonly endDate: string | undefined;
  readonly frequency: Frequency;
  readonly executionRule: 'following' | 'preceding' | undefined;
  readonly dayOfExecution: number | undefined;
  readonly monthsOfExecution: readonly number[] | undefined;
}

const dayMs = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const moved = (day: string, days: number): string => isoDay(msOf(day) + days * dayMs);
/** From Monday on, from 1. */
const weekday = (day: string): number => ((Math.floor(msOf(day) / dayMs) + 3) % 7) + 1;
const monthNo = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

const monthSteps: Readonly<Partial<Record<Frequency, number>>> = {
  Monthly: 1,
  EveryTwoMonths: 2,
  Quarterly: 3,
  SemiAnnual: 6,
  Annual: 12,
  MonthlyVariable: 1,
};

/**
 * The days on which a schedule pays until a day, found by looking at each day of the calendar in turn. It shares no code
 * with the product, and computes with milliseconds and texts.
 */
export function naiveExecutions(
  schedule: NaiveSchedule,
  until: string,
  isBusinessDay: (day: string) => boolean,
): readonly { readonly planned: string; readonly day: string }[] {
  const last = schedule.endDate === undefined || schedule.endDate > until ? until : schedule.endDate;
  const planned: string[] = [];
  for (let day = schedule.startDate; day <= last; day = moved(day, 1))
    if (isPlanned(schedule, planned[0], day)) planned.push(day);
  return planned.flatMap((one) => {
    const day = executedOn(schedule, one, isBusinessDay);
    return day === undefined ? [] : [{ planned: one, day }];
  });
}

function isPlanned(schedule: NaiveSchedule, first: string | undefined, day: string): boolean {
  const { frequency } = schedule;
  if (frequency === 'Daily') return true;
  return frequency === 'Weekly' || frequency === 'EveryTwoWeeks'
    ? isPlannedInWeek(schedule, first ?? day, day)
    : isPlannedInMonth(schedule, first ?? day, day);
}

function isPlannedInWeek(
  { dayOfExecution, frequency, startDate }: NaiveSchedule,
  first: string,
  day: string,
): boolean {
  if (weekday(day) !== (dayOfExecution ?? weekday(startDate))) return false;
  const weeks = (msOf(day) - msOf(first)) / dayMs / 7;
  return frequency === 'Weekly' || weeks % 2 === 0;
}

function isPlannedInMonth(
  { dayOfExecution, frequency, monthsOfExecution, startDate }: NaiveSchedule,
  first: string,
  day: string,
): boolean {
  if (!isDayOfMonth(dayOfExecution ?? Number(startDate.slice(8)), day)) return false;
  if (frequency === 'MonthlyVariable') return monthsOfExecution?.includes(Number(day.slice(5, 7))) === true;
  return (monthNo(day) - monthNo(first)) % (monthSteps[frequency] ?? 1) === 0;
}

/** A month without the day has its last one instead. */
function isDayOfMonth(wanted: number, day: string): boolean {
  const ofMonth = Number(day.slice(8));
  const isLast = monthNo(moved(day, 1)) !== monthNo(day);
  return ofMonth === wanted || (isLast && wanted > ofMonth);
}

function executedOn(
  { endDate, executionRule, frequency, startDate }: NaiveSchedule,
  planned: string,
  isBusinessDay: (day: string) => boolean,
): string | undefined {
  if (isBusinessDay(planned)) return planned;
  if (frequency === 'Daily') return undefined;
  let [later, earlier] = [planned, planned];
  while (!isBusinessDay(later)) later = moved(later, 1);
  while (!isBusinessDay(earlier)) earlier = moved(earlier, -1);
  const isInside = (day: string): boolean => day >= startDate && (endDate === undefined || day <= endDate);
  const [wanted, other] = executionRule === 'preceding' ? [earlier, later] : [later, earlier];
  if (isInside(wanted)) return wanted;
  return isInside(other) ? other : undefined;
}
