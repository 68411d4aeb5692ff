import assert from 'node:assert/strict';
import { type Selectable, sql } from 'kysely';
import type { Communication } from '../domain/communication.ts';
import {
  contactMedia,
  deliveryStatuses,
  type Lane,
  lanes,
  messageKinds,
  priorities,
  urgencies,
} from '../domain/literals.ts';
import { groupIds } from '../domain/notification-groups.ts';
import type { CommunicationTable } from './tables.generated.ts';

export type CommunicationRow = Selectable<CommunicationTable>;

/** A communication row; the address is still encrypted. */
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
    medium: literalOf(contactMedia, row.medium),
    lane: laneAt(row.lane),
    status: literalOf(deliveryStatuses, row.status),
    messageKind: literalOf(messageKinds, row.message_kind),
    messageCategory: row.message_category,
    priority: literalOf(priorities, row.priority),
    urgency: literalOf(urgencies, row.urgency),
    sourceChannel: row.source_channel ?? undefined,
    batchId: row.batch_id ?? undefined,
    notificationGroup:
      row.notification_group === null ? undefined : literalOf(groupIds, row.notification_group),
    accountId: row.account_id ?? undefined,
    furtherMedia: row.further_media.map((medium) => literalOf(contactMedia, medium)),
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
 * Whether row `c`, found by its key, is queued. Written so that no partial index of queued messages matches: without
 * statistics the planner considers such an index as good as the key, and reads the whole queue.
 */
export const isQueued = sql<boolean>`c.status || '' = 'queued'`;

/** Lanes are stored as numbers, in the order of this list. */
export function laneNumber(lane: Lane): number {
  return lanes.indexOf(lane);
}

/** Returns the lane of a number. */
export function laneAt(index: number): Lane {
  const lane = lanes[index];
  assert(lane !== undefined, 'row with an unknown lane');
  return lane;
}

/** Returns a literal of a row; an unknown one is an internal error. */
export function literalOf<Word extends string>(literals: readonly Word[], text: string): Word {
  const literal = literals.find((known) => known === text);
  assert(literal !== undefined, 'row with an unknown literal');
  return literal;
}
