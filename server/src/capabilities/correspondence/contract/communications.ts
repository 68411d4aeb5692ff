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
import { communicationSortKeys } from '../domain/queries.ts';
import { problems } from '../problems.ts';
import {
  correspondence,
  createdResult,
  done,
  pageMembers,
  pageMetadataMembers,
  wordOf,
} from './interface.ts';
import { messageOut } from './message.ts';

const { Optional } = Type;

const path = '/v1/correspondence/communications';
const uuid = Type.String({ format: 'uuid' });
const moment = Type.String({ format: 'date-time' });
/** Also the party number. */
const customerNumber = Type.String({ pattern: '^[A-Za-z0-9-]{1,35}$' });
const text = (maxLength: number): Type.TString => Type.String({ minLength: 1, maxLength });

/** Any JSON object; the template's own schema says what it must hold. */
export const templateData = Type.Unsafe<{ readonly [name: string]: TemplateData }>({ type: 'object' });
export const templateId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$' });

/** Four signs for three bytes. */
const base64Max = Math.ceil(attachmentSizeMaxBytes / 3) * 4;

const messageIn = Type.Object(
  {
    title: text(titleMax),
    body: Type.Object(
      {
        'content-type': wordOf(bodyContentTypes),
        content: Type.String({ minLength: 1, maxLength: bodyHtmlMaxBytes }),
      },
      closed,
    ),
    attachments: Optional(
      Type.Array(
        Type.Object(
          {
            'content-type': wordOf(attachmentContentTypes),
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
    usage: Optional(wordOf(contactUsages)),
    kind: wordOf(contactMedia),
    details: text(2_000),
    // Known of a stored contact point; of a bare address there is nothing to say.
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
        'message-kind': wordOf(messageKinds),
        'contact-medium': Optional(wordOf(contactMedia)),
        'source-channel': Optional(text(30)),
        'template-id': Optional(templateId),
        'template-data': Optional(templateData),
        message: Optional(messageIn),
        priority: Optional(wordOf(priorities)),
        urgency: Optional(wordOf(urgencies)),
        'message-category': Optional(wordOf(messageCategories)),
        expires: Optional(moment),
        'not-before': Optional(moment),
        'batch-id': Optional(text(64)),
        'notification-group': Optional(wordOf(groupIds)),
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
  contact: Type.Object({ usage: Type.String(), kind: wordOf(contactMedia), details: Type.String() }),
  'customer-number': Optional(Type.String()),
  created: moment,
  status: wordOf(deliveryStatuses),
  sent: Optional(moment),
  expires: moment,
  'message-kind': wordOf(messageKinds),
  priority: wordOf(priorities),
  'retry-count': Type.Integer(),
  message: Optional(messageOut),
});

export const getCommunication = contract({
  operationId: 'Correspondence_Communications_Get',
  interface: correspondence,
  method: 'GET',
  path: `${path}/{communication-id}`,
  summary: 'One communication and what became of it',
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

/** What a gateway reports; the rest of the states are ours to give. */
const reportedStatuses = ['sending', 'sent', 'delivered', 'failed'] as const;

export const updateStatuses = contract({
  operationId: 'Correspondence_Communications_UpdateStatuses',
  bodySize: 'normal',
  interface: correspondence,
  method: 'POST',
  path: `${path}/statuses`,
  summary: 'Tell what became of communications',
  access: callers({ application: { scope: 'correspondence.deliver' } }),
  request: {
    body: Type.Object(
      {
        items: Type.Array(
          Type.Object(
            {
              'communication-id': uuid,
              status: wordOf(reportedStatuses),
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
  summary: 'Communications to be delivered, or delivered',
  access: callers({
    application: { scope: 'correspondence.deliver' },
    employee: { role: 'correspondent' },
  }),
  request: {
    query: Type.Object({
      'contact-medium': Optional(wordOf(contactMedia)),
      statuses: Optional(Type.Array(wordOf(deliveryStatuses), { maxItems: deliveryStatuses.length })),
      ...pageMembers,
      'sort-by': Optional(wordOf(communicationSortKeys)),
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
