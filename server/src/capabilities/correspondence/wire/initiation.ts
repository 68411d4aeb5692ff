import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import { errorOf } from '#dialects/field.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import { communicationsPath, type initiateBatch, type initiateDelivery } from '../contract/initiation.ts';
import { isFileName } from '../domain/attachments.ts';
import type { Contact } from '../domain/content.ts';
import type { AttachmentSource, InitiateDelivery, MessageSource } from '../domain/initiation.ts';
import { bodyHtmlMaxBytes, bodyTextMaxBytes, templateDataMaxBytes } from '../domain/policy.ts';
import type {
  BatchItem,
  BatchRequest,
  BatchResult,
  ItemResult,
} from '../operations/initiation/initiate-batch.ts';
import type { QueuedDelivery } from '../operations/initiation/queue-delivery.ts';

type Body = RequestOf<typeof initiateDelivery>['body'];
type MessageBody = NonNullable<Body['message']>;

/** The operation applies the bank's policy for the location of linked attachments. */
export function toInitiateDelivery({ body }: RequestOf<typeof initiateDelivery>): InitiateDelivery {
  return readDelivery(body);
}

function readDelivery(body: Body): InitiateDelivery {
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

/** A message that cannot be read is rejected alone. The schema has validated the request as a whole. */
export function toBatchRequest({ body }: RequestOf<typeof initiateBatch>): BatchRequest {
  const { 'batch-id': batchId, items } = body;
  return { batchId, items: items.map((item) => readItem({ ...item, 'batch-id': batchId })) };
}

function readItem(body: Body): BatchItem {
  try {
    return { kind: 'request', request: readDelivery(body) };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'rejected', problem: error };
    throw error;
  }
}

export function toBatchResponse({ batchId, items }: BatchResult): ResponseOf<typeof initiateBatch> {
  const acceptedCount = items.filter(({ kind }) => kind === 'accepted').length;
  return {
    status: 200,
    body: {
      'batch-id': batchId,
      'accepted-count': acceptedCount,
      'rejected-count': items.length - acceptedCount,
      items: items.map(toWireItem),
    },
  };
}

function toWireItem(result: ItemResult): ResponseOf<typeof initiateBatch>['body']['items'][number] {
  if (result.kind === 'accepted')
    return { status: 'accepted', id: result.communicationId, uri: uriOf(result.communicationId) };
  const { entry, literal, message, more } = result.problem;
  return {
    status: 'rejected',
    problem: omitUndefined({
      problem: entry.kind === 'invalid' ? 'validation-problem' : literal,
      message,
      details: more.details,
      errors: more.fieldErrors?.map(errorOf),
    }),
  };
}

function uriOf(communicationId: string): string {
  return `${communicationsPath}/${communicationId}`;
}

export function toInitiatedResponse({
  communicationId,
}: QueuedDelivery): ResponseOf<typeof initiateDelivery> {
  const uri = uriOf(communicationId);
  return { status: 201, headers: { location: uri }, body: { id: communicationId, uri } };
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

/** Parses a time that the schema has validated. */
export function instant(text: string): Temporal.Instant {
  const parsed = parseTimestamp(text);
  assert(parsed !== undefined, 'validated by the schema');
  return parsed;
}
