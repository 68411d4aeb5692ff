import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { fieldErrorSchema } from '#dialects/field.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import type { TemplateData } from '../domain/initiation.ts';
import {
  attachmentContentTypes,
  batchedKinds,
  bodyContentTypes,
  contactMedia,
  contactUsages,
  messageKinds,
  priorities,
  urgencies,
} from '../domain/literals.ts';
import { groupIds } from '../domain/notification-groups.ts';
import {
  attachmentSizeMaxBytes,
  attachmentsMax,
  batchItemsMax,
  bodyHtmlMaxBytes,
  titleMax,
} from '../domain/policy.ts';
import { problems } from '../problems.ts';
import { messageCategory } from './class-values.ts';
import { correspondence, createdResult, enumOf } from './interface.ts';

const { Optional } = Type;

export const communicationsPath = '/v1/correspondence/communications';
const moment = Type.String({ format: 'date-time' });
/** Also the party number. */
const customerNumber = Type.String({ pattern: '^[A-Za-z0-9-]{1,35}$' });
const text = (maxLength: number): Type.TString => Type.String({ minLength: 1, maxLength });
export const batchId = text(64);

/** Any JSON object; the schema of the template validates it. */
export const templateData = Type.Unsafe<{ readonly [name: string]: TemplateData }>({ type: 'object' });
export const templateId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$' });

/** Base64 uses four characters for three bytes. */
const base64Max = Math.ceil(attachmentSizeMaxBytes / 3) * 4;

const messageIn = named(
  'MessageInput',
  'The text of a message; use a template instead where there is one.',
  Type.Object(
    {
      title: text(titleMax),
      body: Type.Object(
        {
          'content-type': enumOf(bodyContentTypes),
          content: Type.String({ minLength: 1, maxLength: bodyHtmlMaxBytes }),
        },
        closed,
      ),
      attachments: Optional(
        Type.Array(
          Type.Object(
            {
              'content-type': enumOf(attachmentContentTypes),
              name: text(100),
              content: Optional(Type.String({ minLength: 1, maxLength: base64Max })),
              'content-url': Optional(Type.String({ minLength: 8, maxLength: 2_000 })),
            },
            closed,
          ),
          { maxItems: attachmentsMax },
        ),
      ),
    },
    closed,
  ),
);

const contactIn = named(
  'ContactInput',
  'An address to send to, instead of those of the customer.',
  Type.Object(
    {
      usage: Optional(enumOf(contactUsages)),
      kind: enumOf(contactMedia),
      details: text(2_000),
      // Present for a stored contact point only; a bare address has no metadata.
      'contact-preference': Optional(Type.Unknown()),
      uri: Optional(Type.Unknown()),
    },
    closed,
  ),
  { details: 'The phone number or address.' },
);

/** Members of a message to send, alone and in a batch. */
const deliveryMembers = {
  'customer-number': Optional(customerNumber),
  contact: Optional(contactIn),
  'contact-medium': Optional(enumOf(contactMedia)),
  'source-channel': Optional(text(30)),
  'template-id': Optional(templateId),
  'template-data': Optional(templateData),
  message: Optional(messageIn),
  priority: Optional(enumOf(priorities)),
  urgency: Optional(enumOf(urgencies)),
  'message-category': Optional(messageCategory),
  expires: Optional(moment),
  'not-before': Optional(moment),
  'notification-group': Optional(enumOf(groupIds)),
  'account-id': Optional(text(64)),
} as const;

export const initiateDelivery = contract({
  operationId: 'Correspondence_Communications_Initiate',
  interface: correspondence,
  method: 'POST',
  path: communicationsPath,
  summary: 'Schedule a message for delivery',
  description:
    'Accepts a message for a customer or for an address; Portico chooses the medium by preference and delivers it later. The response returns the id by which the delivery is followed.',
  access: callers({
    application: { scope: 'correspondence.send' },
    employee: { role: 'correspondent' },
  }),
  request: {
    body: Type.Object(
      {
        ...deliveryMembers,
        'message-kind': enumOf(messageKinds),
        'batch-id': Optional(batchId),
      },
      closed,
    ),
  },
  responses: {
    201: {
      description: 'Scheduled.',
      body: createdResult,
      headers: { location: 'URL of the communication.' },
    },
  },
  problems: [
    problems['recipient-not-found'],
    problems['no-contact-for-medium'],
    problems['recipient-opted-out'],
    problems['recipient-deceased'],
    problems['template-not-found'],
    problems['template-data-not-valid'],
    problems['attachment-rejected'],
  ],
  idempotency: 'required',
  rate: 'change',
  bodySize: 'attachments',
  source: 'S000',
});

/** The problem of one message of a batch: the literal and the field errors that it has when it is sent alone. */
const itemProblem = named(
  'BatchItemProblem',
  'Why a message of the batch was rejected.',
  Type.Object({
    problem: Type.String(),
    message: Type.String(),
    details: Optional(
      Type.Unsafe<string | Readonly<Record<string, unknown>>>({ type: ['string', 'object'] }),
    ),
    errors: Optional(Type.Array(fieldErrorSchema)),
  }),
);

// GAP: S000 schedules batches of communications and names an operation for one. This operation takes many. ADR-0127
export const initiateBatch = contract({
  operationId: 'Correspondence_Batches_Initiate',
  interface: correspondence,
  method: 'POST',
  path: `${communicationsPath}/batches`,
  summary: 'Schedule many messages of a batch for delivery',
  description:
    'Accepts many messages in one request and says for each whether it was accepted. Messages that were rejected can be corrected and sent again.',
  access: callers({
    application: { scope: 'correspondence.send' },
    employee: { role: 'correspondent' },
  }),
  request: {
    body: Type.Object(
      {
        'batch-id': batchId,
        items: Type.Array(Type.Object({ ...deliveryMembers, 'message-kind': enumOf(batchedKinds) }, closed), {
          minItems: 1,
          maxItems: batchItemsMax,
        }),
      },
      closed,
    ),
  },
  responses: {
    200: {
      description: 'One result for each message, in the order of the request.',
      body: Type.Object({
        'batch-id': Type.String(),
        'accepted-count': Type.Integer(),
        'rejected-count': Type.Integer(),
        items: Type.Array(
          Type.Object({
            status: enumOf(['accepted', 'rejected']),
            id: Optional(Type.String()),
            uri: Optional(Type.String()),
            problem: Optional(itemProblem),
          }),
        ),
      }),
    },
  },
  problems: [problems['attachment-rejected']],
  idempotency: 'required',
  rate: 'batch',
  bodySize: 'large',
  source: 'addition',
});
