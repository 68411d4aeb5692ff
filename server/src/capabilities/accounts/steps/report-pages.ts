import { Temporal } from 'temporal-polyfill';
import { rememberReport, type UsableConsent } from '#capabilities/consents/index.ts';
import {
  type CoreEntry,
  CursorInvalid,
  type EntryQuery,
  entriesMax,
} from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { problems } from '../problems.ts';
import type { AccountView } from './read-accounts.ts';
import { type ReportPosition, reportToken } from './report-token.ts';

/** An account whose transactions are read under a consent. */
export interface Reported {
  readonly consent: UsableConsent;
  readonly view: AccountView;
}

/** A page of a report. */
export interface ReportPage {
  readonly entries: readonly CoreEntry[];
  /** Of the page after it. */
  readonly position: ReportPosition;
  readonly isLast: boolean;
}

/** Reads the page at a position. */
export async function readPage(
  { accountReads, bankId }: Context & AccountsPorts,
  { view }: Reported,
  position: ReportPosition,
): Promise<ReportPage> {
  const status = statusIn(position);
  if (status === undefined) return { entries: [], position, isLast: true };
  try {
    const { cursor, items } = await accountReads.entriesOf(bankId, view.account, {
      status,
      ...queryOf(position),
      ...(view.currency === undefined ? {} : { currency: view.currency }),
    });
    const newest = position.newest ?? items.find((entry) => entry.status === 'booked')?.entryReference;
    return {
      entries: items,
      isLast: cursor === undefined,
      position: { ...position, ...(newest && { newest }), ...(cursor !== undefined && { cursor }) },
    };
  } catch (error) {
    // The core has forgotten where the report was: the third party begins again.
    if (error instanceof CursorInvalid) throw problems['page-unknown']();
    throw error;
  }
}

const entriesOfDocumentMax = 5_000;

/**
 * Reads all pages of a report, for a document. With the newest entry of a first page, what was booked after it is left
 * out: a download shows what was counted, and nothing that is new.
 */
export async function readWhole(
  ctx: Context & AccountsPorts,
  reported: Reported,
  start: ReportPosition,
): Promise<ReportPage> {
  let page = await readPage(ctx, reported, { ...start, pageSize: entriesMax });
  const entries = [...page.entries];
  while (!page.isLast) {
    if (entries.length >= entriesOfDocumentMax) throw problems['report-too-long']();
    page = await readPage(ctx, reported, page.position);
    entries.push(...page.entries);
  }
  const { newest } = start;
  const first = newest === undefined ? 0 : entries.findIndex((entry) => entry.entryReference === newest);
  return { ...page, entries: first === -1 ? [] : entries.slice(first) };
}

/** Remembers the newest entry of a report that was read to its end and reaches to the present. */
export async function rememberIfComplete(
  ctx: Context & AccountsPorts,
  { consent, view }: Reported,
  { isLast, position: { after, begunAt, bookingStatus, isPresent, newest = after } }: ReportPage,
): Promise<void> {
  const { accountsChoices, bankId, consentsChoices } = ctx;
  const { isDeltaSupported } = accountsChoices.of(bankId).report;
  const isWhole = isLast && isPresent && bookingStatus !== 'pending';
  if (!isWhole || !isDeltaSupported || newest === undefined) return;
  const { timeZone } = consentsChoices.of(bankId);
  const day = Temporal.Instant.fromEpochMilliseconds(begunAt).toZonedDateTimeISO(timeZone).toPlainDate();
  await rememberReport(ctx, {
    consent,
    resourceId: view.resourceId,
    newest: { reference: newest, day },
  });
}

/** Returns what the links to the next page and to all booked entries of the report name; nothing after the last page. */
export function tokensOf(
  { consent, view: { resourceId } }: Reported,
  start: ReportPosition,
  { isLast, position }: ReportPage,
): { readonly next?: string; readonly download?: string } {
  if (isLast) return {};
  const next = reportToken(position, { consent, resourceId, use: 'page' });
  const { newest } = position;
  if (newest === undefined) return { next };
  const booked: ReportPosition = { ...start, bookingStatus: 'booked', newest };
  return { next, download: reportToken(booked, { consent, resourceId, use: 'download' }) };
}

/** Returns the day at the bank. */
export function bankDay({ bankId, clock, consentsChoices }: Context & AccountsPorts): Temporal.PlainDate {
  return clock.today(consentsChoices.of(bankId).timeZone);
}

/** Pending entries are those of the day on which the report began. */
function statusIn({ bookingStatus, isPresent }: ReportPosition): EntryQuery['status'] | undefined {
  const wanted = bookingStatus === 'all' ? 'both' : bookingStatus;
  if (wanted === 'booked' || isPresent) return wanted;
  return wanted === 'both' ? 'booked' : undefined;
}

function queryOf({
  after,
  cursor,
  from,
  pageSize,
  to,
}: ReportPosition): Omit<EntryQuery, 'status' | 'currency'> {
  return {
    max: pageSize,
    ...(from !== undefined && { from: Temporal.PlainDate.from(from) }),
    ...(to !== undefined && { to: Temporal.PlainDate.from(to) }),
    ...(after !== undefined && { after }),
    ...(cursor !== undefined && { cursor }),
  };
}
