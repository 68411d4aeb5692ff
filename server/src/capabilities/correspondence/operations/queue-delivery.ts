import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { FieldErrorCode } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { laneOf } from '../domain/communication.ts';
import { type PlannedTimes, planTimes } from '../domain/delivery-times.ts';
import { categoryOf, groupOf, type InitiateDelivery } from '../domain/initiation.ts';
import { forgottenAt } from '../domain/retention.ts';
import { communicationEvent, mailboxEvent } from '../events.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { lockRecipient } from '../steps/lock-recipient.ts';
import { readerOf } from '../steps/reader-of.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { insertCommunication } from '../store/communications.store.ts';
import { insertContent } from '../store/contents.store.ts';
import { insertMailboxEntry } from '../store/mailbox-entries.store.ts';
import type { ComposedDelivery } from './compose-delivery.ts';

/** What was entered. */
export interface EnteredDelivery {
  readonly communicationId: string;
  readonly medium: StoredCommunication['medium'];
}

/**
 * Enters a message into the command of whoever has something to say, so that what is said and what it is about are
 * saved together or not at all. The message was composed before, so this waits for nothing but the database. The caller
 * audits its own command.
 */
export async function queueDelivery(
  ctx: Context & CorrespondencePorts,
  work: Work,
  composed: ComposedDelivery,
): Promise<EnteredDelivery> {
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
    forgetAt: forgottenAt(communication),
    attachments: attachments.map((attachment) => ({ ...attachment, attachmentId: ids.uuid(shard) })),
  });
  insertCommunication(work, bankId, communication);
  work.emit(communicationEvent('initiated', communication));
  if (choice.isCopied || communication.medium === 'mailbox')
    enterMailbox(ctx, work, { communication, hasAttachments: attachments.length > 0 });
  return { communicationId: communication.communicationId, medium: communication.medium };
}

function planned(
  ctx: Context & CorrespondencePorts,
  { asked, category, choice, preference, recipient }: ComposedDelivery,
): StoredCommunication {
  const { bankId, caller, clock, correspondenceVault: vault, ids } = ctx;
  const now = clock.now();
  const { contact, further } = choice;
  const medium = contact.kind;
  const recipientIndex = vault.recipientIndex(bankId, medium, contact.details);
  const shard = virtualShard(bankId, recipient.customerNumber ?? recipientIndex.toString('hex'));
  const communicationId = ids.uuid(shard);
  const times = timesOf(ctx, asked, { now, medium, preference });
  const isDone = medium === 'mailbox' && times.releaseAt.epochMilliseconds <= now.epochMilliseconds;
  return {
    communicationId,
    messageId: communicationId,
    contentId: ids.uuid(shard),
    senderId: readerOf(caller),
    customerNumber: recipient.customerNumber,
    medium,
    lane: laneOf(asked),
    status: isDone ? 'delivered' : 'queued',
    messageKind: asked.messageKind,
    messageCategory: asked.category ?? category ?? categoryOf(asked.messageKind),
    priority: asked.priority,
    urgency: asked.urgency,
    sourceChannel: asked.sourceChannel,
    batchId: asked.batchId,
    notificationGroup: groupOf(asked),
    accountId: asked.accountId,
    // A copy in the mailbox is already there.
    furtherMedia: choice.isCopied ? further.filter((other) => other !== 'mailbox') : further,
    digestKey: times.isGathered
      ? JSON.stringify([recipient.customerNumber, groupOf(asked), asked.accountId, medium])
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
  asked: InitiateDelivery,
  {
    medium,
    now,
    preference,
  }: Pick<ComposedDelivery, 'preference'> & {
    readonly now: Temporal.Instant;
    readonly medium: StoredCommunication['medium'];
  },
): PlannedTimes {
  const { timeZone } = ctx.correspondenceFacts.of(ctx.bankId);
  const frequency = medium === 'mailbox' ? undefined : preference?.frequency;
  const times = planTimes({ ...asked, medium, frequency }, now, timeZone);
  switch (times) {
    case 'expired':
      throw faultIn('expires', 'minimum', 'Lies in the past.');
    case 'too-far':
      throw faultIn('expires', 'maximum', 'Further ahead than messages are kept waiting.');
    case 'never':
      throw faultIn('not-before', 'maximum', 'It would have expired before it may go.');
    default:
      return times;
  }
}

function enterMailbox(
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
  const isTold = receivedAt.epochMilliseconds <= createdAt.epochMilliseconds;
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
    isNotified: isTold,
    createdAt,
  });
  if (medium === 'mailbox' && communication.status === 'delivered')
    work.emit(communicationEvent('delivered', communication));
  if (isTold) work.emit(mailboxEvent('mailboxReceived', customerNumber, { messageId }));
}

function faultIn(member: string, code: FieldErrorCode, message: string): Error {
  return standardProblems.invalid({ faults: [{ part: 'body', path: [member], code, message }] });
}
