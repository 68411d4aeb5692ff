import { executionRules, frequencies } from '../../server/src/platform/kernel/schedule.ts';
import type { NaiveSchedule } from '../../server/src/platform/testing/naive-schedule.suite.ts';
import type { Chance } from '../harness/chance.ts';

/** Zones with changes of the clock at midnight and at other hours. */
export const zones = ['Europe/Berlin', 'Europe/Lisbon', 'Europe/Athens', 'Asia/Beirut'] as const;

/** The closing days of TARGET, written out from the known dates of Easter; nothing here is computed. */
const listedHolidays: ReadonlySet<string> = new Set(
  [
    ['2024', '03-29', '04-01'],
    ['2025', '04-18', '04-21'],
    ['2026', '04-03', '04-06'],
    ['2027', '03-26', '03-29'],
    ['2028', '04-14', '04-17'],
    ['2029', '03-30', '04-02'],
    ['2030', '04-19', '04-22'],
    ['2031', '04-11', '04-14'],
    ['2032', '03-26', '03-29'],
    ['2033', '04-15', '04-18'],
    ['2034', '04-07', '04-10'],
    ['2035', '03-23', '03-26'],
    ['2036', '04-11', '04-14'],
    ['2037', '04-03', '04-06'],
  ].flatMap(([year, friday, monday]) =>
    ['01-01', friday, monday, '05-01', '12-25', '12-26'].map((day) => `${year}-${day}`),
  ),
);

export const dayMs = 86_400_000;

/** Returns whether TARGET is open, by the list. */
export function isNaiveBusinessDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !listedHolidays.has(day);
}

/** Returns a random schedule that starts on a day or within some years after it. */
export function randomScheduleFrom(chance: Chance, firstDay: string): NaiveSchedule {
  const frequency = chance.oneOf(frequencies);
  const startDate = randomDay(chance, firstDay);
  const end = randomDay(chance, firstDay);
  const isWeekly = frequency === 'Weekly' || frequency === 'EveryTwoWeeks';
  return {
    startDate,
    endDate: end > startDate && chance.integer(0, 1) === 0 ? end : undefined,
    frequency,
    executionRule: executionRules[chance.integer(0, executionRules.length)],
    dayOfExecution: chance.integer(0, 2) === 0 ? undefined : chance.integer(1, isWeekly ? 7 : 31),
    monthsOfExecution: frequency === 'MonthlyVariable' ? randomMonths(chance) : undefined,
  };
}

function randomDay(chance: Chance, firstDay: string): string {
  const days = chance.integer(0, 3_600);
  return new Date(Date.parse(`${firstDay}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

function randomMonths(chance: Chance): readonly number[] {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  const chosen = months.filter(() => chance.integer(0, 2) === 0).slice(0, 11);
  return chosen.length === 0 ? [chance.integer(1, 12)] : chosen;
}
