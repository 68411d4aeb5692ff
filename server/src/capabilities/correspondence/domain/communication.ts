import type { Temporal } from 'temporal-polyfill';
import type {
  ContactMedium,
  DeliveryStatus,
  Lane,
  MessageCategory,
  MessageKind,
  Priority,
  Urgency,
} from './literals.ts';
import type { GroupId } from './notification-groups.ts';

/** Prefix of the names of Portico's own workers. */
export const workerPrefix = 'worker:';

/** The worker or gateway that currently delivers a message, and until when it has exclusive rights. */
export interface Lease {
  readonly owner: string;
  readonly until: Temporal.Instant;
}

/** A message sent by one medium, without its content. */
export interface Communication {
  readonly communicationId: string;
  /** Shared by all communications that carry one message by different media. */
  readonly messageId: string;
  readonly contentId: string;
  readonly senderId: string;
  readonly customerNumber: string | undefined;
  readonly medium: ContactMedium;
  readonly lane: Lane;
  readonly status: DeliveryStatus;
  readonly messageKind: MessageKind;
  readonly messageCategory: MessageCategory;
  readonly priority: Priority;
  readonly urgency: Urgency;
  readonly sourceChannel: string | undefined;
  readonly batchId: string | undefined;
  readonly notificationGroup: GroupId | undefined;
  readonly accountId: string | undefined;
  readonly furtherMedia: readonly ContactMedium[];
  readonly digestKey: string | undefined;
  readonly releaseAt: Temporal.Instant;
  readonly dueAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | undefined;
  readonly retryCount: number;
  readonly lease: Lease | undefined;
}

const respectsOptOut: ReadonlySet<MessageKind> = new Set<MessageKind>(['offer', 'announcement']);

/** Service messages are sent even if the recipient opted out. */
export function isServiceMessage(kind: MessageKind): boolean {
  return !respectsOptOut.has(kind);
}

const bulkKinds: ReadonlySet<MessageKind> = new Set<MessageKind>(['statement', 'offer', 'announcement']);

/** Returns the queue of a message: codes and bulk messages each have their own, all others share the middle one. */
export function laneOf(message: {
  readonly messageKind: MessageKind;
  readonly priority: Priority;
  readonly batchId: string | undefined;
}): Lane {
  const { batchId, messageKind, priority } = message;
  if (messageKind === 'one-time-password') return 'code';
  if (priority === 'high') return 'normal';
  return priority === 'low' || batchId !== undefined || bulkKinds.has(messageKind) ? 'bulk' : 'normal';
}
