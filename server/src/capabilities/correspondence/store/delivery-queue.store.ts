import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type ContactMedium, contactMedia, type Lane, lanes } from '../domain/literals.ts';
import {
  type CommunicationRow,
  communicationOf,
  laneNamed,
  laneNumber,
  type StoredCommunication,
  wordIn,
} from './communication-rows.ts';
import { written } from './tables.ts';

/** One queue: messages of one bank, medium and lane. */
export interface Queue {
  readonly bankId: string;
  readonly medium: ContactMedium;
  readonly lane: Lane;
}

interface QueueColumns {
  readonly bankId: string;
  readonly medium: string;
  readonly lane: number;
  readonly now: Temporal.Instant;
}

/** A message that was taken, with what it says still sealed; words that are forgotten are not there. */
export interface TakenRow {
  readonly communication: StoredCommunication;
  readonly sealedContent: Buffer | undefined;
  readonly hasAttachments: boolean;
}

const isDue = sql`c.status = 'queued' and c.digest_key is null`;

/** Nobody else waits before it for the same recipient. */
const isFirst = (now: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (select true from correspondence.communication earlier
    where earlier.bank_id = c.bank_id and earlier.medium = c.medium and earlier.lane = c.lane
      and earlier.recipient_index = c.recipient_index and earlier.status in ('queued', 'sending')
      and earlier.expires_at + interval '0 s' > ${now} and earlier.digest_key is null
      and (earlier.release_at, earlier.position) < (c.release_at, c.position)
    limit 1) is null`;

const findDue = statement<QueueColumns>()((queue) =>
  written(sql<{ found: boolean }>`
    select exists (select from correspondence.communication c
      where c.bank_id = ${queue.bankId} and c.medium = ${queue.medium} and c.lane = ${queue.lane}::int and ${isDue}
        and c.due_at <= ${queue.now} and c.expires_at > ${queue.now} and ${isFirst(queue.now)}) as found`),
);

/** Whether anything can be taken: asked before every taking, so that none is written down for nothing. */
export async function hasDue(
  db: Reader,
  { bankId, lane, medium }: Queue,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await db.first(findDue({ bankId, medium, lane: laneNumber(lane), now }));
  return row?.found === true;
}

interface TakeColumns extends QueueColumns {
  readonly count: number;
  readonly owner: string;
  readonly until: Temporal.Instant;
}

/**
 * Nothing is added to a time only to keep the planner from an index that looks good as long as there are no statistics.
 *
 * The first of each recipient only: who is waited for is not overtaken by the next message to the same address. Two
 * takers pass over what the other one holds, and neither sees a second message before the first one is settled.
 */
const take = statement<TakeColumns>()((queue) =>
  written(sql<CommunicationRow & { sealed_content: Buffer | null; has_attachments: boolean }>`
    with head as (
      select c.communication_id from correspondence.communication c
       where c.bank_id = ${queue.bankId} and c.medium = ${queue.medium} and c.lane = ${queue.lane}::int and ${isDue}
         and c.due_at <= ${queue.now} and c.expires_at > ${queue.now}
         and ${isFirst(queue.now)}
       order by c.due_at, c.position limit ${queue.count} for update skip locked),
    taken as (
      update correspondence.communication c
         set status = 'sending', lease_owner = ${queue.owner}, lease_until = ${queue.until},
             row_version = c.row_version + 1, modified_at = ${queue.now}
        from head where c.bank_id = ${queue.bankId} and c.communication_id = head.communication_id
      returning c.*)
    select taken.*, content.sealed as sealed_content,
           exists (select from correspondence.attachment a
                    where a.bank_id = taken.bank_id and a.content_id = taken.content_id) as has_attachments
      from taken left join correspondence.content content
        on content.bank_id = taken.bank_id and content.content_id = taken.content_id
     order by taken.due_at, taken.position`),
);

/** Takes what is due, under a lease, in the transaction of the command. */
export async function takeDue(
  work: Writer,
  { bankId, lane, medium }: Queue,
  lease: {
    readonly now: Temporal.Instant;
    readonly count: number;
    readonly owner: string;
    readonly until: Temporal.Instant;
  },
): Promise<readonly TakenRow[]> {
  const rows = await work.lockAll(take({ bankId, medium, lane: laneNumber(lane), ...lease }));
  return rows.map(({ has_attachments: hasAttachments, sealed_content: sealed, ...row }) => ({
    communication: communicationOf(row),
    sealedContent: sealed ?? undefined,
    hasAttachments,
  }));
}

const delay = statement<{
  readonly bankId: string;
  readonly ids: readonly string[];
}>()(({ bankId, ids }) =>
  written(sql`
    update correspondence.communication c set due_at = f.due_at
      from correspondence.communication f
     where f.bank_id = ${bankId} and f.communication_id = any(${ids}::uuid[]) and f.status = 'queued'
       and c.bank_id = f.bank_id and c.medium = f.medium and c.lane = f.lane and c.recipient_index = f.recipient_index
       and c.status = 'queued' and c.due_at < f.due_at
       and (c.release_at, c.position) > (f.release_at, f.position)`),
);

/** Those behind a message that has to wait will not be looked at before it is due. */
export function delayFollowers(work: Writer, bankId: string, ids: readonly string[]): void {
  if (ids.length > 0) work.write(delay({ bankId, ids }));
}

const dueQueues = statement<{
  readonly bankId: string;
  readonly media: readonly string[];
  readonly lanes: readonly number[];
  readonly now: Temporal.Instant;
}>()(({ bankId, lanes: places, media, now }) =>
  written(sql<{ medium: string; lane: number }>`
    select medium, lane from unnest(${media}::text[]) as medium, unnest(${places}::int[]) as lane
     where exists (select from correspondence.communication c
       where c.bank_id = ${bankId} and c.medium = medium.medium and c.lane = lane.lane and ${isDue}
         and c.due_at <= ${now})`),
);

/** Which queues of a bank have something due: one question for all of them. */
export async function listDueQueues(
  db: Reader,
  asked: {
    readonly bankId: string;
    readonly media: readonly ContactMedium[];
    readonly now: Temporal.Instant;
  },
): Promise<readonly Queue[]> {
  const { bankId, media, now } = asked;
  const rows = await db.rows(dueQueues({ bankId, media, lanes: lanes.map(laneNumber), now }));
  return rows.map((row) => ({
    bankId,
    medium: wordIn(contactMedia, row.medium),
    lane: laneNamed(row.lane),
  }));
}
