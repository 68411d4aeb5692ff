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

/** Names of our own workers begin with this. */
export const workerMark = 'worker:';

/** Who is delivering a message at the moment, and until when nobody else may. */
export interface Lease {
  readonly owner: string;
  readonly until: Temporal.Instant;
}

/** A message on its way by one medium, without what it says. */
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

const servedByOptOut: ReadonlySet<MessageKind> = new Set<MessageKind>(['offer', 'announcement']);

/** Service messages reach their recipient whatever the recipient opted out of. */
export function isServiceMessage(kind: MessageKind): boolean {
  return !servedByOptOut.has(kind);
}

const bulkKinds: ReadonlySet<MessageKind> = new Set<MessageKind>(['statement', 'offer', 'announcement']);

/** Which queue a message waits in: codes alone, what comes in masses alone, everything else between them. */
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
