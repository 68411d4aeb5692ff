import { Temporal } from 'temporal-polyfill';
import { type Option, textLike } from '../program/option.ts';

/** An option that takes a day of the calendar. */
export function day(summary: string): Option<string | undefined> {
  return textLike('DATE', summary, { expected: 'a day such as 2026-12-31', isValid: isDay });
}

function isDay(given: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/v.test(given)) return false;
  try {
    return Temporal.PlainDate.from(given, { overflow: 'reject' }).toString() === given;
  } catch {
    return false;
  }
}
