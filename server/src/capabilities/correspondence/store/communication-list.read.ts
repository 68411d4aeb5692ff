import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { dynamicStatement } from '#platform/db/statement.ts';
import type { Page, Sorting } from '#platform/kernel/paging.ts';
import type { ContactMedium, DeliveryStatus } from '../domain/literals.ts';
import type { CommunicationSortKey } from '../domain/queries.ts';
import { communicationOf, type StoredCommunication } from './communication-rows.ts';
import { tables } from './tables.ts';

/** Filters and order of communications. */
export interface CommunicationsCriteria {
  readonly bankId: string;
  readonly media: readonly ContactMedium[];
  readonly statuses: readonly DeliveryStatus[];
  /** Only released ones; a gateway cannot use the rest. */
  readonly dueBy: Temporal.Instant | undefined;
  readonly sorting: Sorting<CommunicationSortKey>;
  readonly page: Page;
}

const orders = {
  created: sql`created_at`,
  // As text they would sort alphabetically.
  priority: sql`array_position(array['high', 'normal', 'low'], priority)`,
  expires: sql`expires_at`,
  status: sql`status`,
  sent: sql`sent_at`,
} as const satisfies Record<CommunicationSortKey, unknown>;

function within({ bankId, dueBy, media, statuses }: CommunicationsCriteria) {
  let query = tables.selectFrom('communication').where('bank_id', '=', bankId).where('medium', 'in', media);
  if (statuses.length > 0) query = query.where('status', 'in', statuses);
  if (dueBy !== undefined)
    query = query
      .where('digest_key', 'is', null)
      .where((row) => row.or([row('status', '<>', 'queued'), row('due_at', '<=', dueBy)]));
  return query;
}

/** Returns one page, and the total, counted up to one beyond the readable window. */
export async function listCommunicationRows(
  db: Reader,
  criteria: CommunicationsCriteria,
): Promise<{ readonly communications: readonly StoredCommunication[]; readonly totalCount: number }> {
  if (criteria.media.length === 0) return { communications: [], totalCount: 0 };
  const { page, sorting } = criteria;
  const direction = sorting.sortOrder;
  const rows = dynamicStatement(
    within(criteria)
      .selectAll()
      .orderBy(orders[sorting.sortBy], (order) =>
        (direction === 'desc' ? order.desc() : order.asc()).nullsLast(),
      )
      .orderBy('communication_id', 'asc')
      .limit(page.limit)
      .offset(page.offset),
  );
  const counted = dynamicStatement(
    tables
      .selectFrom(
        within(criteria)
          .select('communication_id')
          .limit(page.listWindow + 1)
          .as('found'),
      )
      .select(({ fn }) => fn.countAll<bigint>().as('many')),
  );
  const [communications, [total]] = await Promise.all([db.rows(rows), db.rows(counted)]);
  return { communications: communications.map(communicationOf), totalCount: Number(total?.many ?? 0n) };
}
