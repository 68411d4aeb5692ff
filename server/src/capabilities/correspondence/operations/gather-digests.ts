import { lockStanding } from '#capabilities/party/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { busyReason, openRowWork } from '#platform/work/set-aside.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Contact, Content } from '../domain/content.ts';
import { textFor } from '../domain/message-text.ts';
import { notificationGroup } from '../domain/notification-groups.ts';
import { expiryDefaultDays } from '../domain/policy.ts';
import { effectivePreference } from '../domain/preferences.ts';
import { forgottenAt } from '../domain/retention.ts';
import { fitsSms } from '../domain/sms-text.ts';
import { templateKey } from '../domain/template.ts';
import { communicationEvent } from '../events.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { contentOf } from '../steps/content-of.ts';
import { findRecipient } from '../steps/find-recipient.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { insertCommunication } from '../store/communications.store.ts';
import { insertContent, readContents } from '../store/contents.store.ts';
import { listDigest, listDueDigests, lockDigest, releaseFromDigest } from '../store/digests.store.ts';
import { cancelCommunications } from '../store/open-communications.store.ts';
import { listPreferences } from '../store/preferences.store.ts';
import { findTemplate } from '../store/templates.store.ts';

const atOnce = 500;
/** As many as a template must be able to tell. */
const messagesMax = 200;
/** The template that gathered messages are told with. */
const digestTemplate = 'digest';

/** Turns what was gathered for each customer into one message. Called by the clock. */
export async function gatherDigests(ctx: Context & CorrespondencePorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'gather-digests');
  const scope = { bankId, now: clock.now(), count: atOnce, except: rows.waiting() };
  return rows.forEach(await listDueDigests(db, scope), (key) => gatherOne(ctx, key));
}

/** What is said together is written before anything is held; should the parts have changed, the next minute tells it. */
async function gatherOne(ctx: Context & CorrespondencePorts, key: string): Promise<void> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const found = await listDigest(db, { bankId, key, now });
  const isWanted = await isStillWanted(ctx, found);
  const said = isWanted ? await sayTogether(ctx, found) : undefined;
  const contact = said === undefined ? undefined : await contactToday(ctx, found);
  await runCommand(ctx, async (work) => {
    const parts = await lockDigest(work, { bankId, key, now });
    if (hasSameParts(found, parts) && !(await isErased(ctx, work, parts))) {
      if (isWanted) await tellTogether(ctx, work, { parts, said, contact });
      else await cancelAll(ctx, work, { parts, reason: 'opted-out' });
    }
    work.audit({
      aggregateKind: 'delivery-queue',
      aggregateId: 'digest',
      changes: [{ field: 'gathered', after: parts.length }],
    });
  });
}

/** A digest that is entered while its customer is erased would stay behind; the parts are erased with the customer. */
async function isErased(
  { bankId }: Context,
  work: Work,
  [first]: readonly StoredCommunication[],
): Promise<boolean> {
  if (first?.customerNumber === undefined) return false;
  const { customerNumber } = first;
  return (await lockStanding(work, { bankId, customerNumber }))?.state === 'erased';
}

/** What was turned off while it was being gathered is not told after all. */
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
    some.every(({ communicationId }, place) => communicationId === others[place]?.communicationId)
  );
}

/** One text for several messages; nothing where one alone goes as it is, or the bank has no such template. */
async function sayTogether(
  ctx: Context & CorrespondencePorts,
  parts: readonly StoredCommunication[],
): Promise<Content | undefined> {
  if (parts.length < 2) return undefined;
  const { bankId, clock, correspondenceVault: vault, db, press: renderer } = ctx;
  const [edition, contents] = await Promise.all([
    findTemplate(db, { bankId, templateId: digestTemplate }),
    readContents(db, vault, { bankId, ids: parts.map(({ contentId }) => contentId) }),
  ]);
  if (edition === undefined) return undefined;
  const said = parts.flatMap(({ contentId }) => contents.get(contentId) ?? []);
  const template = edition.in(said.map(({ language }) => language));
  const { timeZone } = ctx.correspondenceFacts.of(bankId);
  const pressed = await renderer.texts({
    key: templateKey(bankId, template),
    schema: template.schema,
    source: template.texts,
    locale: template.locale,
    data: {
      day: clock.today(timeZone).toString(),
      messages: said.slice(0, messagesMax).map(({ title }) => ({ title })),
    },
  });
  // Later; everything else the press does not like is told message by message.
  if (pressed.kind === 'busy')
    throw standardProblems['service-unavailable']({ retryAfterSeconds: 1, reason: busyReason });
  if (pressed.kind !== 'done') {
    ctx.log.warn(
      { jobKind: 'gather-digests', problem: pressed.kind },
      'a digest cannot be made of its template',
    );
    return undefined;
  }
  const together = contentOf(pressed.product, template.locale, ctx.correspondenceFacts.of(bankId));
  return parts[0]?.medium === 'sms' && !fitsSms(textFor('sms', together).text) ? undefined : together;
}

interface DigestEvent {
  readonly parts: readonly StoredCommunication[];
  readonly said: Content | undefined;
  /** Where the customer is reached today; undefined where nothing newer is known. */
  readonly contact: Contact | undefined;
}

/** The address may have changed since the first part was planned. */
async function contactToday(
  ctx: Context & CorrespondencePorts,
  [first]: readonly StoredCommunication[],
): Promise<Contact | undefined> {
  if (first?.customerNumber === undefined) return undefined;
  const { customerNumber, medium } = first;
  const { addresses } = await findRecipient(ctx, ctx.db, { kind: 'customer', customerNumber });
  const address = addresses.find((one) => one.medium === medium);
  return address && { usage: address.usage, kind: medium, details: address.details };
}

/** The parts are taken back in favour of the message that tells them all. */
async function tellTogether(
  ctx: Context & CorrespondencePorts,
  work: Work,
  { contact, parts, said }: DigestEvent,
): Promise<void> {
  const { bankId } = ctx;
  const [first] = parts;
  const ids = parts.map(({ communicationId }) => communicationId);
  if (said === undefined || first === undefined) return releaseFromDigest(work, bankId, ids);
  enterDigest(ctx, work, { first, said, contact });
  await cancelAll(ctx, work, { parts, reason: 'gathered' });
}

function enterDigest(
  ctx: Context & CorrespondencePorts,
  work: Work,
  {
    contact,
    first,
    said,
  }: Pick<DigestEvent, 'contact'> & { readonly first: StoredCommunication; readonly said: Content },
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
    // It is a message of its own, wanted as long as any other.
    expiresAt: now.add({ hours: expiryDefaultDays * 24 }),
    sealedContact: vault.sealContact(bankId, communicationId, to),
    recipientIndex: vault.recipientIndex(bankId, to.kind, to.details),
  };
  insertContent(work, vault, {
    bankId,
    contentId,
    content: said,
    createdAt: now,
    forgetAt: forgottenAt(digest),
    attachments: [],
  });
  insertCommunication(work, bankId, digest);
  work.emit(communicationEvent('initiated', digest));
}
