import { Temporal } from 'temporal-polyfill';
import { isTargetDay } from '../../server/src/capabilities/core-banking/domain/target-days.ts';
import { executionStart } from '../../server/src/capabilities/payments/domain/times.ts';
import { omitUndefined } from '../../server/src/platform/kernel/members.ts';
import { executionDayOf, nextPlannedDay, type Schedule } from '../../server/src/platform/kernel/schedule.ts';
import {
  type NaiveSchedule,
  naiveExecutions,
} from '../../server/src/platform/testing/naive-schedule.suite.ts';
import { chanceFrom } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { dayMs, isNaiveBusinessDay, randomScheduleFrom, zones } from './naive-calendar.ts';
import { tortureStandingWorker } from './standing-orders-worker.ts';

const schedulesWanted: Readonly<Record<Scale, number>> = { ci: 300, night: 5_000, full: 50_000 };
const controlSchedules = 100;
const [firstDay, lastDay] = ['2024-01-01', '2033-12-31'];

/**
 * Compares ten simulated years of random standing orders with a naive calendar that looks at each day, in four time zones
 * with both changes of the clock: the planned days, the days of execution and the moments from which on they are due.
 * Then repeats it with a schedule that overflows into the next month, which must be detected. At last, workers execute
 * orders on a database for ten years.
 */
export async function tortureStandingOrders({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const chance = chanceFrom(seed);
  const wanted = schedulesWanted[scale];
  const show = progress('standing orders', wanted);
  let [executions, wrong] = [0, 0];
  for (let count = 1; count <= wanted; count += 1) {
    const naive = randomScheduleFrom(chance, firstDay);
    const zone = zones[count % zones.length] ?? 'Europe/Berlin';
    const [expected, found] = [naiveDays(naive, zone), productDays(naive, zone)];
    executions += expected.length;
    if (JSON.stringify(expected) !== JSON.stringify(found)) {
      wrong += 1;
      if (wrong <= 3) console.log(`differs: ${JSON.stringify(naive)}`);
    }
    show(count);
  }
  let detected = 0;
  for (let count = 0; count < controlSchedules; count += 1) {
    const naive: NaiveSchedule = {
      ...randomScheduleFrom(chance, firstDay),
      frequency: 'Monthly',
      dayOfExecution: 31,
    };
    const found = productDays(overflowing(naive), 'Europe/Berlin');
    if (JSON.stringify(naiveDays(naive, 'Europe/Berlin')) !== JSON.stringify(found)) detected += 1;
  }
  return [
    {
      name: `standing orders over ten years, in four zones, that differ from a naive calendar (${wanted} orders, ${executions} executions)`,
      figure: String(wrong),
      goal: '0',
      isReached: wrong === 0 && executions > wanted,
    },
    {
      name: 'control with a planted fault: orders of the last day of the month that were found wrong',
      figure: `${detected} of ${controlSchedules}`,
      goal: 'more than 0',
      isReached: detected > 0,
    },
    ...(await tortureStandingWorker({ scale, seed })),
  ];
}

/** The planted fault: the 31st is taken for the 30th. */
function overflowing(naive: NaiveSchedule): NaiveSchedule {
  return { ...naive, dayOfExecution: 30 };
}

type Execution = readonly [planned: string, day: string, dueMs: number];

function productDays(naive: NaiveSchedule, zone: string): readonly Execution[] {
  const { endDate, startDate, ...rest } = naive;
  const schedule: Schedule = omitUndefined({
    ...rest,
    startDate: Temporal.PlainDate.from(startDate),
    endDate: endDate === undefined ? undefined : Temporal.PlainDate.from(endDate),
  });
  const found: Execution[] = [];
  for (
    let planned = nextPlannedDay(schedule, undefined);
    planned !== undefined && planned.toString() <= lastDay;
    planned = nextPlannedDay(schedule, planned)
  ) {
    const day = executionDayOf(schedule, planned, isTargetDay);
    const due = executionStart(day, zone);
    if (day !== undefined && due !== undefined)
      found.push([planned.toString(), day.toString(), due.epochMilliseconds]);
  }
  return found;
}

function naiveDays(naive: NaiveSchedule, zone: string): readonly Execution[] {
  return naiveExecutions(naive, lastDay, isNaiveBusinessDay).map(({ day, planned }) => [
    planned,
    day,
    firstMoment(day, zone),
  ]);
}

const formats: ReadonlyMap<string, Intl.DateTimeFormat> = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
  ]),
);
const moments = new Map<string, number>();

/** Returns the first moment at which clocks of a zone show a day: the quarters of an hour around it are tried in turn. */
function firstMoment(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  const known = moments.get(key);
  if (known !== undefined) return known;
  let at = Date.parse(`${day}T00:00:00Z`) - dayMs / 4;
  while (formats.get(zone)?.format(at) !== day) at += dayMs / 96;
  moments.set(key, at);
  return at;
}
