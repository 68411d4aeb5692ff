import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import {
  type CommunicationRow,
  communicationOf,
  isQueued,
  type StoredCommunication,
} from './communication-rows.ts';
import { rawQuery } from './tables.ts';

interface CustomerScope {
  readonly bankId: string;
  readonly customerNumber: string;
}

const cancel = statement<CustomerScope & { readonly now: Temporal.Instant; readonly reason: string }>(
  'write',
)((row) =>
  rawQuery(sql<CommunicationRow>`
    update correspondence.communication c
       set status = case c.status when 'queued' then 'cancelled' else c.status end,
           settled_at = case c.status when 'queued' then ${row.now}::timestamptz else c.settled_at end,
           reason = case c.status when 'queued' then ${row.reason} else c.reason end,
           is_withdrawn = true, further_media = '{}', row_version = c.row_version + 1,
           modified_at = case c.status when 'queued' then ${row.now}::timestamptz else c.modified_at end
     where c.bank_id = ${row.bankId} and c.customer_number = ${row.customerNumber}
       and c.status in ('queued', 'sending', 'sent')
    returning c.*`),
);

/**
 * Withdraws all unsent messages of a customer. A message being sent may arrive; it is neither retried nor sent by
 * another medium. One statement, so that no message changes state in between.
 */
export async function cancelOpen(
  work: Writer,
  cancelled: CustomerScope & { readonly now: Temporal.Instant; readonly reason: string },
): Promise<readonly StoredCommunication[]> {
  const rows = await work.executeAll(cancel(cancelled));
  return rows.map(communicationOf).filter(({ status }) => status === 'cancelled');
}

const cancelQueued = statement<{
  readonly bankId: string;
  readonly ids: readonly string[];
  readonly now: Temporal.Instant;
  readonly reason: string;
}>('write')((row) =>
  rawQuery(sql<CommunicationRow>`
    update correspondence.communication c
       set status = 'cancelled', settled_at = ${row.now}, reason = ${row.reason}, row_version = c.row_version + 1,
           modified_at = ${row.now}
     where c.bank_id = ${row.bankId} and c.communication_id = any(${row.ids}::uuid[]) and ${isQueued}
    returning c.*`),
);

/** Cancels those of these messages that are still queued. */
export async function cancelCommunications(
  work: Writer,
  cancelled: {
    readonly bankId: string;
    readonly ids: readonly string[];
    readonly now: Temporal.Instant;
    readonly reason: string;
  },
): Promise<readonly StoredCommunication[]> {
  return (await work.executeAll(cancelQueued(cancelled))).map(communicationOf);
}

const deleteScheduled = statement<CustomerScope & { readonly now: Temporal.Instant }>('write')((row) =>
  rawQuery(sql`
    delete from correspondence.mailbox_message
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber} and received_at > ${row.now}`),
);

/** Deletes scheduled messages from the mailbox. */
export function deleteScheduledMessages(
  work: Writer,
  scope: CustomerScope & { readonly now: Temporal.Instant },
): void {
  work.write(deleteScheduled(scope));
}

const deleteContents = statement<CustomerScope>('write')((row) =>
  rawQuery(sql`
    delete from correspondence.content where bank_id = ${row.bankId} and content_id = any (array(
      select content_id from correspondence.communication
       where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}
      union select content_id from correspondence.mailbox_message
       where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}))`),
);
const deleteMessages = statement<CustomerScope>('write')((row) =>
  rawQuery(sql`
    delete from correspondence.mailbox_message
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);
const deletePreferences = statement<CustomerScope>('write')((row) =>
  rawQuery(sql`
    delete from correspondence.notification_preference
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);
const deleteCommunications = statement<CustomerScope>('write')((row) =>
  rawQuery(sql`
    delete from correspondence.communication
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);

/** Deletes everything ever sent to a customer. */
export function deleteCustomerData(work: Writer, customer: CustomerScope): void {
  for (const deleteRows of [deleteContents, deleteMessages, deletePreferences, deleteCommunications])
    work.write(deleteRows(customer));
}

interface Merge extends CustomerScope {
  readonly survivor: string;
  readonly now: Temporal.Instant;
}

const updateMessages = statement<Merge>('write')((row) =>
  rawQuery(sql`
    update correspondence.mailbox_message
       set customer_number = ${row.survivor}, row_version = row_version + 1, modified_at = ${row.now}
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);
// Behind the messages: a state that was stored while these were waited for is there now.
const updateStates = statement<Merge>('write')((row) =>
  rawQuery(sql`
    update correspondence.mailbox_state set customer_number = ${row.survivor}
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);
const updateCommunications = statement<Merge>('write')((row) =>
  rawQuery(sql`
    update correspondence.communication
       set customer_number = ${row.survivor}, row_version = row_version + 1, modified_at = ${row.now}
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);

/** Moves the messages of a merged customer to the surviving one, with what each user read and archived. */
export function updateCustomerNumber(work: Writer, merge: Merge): void {
  work.write(updateMessages(merge));
  work.write(updateStates(merge));
  work.write(updateCommunications(merge));
}

const assign = statement<{
  readonly bankId: string;
  readonly communicationIds: readonly string[];
  readonly customerNumber: string;
}>('write')(({ bankId, communicationIds, customerNumber }) =>
  rawQuery(sql`
    update correspondence.communication
       set customer_number = ${customerNumber}, row_version = row_version + 1
     where bank_id = ${bankId} and communication_id = any(${communicationIds}::uuid[])
       and customer_number is null`),
);

/** Assigns messages to bare addresses to a customer; those that already have one stay unchanged. */
export function assignCommunications(
  work: Writer,
  assigned: {
    readonly bankId: string;
    readonly communicationIds: readonly string[];
    readonly customerNumber: string;
  },
): void {
  work.write(assign(assigned));
}
