import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Communication } from '../domain/communication.ts';
import type { StatusChange } from '../domain/delivery-report.ts';
import { type DeliveryStatus, deliveryStatuses } from '../domain/literals.ts';
import {
  type CommunicationRow,
  communicationOf,
  laneNumber,
  literalOf,
  type StoredCommunication,
} from './communication-rows.ts';
import { rawQuery, tables } from './tables.ts';

interface NewRow extends Omit<StoredCommunication, 'lane' | 'lease' | 'modifiedAt' | 'furtherMedia'> {
  readonly bankId: string;
  readonly laneNumber: number;
  readonly further: readonly string[];
  readonly settledAt: Temporal.Instant | null;
}

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('communication').values({
    bank_id: row.bankId,
    communication_id: row.communicationId,
    message_id: row.messageId,
    content_id: row.contentId,
    sender_id: row.senderId,
    customer_number: row.customerNumber,
    medium: row.medium,
    lane: row.laneNumber,
    status: row.status,
    message_kind: row.messageKind,
    message_category: row.messageCategory,
    priority: row.priority,
    urgency: row.urgency,
    source_channel: row.sourceChannel,
    batch_id: row.batchId,
    notification_group: row.notificationGroup,
    account_id: row.accountId,
    sealed_contact: row.sealedContact,
    recipient_index: row.recipientIndex,
    further_media: row.further,
    digest_key: row.digestKey,
    release_at: row.releaseAt,
    due_at: row.dueAt,
    expires_at: row.expiresAt,
    sent_at: row.sentAt,
    settled_at: row.settledAt,
    retry_count: row.retryCount,
    lease_owner: null,
    lease_until: null,
    reference: null,
    reason: null,
    row_version: 1n,
    created_at: row.createdAt,
    modified_at: row.createdAt,
  }),
);

/** Inserts an unclaimed communication. */
export function insertCommunication(work: Writer, bankId: string, communication: StoredCommunication): void {
  const { furtherMedia, lane, lease: _, modifiedAt: __, ...row } = communication;
  work.write(
    insert({
      ...row,
      bankId,
      laneNumber: laneNumber(lane),
      further: furtherMedia,
      settledAt: communication.status === 'delivered' ? communication.createdAt : null,
    }),
  );
}

const lockRows = statement<{ readonly bankId: string; readonly ids: readonly string[] }>('lock')(
  ({ bankId, ids }) =>
    rawQuery(sql<CommunicationRow>`
    select * from correspondence.communication
     where bank_id = ${bankId} and communication_id = any(${ids}::uuid[])
     order by communication_id for update`),
);

/** Locks these in a fixed order, so that concurrent callers do not deadlock. */
export async function lockCommunications(
  work: Writer,
  bankId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredCommunication>> {
  const rows = await work.lockAll(lockRows({ bankId, ids }));
  return new Map(rows.map((row) => [row.communication_id, communicationOf(row)]));
}

const find = statement<{ readonly bankId: string; readonly id: string }>()(({ bankId, id }) =>
  tables
    .selectFrom('communication')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('communication_id', '=', id),
);

export async function findCommunication(
  db: Reader,
  bankId: string,
  id: string,
): Promise<StoredCommunication | undefined> {
  const row = await db.first(find({ bankId, id }));
  return row && communicationOf(row);
}

/** A communication with its status change. */
export interface CommunicationUpdate {
  readonly communication: Communication;
  readonly after: StatusChange;
}

interface UpdateColumns {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly ids: readonly string[];
  /** Only those with this lease holder; absent: any holder. */
  readonly holder: string | null;
  readonly statuses: readonly string[];
  readonly dues: readonly Temporal.Instant[];
  readonly sents: readonly (Temporal.Instant | null)[];
  readonly retries: readonly number[];
  readonly owners: readonly (string | null)[];
  /** The end of the lease at the time of the claim; a later claim has another. */
  readonly leaseEnds: readonly (Temporal.Instant | null)[];
  readonly untils: readonly (Temporal.Instant | null)[];
  readonly references: readonly (string | null)[];
  readonly reasons: readonly (string | null)[];
  readonly settleds: readonly (Temporal.Instant | null)[];
}

const updateRows = statement<UpdateColumns>('write')((row) =>
  rawQuery(sql<{ communication_id: string; status: string }>`
    update correspondence.communication c
       set status = case when m.status = 'queued' and c.is_withdrawn then 'cancelled' else m.status end, due_at = m.due_at, sent_at = m.sent_at, retry_count = m.retry_count,
           lease_owner = m.lease_owner, lease_until = m.lease_until,
           settled_at = case when m.status = 'queued' and c.is_withdrawn then ${row.now}::timestamptz else m.settled_at end,
           reference = coalesce(m.reference, c.reference), reason = coalesce(m.reason, c.reason),
           row_version = c.row_version + 1, modified_at = ${row.now}
      from unnest(${row.ids}::uuid[], ${row.statuses}::text[], ${row.dues}::timestamptz[],
                  ${row.sents}::timestamptz[], ${row.retries}::int[], ${row.owners}::text[],
                  ${row.untils}::timestamptz[], ${row.references}::text[], ${row.reasons}::text[],
                  ${row.settleds}::timestamptz[], ${row.leaseEnds}::timestamptz[])
        as m (communication_id, status, due_at, sent_at, retry_count, lease_owner, lease_until, reference, reason,
              settled_at, held_until)
     where c.bank_id = ${row.bankId} and c.communication_id = m.communication_id
       and (${row.holder}::text is null or (c.status = 'sending' and c.lease_owner = ${row.holder}
             and c.lease_until = m.held_until))
    returning c.communication_id, c.status`),
);

const settled: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>([
  'delivered',
  'failed',
  'expired',
  'cancelled',
]);

/**
 * Updates many at once and returns the status of each: a withdrawn one is not requeued. With a holder, skips those that
 * another worker has claimed meanwhile, so that a worker presumed dead cannot overwrite newer results.
 */
export async function updateCommunications(
  work: Writer,
  scope: { readonly bankId: string; readonly now: Temporal.Instant; readonly holder?: string },
  updates: readonly CommunicationUpdate[],
): Promise<ReadonlyMap<string, DeliveryStatus>> {
  if (updates.length === 0) return new Map();
  const { bankId, holder = null, now } = scope;
  const after = <Value>(of: (change: StatusChange) => Value): readonly Value[] =>
    updates.map((one) => of(one.after));
  const rows = await work.executeAll(
    updateRows({
      bankId,
      now,
      holder,
      ids: updates.map(({ communication }) => communication.communicationId),
      statuses: after(({ status }) => status),
      dues: after(({ dueAt }) => dueAt),
      sents: after(({ sentAt }) => sentAt ?? null),
      retries: after(({ retryCount }) => retryCount),
      owners: after(({ lease }) => lease?.owner ?? null),
      leaseEnds: updates.map(({ communication }) => communication.lease?.until ?? null),
      untils: after(({ lease }) => lease?.until ?? null),
      references: after(({ reference }) => reference ?? null),
      reasons: after(({ reason }) => reason ?? null),
      settleds: after(({ status }) => (settled.has(status) ? now : null)),
    }),
  );
  return new Map(rows.map((row) => [row.communication_id, literalOf(deliveryStatuses, row.status)]));
}
