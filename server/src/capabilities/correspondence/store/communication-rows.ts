import assert from 'node:assert/strict';
import { type Selectable, sql } from 'kysely';
import type { Communication } from '../domain/communication.ts';
import {
  contactMedia,
  deliveryStatuses,
  type Lane,
  lanes,
  messageCategories,
  messageKinds,
  priorities,
  urgencies,
} from '../domain/literals.ts';
import { groupIds } from '../domain/notification-groups.ts';
import type { CommunicationTable } from './tables.generated.ts';

export type CommunicationRow = Selectable<CommunicationTable>;

/** A communication with all that its row holds; the address is still sealed. */
export interface StoredCommunication extends Communication {
  readonly sealedContact: Buffer;
  readonly recipientIndex: Buffer;
}

export function communicationOf(row: CommunicationRow): StoredCommunication {
  const { lease_owner: owner, lease_until: until } = row;
  return {
    communicationId: row.communication_id,
    messageId: row.message_id,
    contentId: row.content_id,
    senderId: row.sender_id,
    customerNumber: row.customer_number ?? undefined,
    medium: wordIn(contactMedia, row.medium),
    lane: laneNamed(row.lane),
    status: wordIn(deliveryStatuses, row.status),
    messageKind: wordIn(messageKinds, row.message_kind),
    messageCategory: wordIn(messageCategories, row.message_category),
    priority: wordIn(priorities, row.priority),
    urgency: wordIn(urgencies, row.urgency),
    sourceChannel: row.source_channel ?? undefined,
    batchId: row.batch_id ?? undefined,
    notificationGroup: row.notification_group === null ? undefined : wordIn(groupIds, row.notification_group),
    accountId: row.account_id ?? undefined,
    furtherMedia: row.further_media.map((medium) => wordIn(contactMedia, medium)),
    digestKey: row.digest_key ?? undefined,
    releaseAt: row.release_at,
    dueAt: row.due_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    sentAt: row.sent_at ?? undefined,
    retryCount: row.retry_count,
    lease: owner === null || until === null ? undefined : { owner, until },
    sealedContact: row.sealed_contact,
    recipientIndex: row.recipient_index,
  };
}

/**
 * Whether row `c`, found by its key, waits. Written so that no partial index of queued messages fits: without statistics
 * the planner takes one of those for as good as the key, and reads the whole queue.
 */
export const isQueued = sql<boolean>`c.status || '' = 'queued'`;

/** Lanes are kept as numbers, in the order in which they are listed. */
export function laneNumber(lane: Lane): number {
  return lanes.indexOf(lane);
}

/** The lane of a number. */
export function laneNamed(place: number): Lane {
  const lane = lanes[place];
  assert(lane !== undefined, 'a row in a lane we do not know');
  return lane;
}

/** Rows hold only words of ours; any other is a bug. */
export function wordIn<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((known) => known === text);
  assert(word !== undefined, 'a row holds an unknown word');
  return word;
}
