import { Temporal } from 'temporal-polyfill';

/** Closing days of TARGET with a fixed date, and their order around Easter, unchanged since 2002. */
const beforeEaster = [{ month: 1, day: 1 }] as const;
const afterEaster = [
  { month: 5, day: 1 },
  { month: 12, day: 25 },
  { month: 12, day: 26 },
] as const;
/** Distance of Good Friday and of Easter Monday from Easter Sunday, in days. */
const easterDistances = [-2, 1] as const;

const march = 3;
const april = 4;
const marchDays = 31;
const saturday = 6;

/** Returns the closing days of TARGET in a year beside Saturdays and Sundays, in order. */
export function targetHolidays(year: number): readonly Temporal.PlainDate[] {
  const easter = new Temporal.PlainDate(year, march, 1).add({ days: easterInMarch(year) - 1 });
  return [
    ...beforeEaster.map(({ month, day }) => new Temporal.PlainDate(year, month, day)),
    ...easterDistances.map((days) => easter.add({ days })),
    ...afterEaster.map(({ month, day }) => new Temporal.PlainDate(year, month, day)),
  ];
}

/** Tells whether TARGET settles payments on a day. Compares numbers: building the holidays costs ten times as much. */
export function isTargetDay(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek >= saturday) return false;
  const { year, month, day } = date;
  if ([...beforeEaster, ...afterEaster].some((fixed) => fixed.month === month && fixed.day === day))
    return false;
  if (month !== march && month !== april) return true;
  const distance = (month === march ? day : marchDays + day) - easterInMarch(year);
  return !easterDistances.some((days) => days === distance);
}

/**
 * Returns Easter Sunday of the Gregorian calendar as a day of March; 32 is 1 April. The algorithm of Meeus, which has
 * no exceptions: the golden number gives the age of the moon (the epact), the rest is the distance to a Sunday.
 */
function easterInMarch(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const lunarCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - lunarCorrection + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  return 22 + epact + toSunday - 7 * lateMoon;
}
