import { sql } from 'kysely';
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

/** These statements are functions of the database, so that they have one plan whatever the planner knows. ADR-0055 */
const findDue = statement<QueueColumns>()((queue) =>
  written(sql<{ found: boolean }>`
    select correspondence.has_due(${queue.bankId}, ${queue.medium}, ${queue.lane}::int, ${queue.now}) as found`),
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
 * The first of each recipient only: who is waited for is not overtaken by the next message to the same address. Two
 * takers pass over what the other one holds, and neither sees a second message before the first one is settled.
 */
const take = statement<TakeColumns>('write')((queue) =>
  written(sql<CommunicationRow & { sealed_content: Buffer | null; has_attachments: boolean }>`
    select (taken.communication).*, taken.sealed_content, taken.has_attachments
      from correspondence.take_due(${queue.bankId}, ${queue.medium}, ${queue.lane}::int, ${queue.now},
             ${queue.count}::int, ${queue.owner}, ${queue.until}) as taken
     order by (taken.communication).due_at, (taken.communication).position`),
);

/** Takes what is due, under a lease, in the transaction of the command. */
export async function claimDue(
  work: Writer,
  { bankId, lane, medium }: Queue,
  lease: {
    readonly now: Temporal.Instant;
    readonly count: number;
    readonly owner: string;
    readonly until: Temporal.Instant;
  },
): Promise<readonly TakenRow[]> {
  const rows = await work.executeAll(take({ bankId, medium, lane: laneNumber(lane), ...lease }));
  return rows.map(({ has_attachments: hasAttachments, sealed_content: sealed, ...row }) => ({
    communication: communicationOf(row),
    sealedContent: sealed ?? undefined,
    hasAttachments,
  }));
}

/** As many as usually wait for one recipient; each costs a write. */
const followersMax = 20;

const delay = statement<{
  readonly bankId: string;
  readonly ids: readonly string[];
}>('write')(({ bankId, ids }) =>
  written(sql`select correspondence.delay_followers(${bankId}, ${ids}::uuid[], ${sql.lit(followersMax)})`),
);

/** Those right behind a message that has to wait will not be looked at before it is due. */
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
    select medium, lane from correspondence.due_queues(${bankId}, ${media}::text[], ${places}::int[], ${now})`),
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
