import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type MailboxFolder, type MailboxStatus, mailboxStatuses } from '../domain/literals.ts';
import type { MailboxOwner, MessageState } from '../domain/mailbox.ts';
import { literalOf } from './communication-rows.ts';
import { rawQuery } from './tables.ts';

interface OneCriteria extends MailboxOwner {
  readonly messageId: string;
  readonly now: Temporal.Instant;
}

interface StateRow {
  readonly status: string;
  readonly is_read: boolean;
}

const lock = statement<OneCriteria>('lock')(({ bankId, messageId, now, own }) =>
  rawQuery(sql<StateRow & { readonly customer_number: string }>`
    select customer_number, status, is_read from correspondence.mailbox_message
     where bank_id = ${bankId} and message_id = ${messageId}::uuid
       and customer_number = any(${own}::text[]) and received_at <= ${now}::timestamptz
       for update`),
);

const findState = statement<Pick<OneCriteria, 'bankId' | 'messageId' | 'userId'>>()(
  ({ bankId, messageId, userId }) =>
    rawQuery(sql<StateRow>`
      select status, is_read from correspondence.mailbox_state
       where bank_id = ${bankId} and user_id = ${userId} and message_id = ${messageId}::uuid`),
);

/** A locked message. */
export interface LockedMessage {
  readonly customerNumber: string;
  readonly state: MessageState;
}

/**
 * Finds and locks an arrived message, with its state for this user. The state is read after the lock, so that it is
 * current: every change of a state locks its message first.
 */
export async function lockMessage(work: Writer, criteria: OneCriteria): Promise<LockedMessage | undefined> {
  const row = await work.lock(lock(criteria));
  if (row === undefined) return undefined;
  const { bankId, messageId, userId } = criteria;
  const { is_read: isRead, status } = (await work.first(findState({ bankId, messageId, userId }))) ?? row;
  return {
    customerNumber: row.customer_number,
    state: { status: literalOf(mailboxStatuses, status), isRead },
  };
}

interface ReadRow extends MessageState {
  readonly bankId: string;
  readonly userId: string;
  readonly messageId: string;
  readonly now: Temporal.Instant;
}

const columns = sql.raw(`bank_id, user_id, message_id, customer_number, status, is_read, message_kind,
  message_category, urgency, received_at, changed_at`);

const upsert = statement<ReadRow>('write')((row) =>
  rawQuery(sql`
    insert into correspondence.mailbox_state (${columns})
    select m.bank_id, ${row.userId}, m.message_id, m.customer_number, ${row.status}, ${row.isRead}::boolean,
           m.message_kind, m.message_category, m.urgency, m.received_at, ${row.now}::timestamptz
      from correspondence.mailbox_message m
     where m.bank_id = ${row.bankId} and m.message_id = ${row.messageId}::uuid
    on conflict (bank_id, user_id, message_id) do update
      set status = excluded.status, is_read = excluded.is_read, changed_at = excluded.changed_at`),
);

/** Stores the state of a message for one user. */
export function upsertMessageState(work: Writer, row: ReadRow): void {
  work.write(upsert(row));
}

/** Selects messages to archive. */
export interface ArchiveCriteria extends MailboxOwner {
  /** Null: by age. */
  readonly messageIds: readonly string[] | null;
  readonly statuses: readonly MailboxStatus[];
  /** Null: of every folder. */
  readonly folders: readonly MailboxFolder[] | null;
  readonly receivedBefore: Temporal.Instant;
  readonly now: Temporal.Instant;
}

// Locked in a fixed order, so that concurrent callers do not deadlock. A state that another request of the same user
// stored meanwhile decides in the last condition.
const archive = statement<ArchiveCriteria>('write')((criteria) =>
  rawQuery(sql<{ message_id: string; customer_number: string }>`
    with held as materialized (
      select m.message_id, m.customer_number, m.message_kind, m.message_category, m.urgency, m.received_at,
             coalesce(t.is_read, m.is_read) as is_read
        from correspondence.mailbox_message m
        left join correspondence.mailbox_state t
          on t.bank_id = m.bank_id and t.user_id = ${criteria.userId} and t.message_id = m.message_id
       where m.bank_id = ${criteria.bankId} and m.customer_number = any(${criteria.own}::text[])
         and m.received_at <= ${criteria.now}::timestamptz
         and m.received_at < ${criteria.receivedBefore}::timestamptz
         and coalesce(t.status, m.status) = any(${criteria.statuses}::text[])
         and (${criteria.messageIds}::uuid[] is null or m.message_id = any(${criteria.messageIds}::uuid[]))
         and (${criteria.folders}::text[] is null or m.folder = any(${criteria.folders}::text[]))
       order by m.message_id
         for update of m)
    insert into correspondence.mailbox_state (${columns})
    select ${criteria.bankId}, ${criteria.userId}, message_id, customer_number, 'archived', is_read, message_kind,
           message_category, urgency, received_at, ${criteria.now}::timestamptz
      from held
    on conflict (bank_id, user_id, message_id) do update
      set status = 'archived', changed_at = excluded.changed_at
    where mailbox_state.status = any(${criteria.statuses}::text[])
    returning message_id, customer_number`),
);

/** Archives messages for one user and returns their ids, without those that another request archives meanwhile. */
export async function updateArchived(
  work: Writer,
  criteria: ArchiveCriteria,
): Promise<readonly { readonly messageId: string; readonly customerNumber: string }[]> {
  const rows = await work.executeAll(archive(criteria));
  return rows.map((row) => ({ messageId: row.message_id, customerNumber: row.customer_number }));
}

const deleteOfUser = statement<{ readonly bankId: string; readonly userId: string }>('write')(
  ({ bankId, userId }) =>
    rawQuery(sql`
      delete from correspondence.mailbox_state where bank_id = ${bankId} and user_id = ${userId}`),
);

/** Deletes what a user read and archived. */
export function deleteStatesOfUser(
  work: Writer,
  user: { readonly bankId: string; readonly userId: string },
): void {
  work.write(deleteOfUser(user));
}
