import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers, oneOf } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import type { TemplateData } from '../domain/initiation.ts';
import {
  attachmentContentTypes,
  bodyContentTypes,
  contactMedia,
  contactUsages,
  deliveryStatuses,
  messageCategories,
  messageKinds,
  priorities,
  urgencies,
} from '../domain/literals.ts';
import { groupIds } from '../domain/notification-groups.ts';
import {
  attachmentSizeMaxBytes,
  attachmentsMax,
  bodyHtmlMaxBytes,
  statusUpdatesMax,
  titleMax,
} from '../domain/policy.ts';
import { communicationSortKeyDefault, communicationSortKeys } from '../domain/queries.ts';
import { problems } from '../problems.ts';
import {
  correspondence,
  createdResult,
  done,
  enumOf,
  pageMembers,
  pageMetadataMembers,
} from './interface.ts';
import { messageOut } from './message.ts';

const { Optional } = Type;

const path = '/v1/correspondence/communications';
const uuid = Type.String({ format: 'uuid' });
const moment = Type.String({ format: 'date-time' });
/** Also the party number. */
const customerNumber = Type.String({ pattern: '^[A-Za-z0-9-]{1,35}$' });
const text = (maxLength: number): Type.TString => Type.String({ minLength: 1, maxLength });

/** Any JSON object; the schema of the template validates it. */
export const templateData = Type.Unsafe<{ readonly [name: string]: TemplateData }>({ type: 'object' });
export const templateId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$' });

/** Base64 uses four characters for three bytes. */
const base64Max = Math.ceil(attachmentSizeMaxBytes / 3) * 4;

const messageIn = Type.Object(
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
);

const contactIn = Type.Object(
  {
    usage: Optional(enumOf(contactUsages)),
    kind: enumOf(contactMedia),
    details: text(2_000),
    // Present for a stored contact point only; a bare address has no metadata.
    'contact-preference': Optional(Type.Unknown()),
    uri: Optional(Type.Unknown()),
  },
  closed,
);

export const initiateDelivery = contract({
  operationId: 'Correspondence_Communications_Initiate',
  interface: correspondence,
  method: 'POST',
  path,
  summary: 'Schedule a message for delivery',
  access: callers({
    application: { scope: 'correspondence.send' },
    employee: { role: 'correspondent' },
  }),
  request: {
    body: Type.Object(
      {
        'customer-number': Optional(customerNumber),
        contact: Optional(contactIn),
        'message-kind': enumOf(messageKinds),
        'contact-medium': Optional(enumOf(contactMedia)),
        'source-channel': Optional(text(30)),
        'template-id': Optional(templateId),
        'template-data': Optional(templateData),
        message: Optional(messageIn),
        priority: Optional(enumOf(priorities)),
        urgency: Optional(enumOf(urgencies)),
        'message-category': Optional(enumOf(messageCategories)),
        expires: Optional(moment),
        'not-before': Optional(moment),
        'batch-id': Optional(text(64)),
        'notification-group': Optional(enumOf(groupIds)),
        'account-id': Optional(text(64)),
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

const communicationOut = Type.Object({
  'communication-id': Type.String(),
  contact: Type.Object({ usage: Type.String(), kind: enumOf(contactMedia), details: Type.String() }),
  'customer-number': Optional(Type.String()),
  created: moment,
  status: enumOf(deliveryStatuses),
  sent: Optional(moment),
  expires: moment,
  'message-kind': enumOf(messageKinds),
  priority: enumOf(priorities),
  'retry-count': Type.Integer(),
  message: Optional(messageOut),
});

export const getCommunication = contract({
  operationId: 'Correspondence_Communications_Get',
  interface: correspondence,
  method: 'GET',
  path: `${path}/{communication-id}`,
  summary: 'One communication with its delivery status',
  access: callers({
    application: { scope: oneOf('correspondence.send', 'correspondence.deliver') },
    employee: { role: 'correspondent' },
  }),
  request: { params: Type.Object({ 'communication-id': uuid }) },
  responses: { 200: { description: 'The communication.', body: communicationOut } },
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'addition',
});

/** Statuses that a gateway may report; Portico sets the others itself. */
const reportedStatuses = ['sending', 'sent', 'delivered', 'failed'] as const;

export const updateStatuses = contract({
  operationId: 'Correspondence_Communications_UpdateStatuses',
  bodySize: 'normal',
  interface: correspondence,
  method: 'POST',
  path: `${path}/statuses`,
  summary: 'Report delivery statuses of communications',
  access: callers({ application: { scope: 'correspondence.deliver' } }),
  request: {
    body: Type.Object(
      {
        items: Type.Array(
          Type.Object(
            {
              'communication-id': uuid,
              status: enumOf(reportedStatuses),
              reason: Optional(Type.String({ maxLength: 200 })),
              'hard-failure': Optional(Type.Boolean()),
              occurred: Optional(moment),
            },
            closed,
          ),
          { minItems: 1, maxItems: statusUpdatesMax },
        ),
      },
      closed,
    ),
  },
  responses: done,
  problems: [problems['communication-already-taken']],
  idempotency: 'optional',
  rate: 'change',
  source: 'S000',
});

export const listCommunications = contract({
  operationId: 'Correspondence_Communications_GetList',
  interface: correspondence,
  method: 'GET',
  path,
  summary: 'Communications by filters',
  access: callers({
    application: { scope: 'correspondence.deliver' },
    employee: { role: 'correspondent' },
  }),
  request: {
    query: Type.Object({
      'contact-medium': Optional(enumOf(contactMedia)),
      statuses: Optional(Type.Array(enumOf(deliveryStatuses), { maxItems: deliveryStatuses.length })),
      ...pageMembers,
      'sort-by': Optional(enumOf(communicationSortKeys, { default: communicationSortKeyDefault })),
    }),
  },
  responses: {
    200: {
      description: 'One page of communications.',
      body: Type.Object({ ...pageMetadataMembers, items: Type.Array(communicationOut) }),
    },
  },
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'S000',
});
