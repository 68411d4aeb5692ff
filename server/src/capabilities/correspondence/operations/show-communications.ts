import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { LinkedAttachment } from '../domain/attachment-link.ts';
import type { Communication } from '../domain/communication.ts';
import type { Contact, Content } from '../domain/content.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { linkAttachments } from '../steps/link-attachments.ts';
import { listAttachmentHeads } from '../store/attachments.read.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { readContents } from '../store/contents.store.ts';

/** A communication as a caller may see it. */
export interface ShownCommunication {
  readonly communication: Communication;
  readonly contact: Contact;
  /** Absent where it is forgotten, or not for this caller. */
  readonly content: Content | undefined;
  readonly attachments: readonly LinkedAttachment[];
}

/** Opens communications for a caller who may see them. */
export async function showCommunications(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  found: readonly StoredCommunication[],
): Promise<readonly ShownCommunication[]> {
  const { bankId, clock, correspondenceVault: vault } = ctx;
  const now = clock.now();
  const open = found.filter((communication) => maySeeContent(ctx, communication, now));
  const contentIds = open.map(({ contentId }) => contentId);
  const [contents, heads] = await Promise.all([
    readContents(db, vault, { bankId, ids: contentIds }),
    listAttachmentHeads(db, vault, { bankId, contentIds }),
  ]);
  return found.map((communication) => {
    const { communicationId, contentId, sealedContact } = communication;
    const isOpen = open.includes(communication);
    return {
      communication,
      contact: shownTo(ctx, vault.openContact(bankId, communicationId, sealedContact)),
      content: isOpen ? contents.get(contentId) : undefined,
      attachments: isOpen ? linkAttachments(ctx, heads.get(contentId) ?? []) : [],
    };
  });
}

/** The keys of a device are for whoever pushes to it; everybody else sees which service it is. */
function shownTo(ctx: Context & CorrespondencePorts, contact: Contact): Contact {
  if (contact.kind !== 'push' || isGatewayOf(ctx, 'push')) return contact;
  const endpoint = /"endpoint"\s*:\s*"([^"]+)"/.exec(contact.details)?.[1] ?? '';
  return { ...contact, details: URL.parse(endpoint)?.origin ?? 'push' };
}

function isGatewayOf(
  { caller, gateways }: Context & CorrespondencePorts,
  medium: Communication['medium'],
): boolean {
  if (caller.kind !== 'application' || !caller.scopes.has('correspondence.deliver')) return false;
  return gateways.mediaOf(caller.clientId).includes(medium);
}

/** A code is shown to whoever delivers it, as long as it is to be delivered, and to nobody else. */
function maySeeContent(
  ctx: Context & CorrespondencePorts,
  { expiresAt, medium, messageKind, status }: Communication,
  now: Communication['expiresAt'],
): boolean {
  if (messageKind !== 'one-time-password') return true;
  const isValid = now.epochMilliseconds < expiresAt.epochMilliseconds;
  const isOpen = isValid && (status === 'queued' || status === 'sending');
  return isOpen && isGatewayOf(ctx, medium);
}
