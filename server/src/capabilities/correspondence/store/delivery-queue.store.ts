import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type ContactMedium, contactMedia, type Lane, lanes } from '../domain/literals.ts';
import {
  type CommunicationRow,
  communicationOf,
  laneAt,
  laneNumber,
  literalOf,
  type StoredCommunication,
} from './communication-rows.ts';
import { rawQuery } from './tables.ts';

/** A queue: the messages of one bank, medium and lane. */
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

/** A claimed message with encrypted content; purged content is absent. */
export interface ClaimedRow {
  readonly communication: StoredCommunication;
  readonly sealedContent: Buffer | undefined;
  readonly hasAttachments: boolean;
}

/** These statements are database functions, so that they have one plan regardless of statistics. ADR-0055 */
const findDue = statement<QueueColumns>()((queue) =>
  rawQuery(sql<{ found: boolean }>`
    select correspondence.has_due(${queue.bankId}, ${queue.medium}, ${queue.lane}::int, ${queue.now}) as found`),
);

/** Returns whether anything can be claimed; checked before every claim, to avoid useless writes. */
export async function hasDue(
  db: Reader,
  { bankId, lane, medium }: Queue,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await db.first(findDue({ bankId, medium, lane: laneNumber(lane), now }));
  return row?.found === true;
}

interface ClaimColumns extends QueueColumns {
  readonly count: number;
  readonly owner: string;
  readonly until: Temporal.Instant;
}

/**
 * Claims only the first message of each recipient, so that messages to one address stay in order. Concurrent claims
 * skip each other's locked rows, and neither sees a second message before the first one is finished.
 */
const claimRows = statement<ClaimColumns>('write')((queue) =>
  rawQuery(sql<CommunicationRow & { sealed_content: Buffer | null; has_attachments: boolean }>`
    select (taken.communication).*, taken.sealed_content, taken.has_attachments
      from correspondence.claim_due(${queue.bankId}, ${queue.medium}, ${queue.lane}::int, ${queue.now},
             ${queue.count}::int, ${queue.owner}, ${queue.until}) as taken
     order by (taken.communication).due_at, (taken.communication).position`),
);

/** Claims due messages under a lease, in the transaction of the command. */
export async function claimDue(
  work: Writer,
  { bankId, lane, medium }: Queue,
  lease: {
    readonly now: Temporal.Instant;
    readonly count: number;
    readonly owner: string;
    readonly until: Temporal.Instant;
  },
): Promise<readonly ClaimedRow[]> {
  const rows = await work.executeAll(claimRows({ bankId, medium, lane: laneNumber(lane), ...lease }));
  return rows.map(({ has_attachments: hasAttachments, sealed_content: sealed, ...row }) => ({
    communication: communicationOf(row),
    sealedContent: sealed ?? undefined,
    hasAttachments,
  }));
}

/** Typical number of messages queued for one recipient; each costs a write. */
const followersMax = 20;

const delay = statement<{
  readonly bankId: string;
  readonly ids: readonly string[];
}>('write')(({ bankId, ids }) =>
  rawQuery(sql`select correspondence.delay_followers(${bankId}, ${ids}::uuid[], ${sql.lit(followersMax)})`),
);

/** Defers the messages right behind a deferred one, so that they are not examined before it is due. */
export function delayFollowers(work: Writer, bankId: string, ids: readonly string[]): void {
  if (ids.length > 0) work.write(delay({ bankId, ids }));
}

const dueQueues = statement<{
  readonly bankId: string;
  readonly media: readonly string[];
  readonly lanes: readonly number[];
  readonly now: Temporal.Instant;
}>()(({ bankId, lanes: laneNumbers, media, now }) =>
  rawQuery(sql<{ medium: string; lane: number }>`
    select medium, lane from correspondence.due_queues(${bankId}, ${media}::text[], ${laneNumbers}::int[], ${now})`),
);

/** Lists the queues of a bank with due messages, in one query. */
export async function listDueQueues(
  db: Reader,
  scope: {
    readonly bankId: string;
    readonly media: readonly ContactMedium[];
    readonly now: Temporal.Instant;
  },
): Promise<readonly Queue[]> {
  const { bankId, media, now } = scope;
  const rows = await db.rows(dueQueues({ bankId, media, lanes: lanes.map(laneNumber), now }));
  return rows.map((row) => ({
    bankId,
    medium: literalOf(contactMedia, row.medium),
    lane: laneAt(row.lane),
  }));
}
