import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import {
  type CoreEntry,
  CursorInvalid,
  type EntryQuery,
  entriesMax,
  type Page,
} from '#capabilities/core-banking/index.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { EntryDetails } from './details.ts';
import {
  findHold,
  findPosting,
  type HoldRow,
  listHolds,
  listPostings,
  type PostingRow,
} from './entries.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { currencyOf } from './stored-values.ts';

type Reads = Pick<LedgerDeps, 'database' | 'bankId'>;

/** A place in the list of booked entries. */
interface Position {
  readonly day: Temporal.PlainDate;
  readonly postingNo: bigint;
}

/** Where a page ended; pending entries come first. */
type Cursor = { readonly pending: bigint } | { readonly booked: Position };

const postingNoMax = 9_223_372_036_854_775_807n;
const lastDay = '9999-12-31';
const firstDay = '0001-01-01';

/** Lists entries of an account, newest first; pending before booked ones. */
export async function entriesOf(
  reads: Reads,
  accountId: string,
  query: EntryQuery,
): Promise<Page<CoreEntry>> {
  assert(query.max >= 1 && query.max <= entriesMax, 'a page has 1 to 200 entries');
  if (!isUuid(accountId)) return { items: [] };
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  // Both are asked in one round trip, although pending entries may fill the page.
  const [holds, postings] = await Promise.all([
    listPending(reads, accountId, { query, cursor }),
    listBooked(reads, accountId, { query, cursor }),
  ]);
  if (holds.length > query.max) return pageOf(holds, query.max, pendingCursor);
  const pending = holds.map(entryOfHold);
  const missing = query.max - holds.length;
  // A page that pending entries fill ends before the first booked one.
  if (missing === 0 && postings.length > 0) return { items: pending, cursor: cursorText(beforeEverything) };
  const page = pageOf(postings, missing, bookedCursor);
  return { ...page, items: [...pending, ...page.items] };
}

/** Returns one entry of an account by its reference. */
export async function entryOf(
  { bankId, database }: Reads,
  accountId: string,
  entryReference: string,
): Promise<CoreEntry | undefined> {
  if (!isUuid(accountId)) return undefined;
  const db = database.forBank(bankId);
  if (isUuid(entryReference)) {
    const hold = await db.first(findHold([bankId, entryReference]));
    return hold === undefined || hold.account_id !== accountId || hold.state === 'released'
      ? undefined
      : entryOfHold(hold);
  }
  const postingNo = parsePostingNo(entryReference);
  if (postingNo === undefined) return undefined;
  const row = await db.first(findPosting([bankId, postingNo, accountId]));
  return row && entryOfPosting(row);
}

async function listPending(
  { bankId, database }: Reads,
  accountId: string,
  { cursor, query }: { readonly query: EntryQuery; readonly cursor: Cursor | undefined },
): Promise<readonly HoldRow[]> {
  const isOver = cursor !== undefined && 'booked' in cursor;
  if (query.status === 'booked' || isOver) return [];
  const before = cursor?.pending ?? postingNoMax;
  const currency = query.currency ?? null;
  return database.forBank(bankId).rows(listHolds([bankId, accountId, currency, before, query.max + 1]));
}

async function listBooked(
  reads: Reads,
  accountId: string,
  { cursor, query }: { readonly query: EntryQuery; readonly cursor: Cursor | undefined },
): Promise<readonly PostingRow[]> {
  if (query.status === 'pending') return [];
  const { bankId, database } = reads;
  const upper = upperBound(query, cursor);
  const lower = query.after === undefined ? lowerBound(query) : await after(reads, accountId, query);
  return database
    .forBank(bankId)
    .rows(
      listPostings([
        bankId,
        accountId,
        query.currency ?? null,
        upper.day,
        upper.postingNo,
        lower.day,
        lower.postingNo,
        query.max + 1,
      ]),
    );
}

/** The earlier of the last day and the end of the page before. */
function upperBound({ to }: EntryQuery, cursor: Cursor | undefined): Position {
  const last: Position = { day: to ?? Temporal.PlainDate.from(lastDay), postingNo: postingNoMax };
  if (cursor === undefined || 'pending' in cursor) return last;
  return Temporal.PlainDate.compare(cursor.booked.day, last.day) > 0 ? last : cursor.booked;
}

function lowerBound({ from }: EntryQuery): Position {
  return { day: from ?? Temporal.PlainDate.from(firstDay), postingNo: -1n };
}

/** The later of the first day and the entry that is already known. */
async function after({ bankId, database }: Reads, accountId: string, query: EntryQuery): Promise<Position> {
  const first = lowerBound(query);
  const postingNo = parsePostingNo(query.after ?? '');
  const row =
    postingNo === undefined
      ? undefined
      : await database.forBank(bankId).first(findPosting([bankId, postingNo, accountId]));
  if (row === undefined) throw new CursorInvalid(`no booked entry has the reference ${query.after}`);
  const known: Position = { day: row.booking_date, postingNo: row.posting_no };
  return Temporal.PlainDate.compare(known.day, first.day) < 0 ? first : known;
}

function pageOf<Row extends HoldRow | PostingRow>(
  rows: readonly Row[],
  max: number,
  cursorOf: (last: Row) => Cursor,
): Page<CoreEntry> {
  const shown = rows.slice(0, max);
  const last = shown.at(-1);
  const items = shown.map((row) => ('hold_no' in row ? entryOfHold(row) : entryOfPosting(row)));
  return rows.length > max && last !== undefined ? { items, cursor: cursorText(cursorOf(last)) } : { items };
}

const beforeEverything: Cursor = {
  booked: { day: Temporal.PlainDate.from(lastDay), postingNo: postingNoMax },
};

function pendingCursor({ hold_no }: HoldRow): Cursor {
  return { pending: hold_no };
}

function bookedCursor({ booking_date, posting_no }: PostingRow): Cursor {
  return { booked: { day: booking_date, postingNo: posting_no } };
}

function cursorText(cursor: Cursor): string {
  const text =
    'pending' in cursor
      ? `p ${cursor.pending}`
      : `b ${cursor.booked.day.toString()} ${cursor.booked.postingNo}`;
  return Buffer.from(text).toString('base64url');
}

const cursorShape = /^(?:p|b (\d{4}-\d{2}-\d{2})) (\d{1,19})$/;

function parseCursor(text: string): Cursor {
  const [, day, number = ''] = cursorShape.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const place = parsePostingNo(number);
  if (place === undefined) throw new CursorInvalid('the cursor is not one of this ledger');
  if (day === undefined) return { pending: place };
  try {
    return { booked: { day: Temporal.PlainDate.from(day), postingNo: place } };
  } catch (error) {
    throw new CursorInvalid('the cursor names a day that does not exist', { cause: error });
  }
}

function parsePostingNo(reference: string): bigint | undefined {
  if (!/^\d{1,19}$/.test(reference)) return undefined;
  const number = BigInt(reference);
  return number <= postingNoMax ? number : undefined;
}

function entryOfHold(row: HoldRow): CoreEntry {
  return omitUndefined({
    entryReference: row.hold_id,
    status: 'pending' as const,
    amount: { minor: -row.amount, currency: currencyOf(row.currency) },
    bookedReference: row.booked_reference?.toString(),
    instructionId: row.instruction_id ?? undefined,
    ...partsOf(row.details),
  });
}

function entryOfPosting(row: PostingRow): CoreEntry {
  const currency = currencyOf(row.currency);
  return omitUndefined({
    entryReference: row.posting_no.toString(),
    status: 'booked' as const,
    amount: { minor: row.amount, currency },
    bookingDate: row.booking_date,
    valueDate: row.value_date,
    balanceAfter: row.balance_after === null ? undefined : { minor: row.balance_after, currency },
    pendingReference: row.hold_id ?? undefined,
    instructionId: row.instruction_id ?? undefined,
    ...partsOf(row.details),
  });
}

type Parts = Pick<CoreEntry, 'counterparty' | 'transactionCode' | 'endToEndId' | 'remittance' | 'merchant'>;

function partsOf(stored: unknown): Parts {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the ledger alone writes this column
  const { account, agent, code, endToEndId, merchant, name, remittance } = stored as EntryDetails;
  return omitUndefined({
    counterparty: omitUndefined({ name, account, agent }),
    transactionCode: code,
    endToEndId,
    remittance,
    merchant,
  });
}
