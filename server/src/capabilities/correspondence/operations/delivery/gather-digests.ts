import { lockStanding } from '#capabilities/party/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { busyReason, openRowWork } from '#platform/work/set-aside.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Contact, Content } from '../../domain/content.ts';
import { contactOf } from '../../domain/medium-choice.ts';
import { textFor } from '../../domain/message-text.ts';
import { notificationGroup } from '../../domain/notification-groups.ts';
import { expiryDefaultDays } from '../../domain/policy.ts';
import { effectivePreference } from '../../domain/preferences.ts';
import { purgeTime } from '../../domain/retention.ts';
import { fitsSms } from '../../domain/sms-text.ts';
import { templateKey } from '../../domain/template.ts';
import { communicationEvent } from '../../events.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { toContent } from '../../steps/content.ts';
import { findRecipient } from '../../steps/recipients.ts';
import type { StoredCommunication } from '../../store/communication-rows.ts';
import { insertCommunication } from '../../store/communications.store.ts';
import { insertContent, listContents } from '../../store/contents.store.ts';
import { listDigest, listDueDigests, lockDigest, releaseFromDigest } from '../../store/digests.store.ts';
import { cancelCommunications } from '../../store/open-communications.store.ts';
import { listPreferences } from '../../store/preferences.store.ts';
import { findTemplate } from '../../store/templates.store.ts';

const batchSize = 500;
/** The number of messages that a digest template must be able to list. */
const messagesMax = 200;
/** The template of digests. */
const digestTemplate = 'digest';

/** Combines the gathered messages of each customer into one digest. Called by the scheduler. */
export async function gatherDigests(ctx: Context & CorrespondencePorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'gather-digests');
  const scope = { bankId, now: clock.now(), count: batchSize, except: rows.waiting() };
  return rows.forEach(await listDueDigests(db, scope), (key) => gatherOne(ctx, key));
}

/** Renders the digest before any row is locked; if the parts change meanwhile, the next run sends it. */
async function gatherOne(ctx: Context & CorrespondencePorts, key: string): Promise<void> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const found = await listDigest(db, { bankId, key, now });
  const isWanted = await isStillWanted(ctx, found);
  const digestContent = isWanted ? await renderDigest(ctx, found) : undefined;
  const contact = digestContent === undefined ? undefined : await currentContact(ctx, found);
  await runCommand(ctx, async (work) => {
    const parts = await lockDigest(work, { bankId, key, now });
    if (hasSameParts(found, parts) && !(await lockAndCheckErased(ctx, work, parts))) {
      if (isWanted) await queueDigest(ctx, work, { parts, digestContent, contact });
      else await cancelAll(ctx, work, { parts, reason: 'opted-out' });
    }
    work.audit({
      aggregateKind: 'delivery-queue',
      aggregateId: 'digest',
      changes: [{ field: 'gathered', after: parts.length }],
    });
  });
}

/**
 * Locks the customer: a digest queued while the customer is erased would stay behind; the parts are erased with the
 * customer.
 */
async function lockAndCheckErased(
  { bankId }: Context,
  work: Work,
  [first]: readonly StoredCommunication[],
): Promise<boolean> {
  if (first?.customerNumber === undefined) return false;
  const { customerNumber } = first;
  return (await lockStanding(work, { bankId, customerNumber }))?.state === 'erased';
}

/** Withdraws parts of a group that the customer has turned off since. */
async function isStillWanted(
  { bankId, db }: Context,
  [first]: readonly StoredCommunication[],
): Promise<boolean> {
  if (first?.customerNumber === undefined || first.notificationGroup === undefined) return true;
  const { accountId, customerNumber, medium, notificationGroup: groupId } = first;
  const stored = await listPreferences(db, { bankId, customerNumber });
  return effectivePreference(notificationGroup(groupId), stored, accountId).mediaOn.includes(medium);
}

async function cancelAll(
  { bankId, clock }: Context,
  work: Work,
  { parts, reason }: { readonly parts: readonly StoredCommunication[]; readonly reason: string },
): Promise<void> {
  const ids = parts.map(({ communicationId }) => communicationId);
  const cancelled = await cancelCommunications(work, { bankId, ids, now: clock.now(), reason });
  for (const communication of cancelled) work.emit(communicationEvent('cancelled', communication));
}

function hasSameParts(some: readonly StoredCommunication[], others: readonly StoredCommunication[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ communicationId }, index) => communicationId === others[index]?.communicationId)
  );
}

/** Renders one text for several messages; undefined for a single part, or if the bank has no digest template. */
async function renderDigest(
  ctx: Context & CorrespondencePorts,
  parts: readonly StoredCommunication[],
): Promise<Content | undefined> {
  if (parts.length < 2) return undefined;
  const { bankId, clock, correspondenceVault: vault, db, documentRenderer: renderer } = ctx;
  const [edition, contents] = await Promise.all([
    findTemplate(db, { bankId, templateId: digestTemplate }),
    listContents(db, vault, { bankId, ids: parts.map(({ contentId }) => contentId) }),
  ]);
  if (edition === undefined) return undefined;
  const digestContent = parts.flatMap(({ contentId }) => contents.get(contentId) ?? []);
  const template = edition.in(digestContent.map(({ language }) => language));
  const { timeZone } = ctx.correspondenceFacts.of(bankId);
  const pressed = await renderer.texts({
    key: templateKey(bankId, template),
    schema: template.schema,
    source: template.texts,
    locale: template.locale,
    data: {
      day: clock.today(timeZone).toString(),
      messages: digestContent.slice(0, messagesMax).map(({ title }) => ({ title })),
    },
  });
  // Retried later; for every other failure of the renderer, the parts are sent separately.
  if (pressed.kind === 'busy')
    throw standardProblems['service-unavailable']({ retryAfterSeconds: 1, reason: busyReason });
  if (pressed.kind !== 'done') {
    ctx.log.warn({ jobKind: 'gather-digests', problem: pressed.kind }, 'failed to render a digest');
    return undefined;
  }
  const together = toContent(pressed.product, template.locale, ctx.correspondenceFacts.of(bankId));
  return parts[0]?.medium === 'sms' && !fitsSms(textFor('sms', together).text) ? undefined : together;
}

interface DigestMessage {
  readonly parts: readonly StoredCommunication[];
  readonly digestContent: Content | undefined;
  /** Returns the current address of the customer; undefined if no newer one is known. */
  readonly contact: Contact | undefined;
}

/** Uses the current address: it may have changed since the first part was scheduled. */
async function currentContact(
  ctx: Context & CorrespondencePorts,
  [first]: readonly StoredCommunication[],
): Promise<Contact | undefined> {
  if (first?.customerNumber === undefined) return undefined;
  const { customerNumber, medium } = first;
  const recipient = await findRecipient(ctx, ctx.db, { kind: 'customer', customerNumber });
  const address = recipient.addresses.find((one) => one.medium === medium);
  return address && contactOf(address, recipient);
}

/** Cancels the parts in favour of the digest. */
async function queueDigest(
  ctx: Context & CorrespondencePorts,
  work: Work,
  { contact, parts, digestContent }: DigestMessage,
): Promise<void> {
  const { bankId } = ctx;
  const [first] = parts;
  const ids = parts.map(({ communicationId }) => communicationId);
  if (digestContent === undefined || first === undefined) return releaseFromDigest(work, bankId, ids);
  insertDigest(ctx, work, { first, digestContent, contact });
  await cancelAll(ctx, work, { parts, reason: 'gathered' });
}

function insertDigest(
  ctx: Context & CorrespondencePorts,
  work: Work,
  {
    contact,
    first,
    digestContent,
  }: Pick<DigestMessage, 'contact'> & {
    readonly first: StoredCommunication;
    readonly digestContent: Content;
  },
): void {
  const { bankId, clock, correspondenceVault: vault, ids } = ctx;
  const now = clock.now();
  const shard = virtualShard(bankId, first.customerNumber ?? first.communicationId);
  const communicationId = ids.uuid(shard);
  const contentId = ids.uuid(shard);
  const to = contact ?? vault.openContact(bankId, first.communicationId, first.sealedContact);
  const digest: StoredCommunication = {
    ...first,
    communicationId,
    messageId: communicationId,
    contentId,
    messageKind: 'advice',
    digestKey: undefined,
    releaseAt: now,
    dueAt: now,
    createdAt: now,
    modifiedAt: now,
    // A digest is a message with its own expiry, like any other.
    expiresAt: now.add({ hours: expiryDefaultDays * 24 }),
    sealedContact: vault.sealContact(bankId, communicationId, to),
    recipientIndex: vault.recipientIndex(bankId, to.kind, to.details),
  };
  insertContent(work, vault, {
    bankId,
    contentId,
    content: digestContent,
    createdAt: now,
    purgeAt: purgeTime(digest),
    attachments: [],
  });
  insertCommunication(work, bankId, digest);
  work.emit(communicationEvent('initiated', digest));
}
