import { Temporal } from 'temporal-polyfill';
import { findLastReport } from '#capabilities/consents/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import { isTooOld, oldestDay } from '../domain/history.ts';
import type { ReportPlan, ReportStart } from '../domain/report.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { problems } from '../problems.ts';
import type { Access } from './access.ts';
import { findEntry } from './find-entry.ts';
import { bankDay, type Reported } from './report-pages.ts';
import type { ReportPosition } from './report-token.ts';

/** The entries of a report, and who asks. */
export type StartReport = NonNullable<ReportPlan['entries']> & Pick<Access, 'isAttended'>;

/** Returns where a report begins. A beginning before the days that may be read is refused, so that nothing is missing unseen. */
export async function startOfReport(
  ctx: Context & AccountsPorts,
  reported: Reported,
  { bookingStatus, isAttended, pageSize, start }: StartReport,
): Promise<ReportPosition> {
  const oldest = oldestDayOf(ctx, reported, isAttended);
  const beginning =
    start.kind === 'day'
      ? beginByDay(start, { oldest, today: bankDay(ctx) })
      : await beginAfterEntry(ctx, reported, { start, oldest });
  return { bookingStatus, pageSize, begunAt: ctx.clock.now().epochMilliseconds, ...beginning };
}

type Beginning = Pick<ReportPosition, 'after' | 'from' | 'isPresent' | 'since' | 'to'>;
type Days = { readonly oldest: Temporal.PlainDate | undefined; readonly today: Temporal.PlainDate };

function beginByDay(
  { day, to }: Extract<ReportStart, { readonly kind: 'day' }>,
  { oldest, today }: Days,
): Beginning {
  if (isTooOld(day, oldest) || Temporal.PlainDate.compare(day, today) > 0) throw periodInvalid('dateFrom');
  const from = day.toString();
  // Nothing is booked after today, so that a later end is none.
  const isPresent = to === undefined || Temporal.PlainDate.compare(to, today) >= 0;
  return { isPresent, since: from, from, ...(isPresent ? {} : { to: to.toString() }) };
}

async function beginAfterEntry(
  ctx: Context & AccountsPorts,
  reported: Reported,
  { oldest, start }: Pick<Days, 'oldest'> & { readonly start: Exclude<ReportStart, { kind: 'day' }> },
): Promise<Beginning> {
  const known =
    start.kind === 'entry'
      ? await knownEntry(ctx, reported, start.reference)
      : await lastReport(ctx, reported);
  const day = known?.day ?? oldest;
  if (day !== undefined && isTooOld(day, oldest))
    throw periodInvalid(start.kind === 'entry' ? 'entryReferenceFrom' : 'deltaList');
  const since = day?.toString();
  const { reference } = known ?? {};
  return omitUndefined({
    isPresent: true,
    since,
    ...(reference === undefined ? { from: since } : { after: reference }),
  });
}

/** Refuses a further page whose report began in another time: its customer was there, or its approval was fresh. */
export function rejectOutdated(
  ctx: Context & AccountsPorts,
  reported: Reported,
  { isAttended, position: { since } }: Pick<Access, 'isAttended'> & { readonly position: ReportPosition },
): void {
  // A report may be read over midnight.
  const oldest = oldestDayOf(ctx, reported, isAttended)?.subtract({ days: 1 });
  if (oldest === undefined) return;
  if (since === undefined || isTooOld(Temporal.PlainDate.from(since), oldest))
    throw problems['period-invalid']();
}

function oldestDayOf(
  { bankId, clock, consentsChoices }: Context & AccountsPorts,
  { consent: { approvedAt } }: Reported,
  isAttended: boolean,
): Temporal.PlainDate | undefined {
  const { timeZone } = consentsChoices.of(bankId);
  return oldestDay({ now: clock.now(), timeZone, approvedAt, isAttended });
}

interface KnownEntry {
  /** Absent if the core has forgotten it: its day is known still. */
  readonly reference?: string;
  readonly day: Temporal.PlainDate;
}

async function knownEntry(ctx: Context & AccountsPorts, { view }: Reported, id: string): Promise<KnownEntry> {
  const entry = await findEntry(ctx, view, id);
  if (entry?.bookingDate !== undefined) return { reference: entry.entryReference, day: entry.bookingDate };
  const message = 'The account has no booked entry of this reference.';
  throw problems['report-faulty']({
    fieldErrors: [{ part: 'query', path: ['entryReferenceFrom'], code: 'mismatch', message }],
  });
}

async function lastReport(
  ctx: Context & AccountsPorts,
  { consent, view }: Reported,
): Promise<KnownEntry | undefined> {
  const mark = await findLastReport(ctx, { consent, resourceId: view.resourceId });
  if (mark === undefined) return undefined;
  const isKnown = (await findEntry(ctx, view, mark.reference)) !== undefined;
  return isKnown ? mark : { day: mark.day };
}

function periodInvalid(parameter: string): Error {
  const { message } = problems['period-invalid'].entry;
  return problems['period-invalid']({
    fieldErrors: [{ part: 'query', path: [parameter], code: 'minimum', message }],
  });
}
