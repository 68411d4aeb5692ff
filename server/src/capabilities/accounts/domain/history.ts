import { Temporal } from 'temporal-polyfill';

/** SPEC xs2a 6.6: regulation (EU) 2018/389, article 10: without a new approval, transactions of 90 days. */
const recentDays = 90;

// GAP: "right after" the approval has no length in the standard. ADR-0082
const freshApprovalMinutes = 60;

/** A read, and the approval under which it is made. */
export interface HistoryRead {
  readonly now: Temporal.Instant;
  readonly timeZone: string;
  readonly approvedAt: Temporal.Instant;
  /** Whether the customer asked for it, and so is there. */
  readonly isAttended: boolean;
}

/** Returns the first day of which entries may be read; undefined where every day may: the customer has just approved. */
export function oldestDay({
  approvedAt,
  isAttended,
  now,
  timeZone,
}: HistoryRead): Temporal.PlainDate | undefined {
  const isFresh = Temporal.Instant.compare(now, approvedAt.add({ minutes: freshApprovalMinutes })) < 0;
  if (isAttended && isFresh) return undefined;
  return now.toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: recentDays });
}

/** Returns whether a day is too long ago. */
export function isTooOld(day: Temporal.PlainDate, oldest: Temporal.PlainDate | undefined): boolean {
  return oldest !== undefined && Temporal.PlainDate.compare(day, oldest) < 0;
}
