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
import { written } from './tables.ts';

interface OfCustomer {
  readonly bankId: string;
  readonly customerNumber: string;
}

const cancel = statement<OfCustomer & { readonly now: Temporal.Instant; readonly reason: string }>('write')(
  (row) =>
    written(sql<CommunicationRow>`
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
 * Takes back everything a customer has not been sent yet. What is under way may arrive; it is neither tried again nor
 * sent on. In one statement, so that nothing slips from one state into the other between two.
 */
export async function cancelOpen(
  work: Writer,
  cancelled: OfCustomer & { readonly now: Temporal.Instant; readonly reason: string },
): Promise<readonly StoredCommunication[]> {
  const rows = await work.executeAll(cancel(cancelled));
  return rows.map(communicationOf).filter(({ status }) => status === 'cancelled');
}

const cancelNamed = statement<{
  readonly bankId: string;
  readonly ids: readonly string[];
  readonly now: Temporal.Instant;
  readonly reason: string;
}>('write')((row) =>
  written(sql<CommunicationRow>`
    update correspondence.communication c
       set status = 'cancelled', settled_at = ${row.now}, reason = ${row.reason}, row_version = c.row_version + 1,
           modified_at = ${row.now}
     where c.bank_id = ${row.bankId} and c.communication_id = any(${row.ids}::uuid[]) and ${isQueued}
    returning c.*`),
);

/** Takes back these, as far as they still wait. */
export async function cancelCommunications(
  work: Writer,
  cancelled: {
    readonly bankId: string;
    readonly ids: readonly string[];
    readonly now: Temporal.Instant;
    readonly reason: string;
  },
): Promise<readonly StoredCommunication[]> {
  return (await work.executeAll(cancelNamed(cancelled))).map(communicationOf);
}

const dropPlanned = statement<OfCustomer & { readonly now: Temporal.Instant }>('write')((row) =>
  written(sql`
    delete from correspondence.mailbox_message
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber} and received_at > ${row.now}`),
);

/** Messages that would have appeared in the mailbox later do not. */
export function dropPlannedMessages(
  work: Writer,
  dropped: OfCustomer & { readonly now: Temporal.Instant },
): void {
  work.write(dropPlanned(dropped));
}

const purgeContents = statement<OfCustomer>('write')((row) =>
  written(sql`
    delete from correspondence.content where bank_id = ${row.bankId} and content_id = any (array(
      select content_id from correspondence.communication
       where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}
      union select content_id from correspondence.mailbox_message
       where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}))`),
);
const purgeMessages = statement<OfCustomer>('write')((row) =>
  written(sql`
    delete from correspondence.mailbox_message
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);
const purgePreferences = statement<OfCustomer>('write')((row) =>
  written(sql`
    delete from correspondence.notification_preference
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);
const purgeCommunications = statement<OfCustomer>('write')((row) =>
  written(sql`
    delete from correspondence.communication
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);

/** Nothing of what was ever said to a customer stays. */
export function purgeCustomer(work: Writer, customer: OfCustomer): void {
  for (const forget of [purgeContents, purgeMessages, purgePreferences, purgeCommunications])
    work.write(forget(customer));
}

interface Merge extends OfCustomer {
  readonly survivor: string;
  readonly now: Temporal.Instant;
}

const moveMessages = statement<Merge>('write')((row) =>
  written(sql`
    update correspondence.mailbox_message
       set customer_number = ${row.survivor}, row_version = row_version + 1, modified_at = ${row.now}
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);
const moveOpen = statement<Merge>('write')((row) =>
  written(sql`
    update correspondence.communication
       set customer_number = ${row.survivor}, row_version = row_version + 1, modified_at = ${row.now}
     where bank_id = ${row.bankId} and customer_number = ${row.customerNumber}`),
);

/** Two customers turned out to be one: what was said to either was said to the one who stays. */
export function moveCustomer(work: Writer, merge: Merge): void {
  work.write(moveMessages(merge));
  work.write(moveOpen(merge));
}

const assign = statement<{
  readonly bankId: string;
  readonly communicationIds: readonly string[];
  readonly customerNumber: string;
}>('write')(({ bankId, communicationIds, customerNumber }) =>
  written(sql`
    update correspondence.communication
       set customer_number = ${customerNumber}, row_version = row_version + 1
     where bank_id = ${bankId} and communication_id = any(${communicationIds}::uuid[])
       and customer_number is null`),
);

/** Says whose messages these are that went to bare addresses; what belongs to a customer already stays as it is. */
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
