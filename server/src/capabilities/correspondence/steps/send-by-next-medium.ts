import { virtualShard } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Contact, Content } from '../domain/content.ts';
import { releaseTime } from '../domain/delivery-times.ts';
import { chooseMedium } from '../domain/medium-choice.ts';
import { textFor } from '../domain/message-text.ts';
import { notificationGroup } from '../domain/notification-groups.ts';
import { effectivePreference } from '../domain/preferences.ts';
import { fitsSms } from '../domain/sms-text.ts';
import { communicationEvent, mailboxEvent } from '../events.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { insertCommunication } from '../store/communications.store.ts';
import { listContents } from '../store/contents.store.ts';
import { insertMailboxEntry } from '../store/mailbox-entries.store.ts';
import { listPreferences } from '../store/preferences.store.ts';
import { type FoundRecipient, findRecipient, lockRecipient } from './recipients.ts';

/**
 * Sends a failed message by the next medium, in the command that records the failure. Reads addresses and preferences
 * again: a medium turned off meanwhile is not used.
 */
export async function sendByNextMedium(
  ctx: Context & CorrespondencePorts,
  work: Work,
  failed: StoredCommunication,
): Promise<void> {
  const { bankId, correspondenceVault: vault } = ctx;
  const { contentId, customerNumber, furtherMedia } = failed;
  if (customerNumber === undefined || furtherMedia.length === 0) return;
  const [recipient, contents] = await Promise.all([
    recipientOf(ctx, work, customerNumber),
    listContents(work, vault, { bankId, ids: [contentId] }),
  ]);
  const content = contents.get(contentId);
  if (recipient?.customerNumber === undefined || content === undefined) return;
  const stored = await listPreferences(work, { bankId, customerNumber: recipient.customerNumber });
  const group =
    failed.notificationGroup === undefined ? undefined : notificationGroup(failed.notificationGroup);
  const preference = group && effectivePreference(group, stored, failed.accountId);
  const addresses = recipient.addresses.filter(
    ({ medium }) => furtherMedia.includes(medium) && hasRoom(medium, content),
  );
  const choice = chooseMedium(
    { messageKind: failed.messageKind, medium: undefined, preference },
    { ...recipient, addresses },
  );
  if (choice.kind === 'chosen')
    queueNext(ctx, work, {
      failed: { ...failed, customerNumber: recipient.customerNumber },
      contact: choice.contact,
    });
}

async function recipientOf(
  ctx: Context & CorrespondencePorts,
  work: Work,
  customerNumber: string,
): Promise<FoundRecipient | undefined> {
  try {
    const current = await findRecipient(ctx, work, { kind: 'customer', customerNumber });
    return await lockRecipient(ctx, work, current);
  } catch (error) {
    // Erased or deceased meanwhile: no alternative.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function hasRoom(medium: Contact['kind'], content: Content): boolean {
  return medium !== 'sms' || fitsSms(textFor('sms', content).text);
}

function queueNext(
  ctx: Context & CorrespondencePorts,
  work: Work,
  { contact, failed }: { readonly failed: StoredCommunication; readonly contact: Contact },
): void {
  const { bankId, clock, correspondenceVault: vault, ids } = ctx;
  const { customerNumber, furtherMedia } = failed;
  if (customerNumber === undefined) return;
  const now = clock.now();
  const medium = contact.kind;
  const shard = virtualShard(bankId, customerNumber);
  const communicationId = ids.uuid(shard);
  const isDone = medium === 'mailbox';
  const { timeZone } = ctx.correspondenceFacts.of(bankId);
  const releaseTimeAt = releaseTime({ ...failed, medium }, now, timeZone);
  // A message that expires before morning ignores the quiet hours.
  const releaseAt =
    releaseTimeAt.epochMilliseconds < failed.expiresAt.epochMilliseconds ? releaseTimeAt : now;
  const next: StoredCommunication = {
    ...failed,
    communicationId,
    medium,
    status: isDone ? 'delivered' : 'queued',
    furtherMedia: furtherMedia.slice(furtherMedia.indexOf(medium) + 1),
    digestKey: undefined,
    releaseAt,
    dueAt: releaseAt,
    createdAt: now,
    modifiedAt: now,
    sentAt: isDone ? now : undefined,
    retryCount: 0,
    lease: undefined,
    sealedContact: vault.sealContact(bankId, communicationId, contact),
    recipientIndex: vault.recipientIndex(bankId, medium, contact.details),
  };
  if (next.expiresAt.epochMilliseconds <= now.epochMilliseconds) return;
  insertCommunication(work, bankId, next);
  work.emit(communicationEvent('initiated', next));
  if (!isDone) return;
  work.emit(communicationEvent('delivered', next));
  const messageId = ids.uuid(shard);
  insertMailboxEntry(work, {
    bankId,
    messageId,
    customerNumber,
    communicationId,
    contentId: next.contentId,
    folder: 'inbox',
    messageKind: next.messageKind,
    messageCategory: next.messageCategory,
    urgency: next.urgency,
    hasAttachments: false,
    receivedAt: now,
    isNotified: true,
    createdAt: now,
  });
  work.emit(mailboxEvent('mailboxReceived', customerNumber, { messageId }));
}
