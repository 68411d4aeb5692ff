import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import { countedExecutions, frequencies, type Schedule } from '#platform/kernel/schedule.ts';
import type { JsonObject, JsonValue } from './json-text.ts';

/** Returns what a standing order counts: all that it pays until its end, or within a year. */
// GAP: the specification does not say what a standing order counts. ADR-0168
export function standingAmount({ currency, minor }: Money, schedule: Schedule): Money {
  return { currency, minor: minor * BigInt(countedExecutions(schedule)) };
}

/** Reads the schedule of a payload; undefined if it does not say when it pays, so that every band matches. */
export function scheduleOf(payload: JsonObject): Schedule | undefined {
  const frequency = frequencies.find((one) => one === payload.get('frequency'));
  const startDate = dateOf(payload.get('startDate'));
  const endDate = dateOf(payload.get('endDate'));
  const days = payload.get('dayOfExecution');
  const months = payload.get('monthsOfExecution');
  const isRead = startDate !== undefined && (endDate !== undefined || !payload.has('endDate'));
  if (frequency === undefined || !isRead) return undefined;
  return omitUndefined({
    frequency,
    startDate,
    endDate,
    dayOfExecution: days === undefined ? undefined : Number(days),
    monthsOfExecution: Array.isArray(months) ? months.map(Number) : undefined,
  });
}

function dateOf(value: JsonValue | undefined): Temporal.PlainDate | undefined {
  if (typeof value !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return undefined;
  try {
    return Temporal.PlainDate.from(value, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}
