import { listVisibleCustomers } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { LinkedAttachment } from '../domain/attachment-link.ts';
import type { Communication } from '../domain/communication.ts';
import type { Contact, Content } from '../domain/content.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { listAttachmentHeads } from '../store/attachments.read.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { listContents } from '../store/contents.store.ts';
import { linkAttachments } from './attachments.ts';

/**
 * Filters communications for staff: those to customers of their units, and to bare addresses. Other callers are
 * authorized before.
 */
export async function visibleToCaller(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  found: readonly StoredCommunication[],
): Promise<readonly StoredCommunication[]> {
  if (ctx.caller.kind !== 'employee') return found;
  const numbers = [...new Set(found.flatMap(({ customerNumber }) => customerNumber ?? []))];
  const known = await listVisibleCustomers({ ...ctx, ...ctx.party }, db, numbers);
  return found.filter(({ customerNumber }) => customerNumber === undefined || known.has(customerNumber));
}

/** A communication with what a caller may see of it. */
export interface CommunicationView {
  readonly communication: Communication;
  readonly contact: Contact;
  /** Absent if purged, or not visible to this caller. */
  readonly content: Content | undefined;
  readonly attachments: readonly LinkedAttachment[];
}

/** Decrypts communications for a caller who may see them. */
export async function viewCommunications(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  found: readonly StoredCommunication[],
): Promise<readonly CommunicationView[]> {
  const { bankId, clock, correspondenceVault: vault } = ctx;
  const now = clock.now();
  const open = found.filter((communication) => maySeeContent(ctx, communication, now));
  const contentIds = open.map(({ contentId }) => contentId);
  const [contents, heads] = await Promise.all([
    listContents(db, vault, { bankId, ids: contentIds }),
    listAttachmentHeads(db, vault, { bankId, contentIds }),
  ]);
  return found.map((communication) => {
    const { communicationId, contentId, sealedContact } = communication;
    const isOpen = open.includes(communication);
    return {
      communication,
      contact: contactFor(ctx, vault.openContact(bankId, communicationId, sealedContact)),
      content: isOpen ? contents.get(contentId) : undefined,
      attachments: isOpen ? linkAttachments(ctx, heads.get(contentId) ?? []) : [],
    };
  });
}

/** Only the gateway of a device gets its subscription keys; other callers see the push service only. */
function contactFor(ctx: Context & CorrespondencePorts, contact: Contact): Contact {
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

/** A code is visible to its gateway only, and only during delivery. */
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

/** Reads messages; audits which ones if the caller is an employee. */
export async function readByStaff<Result>(
  ctx: Context,
  read: (db: Reader) => Promise<Result>,
  idsIn: (result: Result) => readonly string[],
): Promise<Result> {
  if (ctx.caller.kind !== 'employee') return read(ctx.db);
  return runCommand(ctx, async (work) => {
    const result = await read(work);
    const ids = idsIn(result);
    const [only] = ids;
    work.audit({
      aggregateKind: ids.length === 1 ? 'communication' : 'communication-list',
      aggregateId: ids.length === 1 && only !== undefined ? only : ctx.origin.requestId,
      changes: [
        { field: 'read', after: ids.length },
        ...(ids.length === 1 ? [] : ids.map((id) => ({ field: 'communication-id', after: id }))),
      ],
    });
    return result;
  });
}
