import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { FaultCode } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { laneOf } from '../domain/communication.ts';
import { type PlannedTimes, planTimes } from '../domain/delivery-times.ts';
import { amountIn, categoryOf, groupOf, type InitiateDelivery } from '../domain/initiation.ts';
import { chooseMedium, type MediumChoice } from '../domain/medium-choice.ts';
import { notificationGroup } from '../domain/notification-groups.ts';
import {
  type EffectivePreference,
  effectivePreference,
  passesThreshold,
  type StoredPreference,
} from '../domain/preferences.ts';
import { forgottenAt } from '../domain/retention.ts';
import { fitsSms } from '../domain/sms-text.ts';
import { wordsFor } from '../domain/words.ts';
import { communicationEvent, mailboxEvent } from '../events.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { insertCommunication } from '../store/communications.store.ts';
import { insertContent } from '../store/contents.store.ts';
import { insertMailboxEntry } from '../store/mailbox-entries.store.ts';
import { listPreferences } from '../store/preferences.store.ts';
import { findTemplate } from '../store/templates.store.ts';
import { composeContent } from './compose-content.ts';
import { type FoundRecipient, findRecipient } from './find-recipient.ts';
import { holdRecipient } from './hold-recipient.ts';
import { readerOf } from './reader-of.ts';
import { takeAttachments } from './take-attachments.ts';

/** What was entered. */
export interface EnteredDelivery {
  readonly communicationId: string;
  readonly medium: StoredCommunication['medium'];
}

type Chosen = Extract<MediumChoice, { kind: 'chosen' }>;

/**
 * Enters a message into the command of whoever has something to say, so that what is said and what it is about are
 * saved together or not at all. The caller audits its own command.
 */
export async function enterDelivery(
  ctx: Context & CorrespondencePorts,
  work: Work,
  asked: InitiateDelivery,
): Promise<EnteredDelivery> {
  const [{ preference, recipient }, edition, attachments] = await Promise.all([
    findWishes(ctx, work, asked),
    asked.said.kind === 'template'
      ? findTemplate(work, { bankId: ctx.bankId, templateId: asked.said.templateId })
      : undefined,
    takeAttachments(ctx, asked.said),
  ]);
  const first = choose(asked, recipient, preference);
  const { language } = ctx.correspondenceFacts.of(ctx.bankId);
  const languages = [recipient.language, asked.language, language].filter((one) => one !== undefined);
  const { category, content } = await composeContent(ctx, asked.said, { edition, languages });
  const isTooLong = first.contact.kind === 'sms' && !fitsSms(wordsFor('sms', content).text);
  const choice = isTooLong ? chooseRoomier(asked, first, { recipient, preference }) : first;
  const found = { recipient: await holdRecipient(ctx, work, recipient), choice, preference, category };
  const communication = planned(ctx, asked, found);
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

/** Who it is comes first: of two who turned out to be one, the wishes of the one who stays hold. */
async function findWishes(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  asked: InitiateDelivery,
): Promise<Pick<Found, 'recipient' | 'preference'>> {
  const given = asked.recipient.kind === 'customer' ? asked.recipient.customerNumber : undefined;
  const [recipient, guessed] = await Promise.all([
    findRecipient(ctx, db, asked.recipient),
    // Nearly always the number that was given is the one that is kept, so both are asked for at once.
    preferencesOf(ctx, db, given),
  ]);
  const { customerNumber } = recipient;
  // A bare address has no preferences.
  if (given === undefined) return { recipient, preference: undefined };
  const stored = customerNumber === given ? guessed : await preferencesOf(ctx, db, customerNumber);
  return { recipient, preference: preferenceIn(stored, asked) };
}

async function preferencesOf(
  { bankId }: Context,
  db: Reader,
  customerNumber: string | undefined,
): Promise<readonly StoredPreference[]> {
  return customerNumber === undefined ? [] : listPreferences(db, { bankId, customerNumber });
}

/** What the customer wants of the group the message belongs to, if it belongs to one. */
function preferenceIn(
  stored: readonly StoredPreference[],
  asked: InitiateDelivery,
): EffectivePreference | undefined {
  const groupId = groupOf(asked);
  if (groupId === undefined) return undefined;
  const group = notificationGroup(groupId);
  const preference = effectivePreference(group, stored, asked.accountId);
  if (!passesThreshold(group, preference, amountIn(asked.said))) throw problems['recipient-opted-out']();
  return preference;
}

function choose(
  asked: InitiateDelivery,
  recipient: FoundRecipient,
  preference: EffectivePreference | undefined,
): Chosen {
  const { messageKind } = asked;
  const medium = asked.recipient.kind === 'contact' ? asked.recipient.contact.kind : asked.medium;
  const choice = chooseMedium({ messageKind, medium, preference }, recipient);
  switch (choice.kind) {
    case 'chosen':
      return choice;
    case 'no-contact':
      throw problems['no-contact-for-medium']();
    case 'opted-out':
      throw problems['recipient-opted-out']();
  }
}

/**
 * Whoever leaves the way to us is heard by the next one that has room. A sender who named SMS is told instead; so is one
 * who has no other way.
 */
function chooseRoomier(
  asked: InitiateDelivery,
  first: Chosen,
  { preference, recipient }: Pick<Found, 'preference' | 'recipient'>,
): Chosen {
  if (asked.medium !== undefined || first.further.length === 0) throw tooLongForSms(asked);
  const addresses = recipient.addresses.filter(({ medium }) => medium !== 'sms');
  return choose(asked, { ...recipient, addresses }, preference);
}

interface Found {
  readonly recipient: FoundRecipient;
  readonly choice: Chosen;
  readonly preference: EffectivePreference | undefined;
  readonly category: StoredCommunication['messageCategory'] | undefined;
}

function planned(
  ctx: Context & CorrespondencePorts,
  asked: InitiateDelivery,
  { category, choice, preference, recipient }: Found,
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
  }: Pick<Found, 'preference'> & {
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
    isTold,
    createdAt,
  });
  if (medium === 'mailbox' && communication.status === 'delivered')
    work.emit(communicationEvent('delivered', communication));
  if (isTold) work.emit(mailboxEvent('mailboxReceived', customerNumber, { messageId }));
}

function tooLongForSms({ said }: InitiateDelivery): Error {
  if (said.kind === 'template') return problems['template-data-not-valid']({ details: { limit: 'sms' } });
  return standardProblems.invalid({
    faults: [
      {
        part: 'body',
        path: ['message', 'body', 'content'],
        code: 'too-long',
        message: 'Longer than two segments of an SMS.',
      },
    ],
  });
}

function faultIn(member: string, code: FaultCode, message: string): Error {
  return standardProblems.invalid({ faults: [{ part: 'body', path: [member], code, message }] });
}
