import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { FieldErrorCode } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { laneOf } from '../../domain/communication.ts';
import { type Schedule, scheduleMessage } from '../../domain/delivery-times.ts';
import { categoryOf, groupOf, type InitiateDelivery } from '../../domain/initiation.ts';
import { purgeTime } from '../../domain/retention.ts';
import { communicationEvent, mailboxEvent } from '../../events.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { readerOf } from '../../steps/callers.ts';
import { lockRecipient } from '../../steps/recipients.ts';
import type { StoredCommunication } from '../../store/communication-rows.ts';
import { insertCommunication } from '../../store/communications.store.ts';
import { insertContent } from '../../store/contents.store.ts';
import { insertMailboxEntry } from '../../store/mailbox-entries.store.ts';
import type { ComposedDelivery } from './compose-delivery.ts';

/** Ids of the queued message. */
export interface QueuedDelivery {
  readonly communicationId: string;
  readonly medium: StoredCommunication['medium'];
}

/**
 * Queues a message in the command of the caller, so that the message and its cause are saved together or not at all.
 * The message was composed before, so this awaits only the database. The caller audits its own command.
 */
export async function queueDelivery(
  ctx: Context & CorrespondencePorts,
  work: Work,
  composed: ComposedDelivery,
): Promise<QueuedDelivery> {
  const { attachments, choice, content } = composed;
  const recipient = await lockRecipient(ctx, work, composed.recipient);
  const communication = planned(ctx, { ...composed, recipient });
  const { contentId, createdAt } = communication;
  const { bankId, ids } = ctx;
  const shard = virtualShard(bankId, communication.customerNumber ?? communication.communicationId);
  insertContent(work, ctx.correspondenceVault, {
    bankId,
    contentId,
    content,
    createdAt,
    purgeAt: purgeTime(communication),
    attachments: attachments.map((attachment) => ({ ...attachment, attachmentId: ids.uuid(shard) })),
  });
  insertCommunication(work, bankId, communication);
  work.emit(communicationEvent('initiated', communication));
  if (choice.isCopied || communication.medium === 'mailbox')
    insertMailboxCopy(ctx, work, { communication, hasAttachments: attachments.length > 0 });
  return { communicationId: communication.communicationId, medium: communication.medium };
}

function planned(
  ctx: Context & CorrespondencePorts,
  { request, category, choice, preference, recipient }: ComposedDelivery,
): StoredCommunication {
  const { bankId, caller, clock, correspondenceVault: vault, ids } = ctx;
  const now = clock.now();
  const { contact, alternatives } = choice;
  const medium = contact.kind;
  const recipientIndex = vault.recipientIndex(bankId, medium, contact.details);
  const shard = virtualShard(bankId, recipient.customerNumber ?? recipientIndex.toString('hex'));
  const communicationId = ids.uuid(shard);
  const times = timesOf(ctx, request, { now, medium, preference });
  const isDone = medium === 'mailbox' && times.releaseAt.epochMilliseconds <= now.epochMilliseconds;
  return {
    communicationId,
    messageId: communicationId,
    contentId: ids.uuid(shard),
    senderId: readerOf(caller),
    customerNumber: recipient.customerNumber,
    medium,
    lane: laneOf(request),
    status: isDone ? 'delivered' : 'queued',
    messageKind: request.messageKind,
    messageCategory: request.category ?? category ?? categoryOf(request.messageKind),
    priority: request.priority,
    urgency: request.urgency,
    sourceChannel: request.sourceChannel,
    batchId: request.batchId,
    notificationGroup: groupOf(request),
    accountId: request.accountId,
    // The mailbox copy exists already.
    furtherMedia: choice.isCopied ? alternatives.filter((other) => other !== 'mailbox') : alternatives,
    digestKey: times.waitsForDigest
      ? JSON.stringify([recipient.customerNumber, groupOf(request), request.accountId, medium])
      : undefined,
    releaseAt: times.releaseAt,
    dueAt: times.releaseAt,
    expiresAt: times.expiresAt,
    createdAt: now,
    modifiedAt: now,
    sentAt: isDone ? now : undefined,
    retryCount: 0,
    lease: undefined,
    sealedContact: vault.sealContact(bankId, communicationId, contact),
    recipientIndex,
  };
}

function timesOf(
  ctx: Context & CorrespondencePorts,
  request: InitiateDelivery,
  {
    medium,
    now,
    preference,
  }: Pick<ComposedDelivery, 'preference'> & {
    readonly now: Temporal.Instant;
    readonly medium: StoredCommunication['medium'];
  },
): Schedule {
  const { timeZone } = ctx.correspondenceFacts.of(ctx.bankId);
  const frequency = medium === 'mailbox' ? undefined : preference?.frequency;
  const times = scheduleMessage({ ...request, medium, frequency }, now, timeZone);
  switch (times) {
    case 'expired':
      throw fieldErrorIn('expires', 'minimum', 'Must not be in the past.');
    case 'too-far':
      throw fieldErrorIn('expires', 'maximum', 'Exceeds the maximum scheduling time.');
    case 'never':
      throw fieldErrorIn('not-before', 'maximum', 'Expires before it may be sent.');
    default:
      return times;
  }
}

function insertMailboxCopy(
  { bankId, ids }: Context,
  work: Work,
  {
    communication,
    hasAttachments,
  }: { readonly communication: StoredCommunication; readonly hasAttachments: boolean },
): void {
  const {
    communicationId,
    contentId,
    createdAt,
    customerNumber,
    medium,
    messageCategory,
    messageKind,
    urgency,
  } = communication;
  if (customerNumber === undefined) return;
  const receivedAt = communication.digestKey === undefined ? communication.releaseAt : createdAt;
  const messageId = ids.uuid(virtualShard(bankId, customerNumber));
  const isNotifiedNow = receivedAt.epochMilliseconds <= createdAt.epochMilliseconds;
  insertMailboxEntry(work, {
    bankId,
    messageId,
    customerNumber,
    communicationId,
    contentId,
    folder: 'inbox',
    messageKind,
    messageCategory,
    urgency,
    hasAttachments,
    receivedAt,
    isNotified: isNotifiedNow,
    createdAt,
  });
  if (medium === 'mailbox' && communication.status === 'delivered')
    work.emit(communicationEvent('delivered', communication));
  if (isNotifiedNow) work.emit(mailboxEvent('mailboxReceived', customerNumber, { messageId }));
}

function fieldErrorIn(member: string, code: FieldErrorCode, message: string): Error {
  return standardProblems.invalid({ fieldErrors: [{ part: 'body', path: [member], code, message }] });
}
