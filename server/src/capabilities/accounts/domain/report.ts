import { Temporal } from 'temporal-polyfill';

/** SPEC xs2a 1.5: which entries a report has. `information` are standing orders, `all` is everything. */
export const bookingStatuses = ['booked', 'pending', 'both', 'information', 'all'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** Those with entries. */
export const entryStatuses = ['booked', 'pending', 'both', 'all'] as const satisfies readonly BookingStatus[];
export type EntryStatus = (typeof entryStatuses)[number];

/** A report as a third party asks for it. */
export interface SentReport {
  readonly bookingStatus: BookingStatus;
  readonly dateFrom?: Temporal.PlainDate;
  readonly dateTo?: Temporal.PlainDate;
  readonly entryReferenceFrom?: string;
  /** Entries since the last report. */
  readonly deltaList: boolean;
  readonly itemsPerPage?: number;
  readonly pageIndex?: number;
}

/** What a bank offers. */
export interface ReportChoices {
  readonly bookingStatuses: ReadonlySet<BookingStatus>;
  readonly isEntryReferenceSupported: boolean;
  readonly isDeltaSupported: boolean;
  readonly pageMax: number;
}

/** Where the entries of a report begin; one since a known entry has no end. */
export type ReportStart =
  | { readonly kind: 'day'; readonly day: Temporal.PlainDate; readonly to?: Temporal.PlainDate }
  | { readonly kind: 'entry'; readonly reference: string }
  | { readonly kind: 'last-report' };

/** What is to be read. */
export interface ReportPlan {
  /** Undefined if only standing orders are asked for. */
  readonly entries?: {
    readonly bookingStatus: EntryStatus;
    readonly start: ReportStart;
    readonly pageSize: number;
  };
  readonly hasStandingOrders: boolean;
}

/** What is wrong with a report, and with which parameter. */
export interface ReportFault {
  readonly parameter: keyof SentReport;
  readonly kind: 'missing' | 'combined' | 'unsupported' | 'reversed';
}

const usualPageSize = 20;

/** Returns what is to be read, or what is wrong. SPEC xs2a 1.5 */
export function planReport(sent: SentReport, choices: ReportChoices): ReportPlan | ReportFault {
  const { bookingStatus } = sent;
  if (!choices.bookingStatuses.has(bookingStatus)) return { parameter: 'bookingStatus', kind: 'unsupported' };
  // Standing orders have no period: every other parameter is ignored.
  if (bookingStatus === 'information') return { hasStandingOrders: true };
  const start = startOf(sent, choices);
  if ('parameter' in start) return start;
  // An index of a page is not stable while entries arrive; the link to the next page is.
  if ((sent.pageIndex ?? 0) > 0) return { parameter: 'pageIndex', kind: 'unsupported' };
  return {
    entries: {
      bookingStatus,
      start,
      pageSize: Math.min(sent.itemsPerPage ?? usualPageSize, choices.pageMax),
    },
    hasStandingOrders: bookingStatus === 'all',
  };
}

function startOf(sent: SentReport, choices: ReportChoices): ReportStart | ReportFault {
  const { dateFrom, deltaList, entryReferenceFrom: reference } = sent;
  if (deltaList && reference !== undefined) return { parameter: 'deltaList', kind: 'combined' };
  if (reference !== undefined && choices.isEntryReferenceSupported) return { kind: 'entry', reference };
  if (deltaList && choices.isDeltaSupported) return { kind: 'last-report' };
  // What the bank does not support is left out where the days say enough.
  if (dateFrom !== undefined) return periodOf(dateFrom, sent.dateTo);
  if (reference !== undefined) return { parameter: 'entryReferenceFrom', kind: 'unsupported' };
  if (deltaList) return { parameter: 'deltaList', kind: 'unsupported' };
  return { parameter: 'dateFrom', kind: 'missing' };
}

function periodOf(day: Temporal.PlainDate, to: Temporal.PlainDate | undefined): ReportStart | ReportFault {
  if (to === undefined) return { kind: 'day', day };
  return Temporal.PlainDate.compare(to, day) < 0
    ? { parameter: 'dateTo', kind: 'reversed' }
    : { kind: 'day', day, to };
}
