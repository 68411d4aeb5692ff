import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { sortOrderDefault } from '#platform/kernel/paging.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import { parseTimestamp, toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type {
  getCommunication,
  initiateDelivery,
  listCommunications,
  updateStatuses,
} from '../contract/communications.ts';
import { isFileName } from '../domain/attachments.ts';
import type { Contact } from '../domain/content.ts';
import type { AttachmentSource, InitiateDelivery, MessageSource } from '../domain/initiation.ts';
import { maskAddresses } from '../domain/masking.ts';
import { textFor } from '../domain/message-text.ts';
import { bodyHtmlMaxBytes, bodyTextMaxBytes, templateDataMaxBytes } from '../domain/policy.ts';
import { communicationSortKeyDefault } from '../domain/queries.ts';
import type {
  CommunicationsPage,
  CommunicationsQuery,
} from '../operations/communications/list-communications.ts';
import type { StatusUpdate } from '../operations/delivery/update-statuses.ts';
import type { QueuedDelivery } from '../operations/initiation/queue-delivery.ts';
import type { CommunicationView } from '../steps/communications.ts';
import { toWireMessage } from './message.ts';
import { toPageMetadata } from './pages.ts';

type Body = RequestOf<typeof initiateDelivery>['body'];
type MessageBody = NonNullable<Body['message']>;

/** The operation applies the bank's policy for the location of linked attachments. */
export function toInitiateDelivery({ body }: RequestOf<typeof initiateDelivery>): InitiateDelivery {
  return inspect('body', (root) => {
    const recipient = readRecipient(body, root);
    return {
      recipient,
      messageKind: body['message-kind'],
      medium: body['contact-medium'],
      source: readSource(body, root),
      priority: body.priority ?? 'normal',
      urgency: body.urgency ?? 'normal',
      category: body['message-category'],
      sourceChannel: body['source-channel'],
      batchId: body['batch-id'],
      expires: mapDefined(body.expires, instant),
      notBefore: mapDefined(body['not-before'], instant),
      notificationGroup: body['notification-group'],
      accountId: body['account-id'],
    };
  });
}

function readRecipient(body: Body, cursor: FieldCursor): InitiateDelivery['recipient'] {
  const { contact, 'customer-number': customerNumber } = body;
  if (contact === undefined) {
    if (customerNumber === undefined) cursor.at('customer-number').report('combination-required');
    return { kind: 'customer', customerNumber: customerNumber ?? '' };
  }
  if (customerNumber !== undefined) cursor.at('contact').report('combination-not-allowed');
  const medium = body['contact-medium'];
  if (medium !== undefined && medium !== contact.kind) cursor.at('contact-medium').report('mismatch');
  return { kind: 'contact', contact: readContact(contact, cursor.at('contact')) };
}

function readContact(
  { details, kind, usage = 'primary' }: NonNullable<Body['contact']>,
  cursor: FieldCursor,
): Contact {
  // Only customers have a mailbox; they are identified by their number.
  if (kind === 'mailbox') cursor.at('kind').report('combination-not-allowed');
  const normalized = normalizers[kind](details);
  if (normalized === undefined) cursor.at('details').report('format');
  return { usage, kind, details: normalized ?? details };
}

/** Normalizes an address; undefined if it is invalid. */
const normalizers: Readonly<Record<Contact['kind'], (details: string) => string | undefined>> = {
  email: (details) => normalizeEmail(details)?.address,
  sms: (details) => parsePhone(details)?.number,
  mailbox: (details) => details,
  push: (details) => details,
  letter: (details) => details,
};

function readSource(body: Body, cursor: FieldCursor): MessageSource {
  const { message, 'template-data': data, 'template-id': templateId } = body;
  if (templateId !== undefined) {
    if (message !== undefined) cursor.at('message').report('combination-not-allowed');
    if (Buffer.byteLength(JSON.stringify(data ?? {})) > templateDataMaxBytes)
      cursor.at('template-data').report('too-long');
    return { kind: 'template', templateId, data: data ?? {} };
  }
  if (data !== undefined) cursor.at('template-id').report('combination-required');
  if (message === undefined) {
    cursor.at('message').report('combination-required');
    return { kind: 'message', title: '', contentType: 'text/plain', content: '', attachments: [] };
  }
  return readMessage(message, cursor.at('message'));
}

function readMessage({ attachments = [], body, title }: MessageBody, cursor: FieldCursor): MessageSource {
  const isHtml = body['content-type'] === 'text/html';
  const max = isHtml ? bodyHtmlMaxBytes : bodyTextMaxBytes;
  if (Buffer.byteLength(body.content) > max) cursor.at('body', 'content').report('too-long');
  if (/\p{Cc}/u.test(title)) cursor.at('title').report('pattern');
  return {
    kind: 'message',
    title,
    contentType: body['content-type'],
    content: body.content,
    attachments: attachments.flatMap((attachment, index) =>
      readAttachment(attachment, cursor.at('attachments', index)),
    ),
  };
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

function readAttachment(
  attachment: NonNullable<MessageBody['attachments']>[number],
  cursor: FieldCursor,
): readonly AttachmentSource[] {
  const { content, 'content-type': contentType, 'content-url': url, name } = attachment;
  if (!isFileName(name)) cursor.at('name').report('pattern');
  if (content !== undefined && url !== undefined) cursor.at('content-url').report('combination-not-allowed');
  if (url !== undefined) return [{ name, contentType, content: { kind: 'url', url } }];
  if (content === undefined) {
    cursor.at('content').report('combination-required');
    return [];
  }
  if (content.length % 4 !== 0 || !base64.test(content)) cursor.at('content').report('format');
  return [{ name, contentType, content: { kind: 'bytes', bytes: Buffer.from(content, 'base64') } }];
}

export function toInitiatedResponse({
  communicationId,
}: QueuedDelivery): ResponseOf<typeof initiateDelivery> {
  const uri = `/v1/correspondence/communications/${communicationId}`;
  return { status: 201, headers: { location: uri }, body: { id: communicationId, uri } };
}

export function toCommunicationCriteria({ params }: RequestOf<typeof getCommunication>): {
  readonly communicationId: string;
} {
  return { communicationId: params['communication-id'].toLowerCase() };
}

export function toCommunicationResponse(shown: CommunicationView): ResponseOf<typeof getCommunication> {
  return { status: 200, body: toWireCommunication(shown) };
}

export function toStatusUpdates({ body }: RequestOf<typeof updateStatuses>): {
  readonly updates: readonly StatusUpdate[];
} {
  return {
    updates: body.items.map((item) => ({
      communicationId: item['communication-id'].toLowerCase(),
      status: item.status,
      reason: mapDefined(item.reason, maskAddresses),
      isHard: item['hard-failure'] ?? false,
      occurredAt: mapDefined(item.occurred, instant),
      reference: undefined,
    })),
  };
}

export function toCommunicationsQuery({ query }: RequestOf<typeof listCommunications>): CommunicationsQuery {
  return {
    medium: query['contact-medium'],
    statuses: query.statuses ?? [],
    page: omitUndefined({ page: query.page, pageSize: query['page-size'] }),
    sorting: {
      sortBy: query['sort-by'] ?? communicationSortKeyDefault,
      sortOrder: query['sort-order'] ?? sortOrderDefault,
    },
  };
}

export function toCommunicationsResponse({
  items,
  metadata,
}: CommunicationsPage): ResponseOf<typeof listCommunications> {
  return { status: 200, body: { ...toPageMetadata(metadata), items: items.map(toWireCommunication) } };
}

function toWireCommunication({
  attachments,
  communication,
  contact,
  content,
}: CommunicationView): ResponseOf<typeof getCommunication>['body'] {
  return omitUndefined({
    'communication-id': communication.communicationId,
    contact,
    'customer-number': communication.customerNumber,
    created: toWireTimestamp(communication.createdAt),
    status: communication.status,
    sent: mapDefined(communication.sentAt, toWireTimestamp),
    expires: toWireTimestamp(communication.expiresAt),
    'message-kind': communication.messageKind,
    priority: communication.priority,
    'retry-count': communication.retryCount,
    // A gateway sends what it reads here, so it gets the masked text of its medium.
    message: mapDefined(content, (visibleContent) =>
      toWireMessage(omitUndefined(textFor(communication.medium, visibleContent)), attachments),
    ),
  });
}

/** The schema has validated the value. */
function instant(text: string): Temporal.Instant {
  const parsed = parseTimestamp(text);
  assert(parsed !== undefined, 'validated by the schema');
  return parsed;
}
