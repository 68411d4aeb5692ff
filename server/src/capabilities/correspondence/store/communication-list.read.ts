import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { dynamicStatement } from '#platform/db/statement.ts';
import type { Page, Sorting } from '#platform/kernel/paging.ts';
import { type ContactMedium, type DeliveryStatus, deliveryStatuses } from '../domain/literals.ts';
import type { CommunicationSortKey } from '../domain/queries.ts';
import { type CommunicationRow, communicationOf, type StoredCommunication } from './communication-rows.ts';
import { rawQuery } from './tables.ts';

/** Filters and order of communications. */
export interface CommunicationsCriteria {
  readonly bankId: string;
  readonly media: readonly ContactMedium[];
  readonly statuses: readonly DeliveryStatus[];
  /** Only released ones; a gateway cannot use the rest. */
  readonly dueBy: Temporal.Instant | undefined;
  /** Only those of a batch; of one sender, or of all. */
  readonly batch?: { readonly batchId: string; readonly senderId: string | undefined } | undefined;
  readonly sorting: Sorting<CommunicationSortKey>;
  readonly page: Page;
}

/** Sort keys without an index. */
const sortColumns = {
  // As text they would sort alphabetically.
  priority: `array_position(array['high', 'normal', 'low'], priority)`,
  expires: 'expires_at',
  status: 'status',
  sent: 'sent_at',
} as const satisfies Record<Exclude<CommunicationSortKey, 'created'>, string>;

type Order = 'asc' | 'desc';
type Filters = Omit<CommunicationsCriteria, 'sorting' | 'page'>;

/** A communication in a list that is read in portions. */
export interface Key {
  readonly communicationId: string;
  readonly createdAt: Temporal.Instant;
}

/** A key with the customer who decides whether the caller may see it. */
export interface CustomerKey extends Key {
  readonly customerNumber: string | undefined;
}

/**
 * Reads the keys of up to `count` communications of each medium and status in the order of their creation. Each is a
 * range of one index, so that a rare status costs as little as a frequent one. The status is a range of one value and the
 * first one to sort by: with a plain comparison the planner may expect a match soon and read the index by creation.
 */
function oldestOrNewest(
  { batch, bankId, dueBy, media, statuses }: Filters,
  {
    after,
    count,
    order,
  }: { readonly order: Order; readonly count: number; readonly after?: Key | undefined },
): RawBuilder<unknown> {
  const due =
    dueBy === undefined
      ? sql``
      : sql`and c.digest_key is null and (c.status <> 'queued' or c.due_at <= ${dueBy}::timestamptz)`;
  const ofBatch = batch === undefined ? sql`` : sql`and c.batch_id = ${batch.batchId}`;
  const ofSender = batch?.senderId === undefined ? sql`` : sql`and c.sender_id = ${batch.senderId}`;
  const wanted = new Set(statuses.length === 0 ? deliveryStatuses : statuses);
  return sql`unnest(${[...new Set(media)]}::text[]) as m (medium)
    cross join unnest(${[...wanted]}::text[]) as s (status)
    cross join lateral (
      select c.created_at, c.communication_id, c.customer_number from correspondence.communication c
       where c.bank_id = ${bankId} and c.medium = m.medium and c.status >= s.status and c.status <= s.status
             ${due} ${ofBatch} ${ofSender} ${isBehind(after, order)}
       order by c.status ${sql.raw(order)}, c.created_at ${sql.raw(order)}, c.communication_id limit ${count}::bigint) as found`;
}

/** Continues a list: both sort orders have the ids in ascending order. */
function isBehind(after: Key | undefined, order: Order): RawBuilder<unknown> {
  if (after === undefined) return sql``;
  const { communicationId, createdAt } = after;
  return sql`and c.created_at ${sql.raw(order === 'asc' ? '>=' : '<=')} ${createdAt}::timestamptz
             and not (c.created_at = ${createdAt}::timestamptz and c.communication_id <= ${communicationId}::uuid)`;
}

/** Reads one row by its key; the limit keeps the planner from joining the whole table. */
function rowOf(bankId: string): RawBuilder<unknown> {
  return sql`cross join lateral (
    select c.* from correspondence.communication c
     where c.bank_id = ${bankId} and c.communication_id = keys.communication_id limit 1) as communication`;
}

function byCreation(criteria: CommunicationsCriteria): RawBuilder<CommunicationRow> {
  const { bankId, page, sorting } = criteria;
  const order = sql.raw(`created_at ${sorting.sortOrder}, communication_id`);
  return sql<CommunicationRow>`
    select communication.*
      from (select found.* from ${oldestOrNewest(criteria, { order: sorting.sortOrder, count: page.offset + page.limit })}
             order by ${order} limit ${page.limit} offset ${page.offset}) as keys
     ${rowOf(bankId)}
     order by ${order}`;
}

/** Sorts the newest communications only, as many as can be read page by page. GAP: the order of more. ADR-0084 */
function byColumn(
  criteria: CommunicationsCriteria,
  sortBy: keyof typeof sortColumns,
): RawBuilder<CommunicationRow> {
  const { bankId, page, sorting } = criteria;
  return sql<CommunicationRow>`
    select communication.*
      from (select found.* from ${oldestOrNewest(criteria, { order: 'desc', count: page.listWindow })}
             order by created_at desc, communication_id limit ${page.listWindow}::bigint) as keys
     ${rowOf(bankId)}
     order by ${sql.raw(`${sortColumns[sortBy]} ${sorting.sortOrder} nulls last, communication_id`)}
     limit ${page.limit} offset ${page.offset}`;
}

/** Returns one page, and the total, counted up to one beyond the readable window. */
export async function listCommunicationRows(
  db: Reader,
  criteria: CommunicationsCriteria,
): Promise<{ readonly communications: readonly StoredCommunication[]; readonly totalCount: number }> {
  if (criteria.media.length === 0) return { communications: [], totalCount: 0 };
  const { listWindow } = criteria.page;
  const { sortBy } = criteria.sorting;
  const rows = sortBy === 'created' ? byCreation(criteria) : byColumn(criteria, sortBy);
  const counted = sql<{ many: bigint }>`
    select count(*) as many
      from (select from ${oldestOrNewest(criteria, { order: 'asc', count: listWindow + 1 })}
             limit ${listWindow + 1}::bigint) as counted`;
  const [communications, total] = await Promise.all([
    db.rows(dynamicStatement(rawQuery(rows))),
    db.first(dynamicStatement(rawQuery(counted))),
  ]);
  return { communications: communications.map(communicationOf), totalCount: Number(total?.many ?? 0n) };
}

interface KeyRow {
  readonly communication_id: string;
  readonly created_at: Temporal.Instant;
  readonly customer_number: string | null;
}

/** Returns the next keys of the list in the order of creation. */
export async function listCommunicationKeys(
  db: Reader,
  filters: Filters,
  portion: { readonly order: Order; readonly count: number; readonly after: Key | undefined },
): Promise<readonly CustomerKey[]> {
  const keys = sql<KeyRow>`
    select found.created_at, found.communication_id, found.customer_number
      from ${oldestOrNewest(filters, portion)}
     order by ${sql.raw(`created_at ${portion.order}, communication_id`)} limit ${portion.count}::bigint`;
  const rows = await db.rows(dynamicStatement(rawQuery(keys)));
  return rows.map((row) => ({
    communicationId: row.communication_id,
    createdAt: row.created_at,
    customerNumber: row.customer_number ?? undefined,
  }));
}

/** Returns one page of these communications. */
export async function pageOfCommunications(
  db: Reader,
  { bankId, ids }: { readonly bankId: string; readonly ids: readonly string[] },
  { page, sorting }: Pick<CommunicationsCriteria, 'page' | 'sorting'>,
): Promise<readonly StoredCommunication[]> {
  if (ids.length === 0) return [];
  const column = sorting.sortBy === 'created' ? 'created_at' : sortColumns[sorting.sortBy];
  const rows = sql<CommunicationRow>`
    select communication.* from unnest(${ids}::uuid[]) as keys (communication_id) ${rowOf(bankId)}
     order by ${sql.raw(`${column} ${sorting.sortOrder} nulls last, communication.communication_id`)}
     limit ${page.limit} offset ${page.offset}`;
  return (await db.rows(dynamicStatement(rawQuery(rows)))).map(communicationOf);
}
