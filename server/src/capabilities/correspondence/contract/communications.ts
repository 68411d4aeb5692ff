import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers, oneOf } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { contactMedia, deliveryStatuses, messageKinds, priorities } from '../domain/literals.ts';
import { statusUpdatesMax } from '../domain/policy.ts';
import { communicationSortKeyDefault, communicationSortKeys } from '../domain/queries.ts';
import { problems } from '../problems.ts';
import { batchId, communicationsPath } from './initiation.ts';
import { correspondence, done, enumOf, pageMembers, pageMetadataMembers } from './interface.ts';
import { messageOut } from './message.ts';

const { Optional } = Type;

const uuid = Type.String({ format: 'uuid' });
const moment = Type.String({ format: 'date-time' });

const consents = Type.Array(
  Type.Object({ purpose: Type.String(), 'contact-medium': Optional(Type.String()) }),
);

/** SPEC 000: contact point as carried in a communication. The preference is that of the time when it was queued. */
const contactOut = Type.Object({
  usage: Type.String(),
  kind: enumOf(contactMedia),
  details: Type.String(),
  'contact-preference': Optional(
    Type.Object({
      'preferred-language': Optional(Type.String()),
      'opt-ins': consents,
      'opt-outs': consents,
      uri: Type.String(),
    }),
  ),
  uri: Optional(Type.String()),
});

const communicationOut = named(
  'Communication',
  'A message with its delivery status.',
  Type.Object({
    'communication-id': Type.String(),
    contact: contactOut,
    'customer-number': Optional(Type.String()),
    created: moment,
    status: enumOf(deliveryStatuses),
    sent: Optional(moment),
    expires: moment,
    'message-kind': enumOf(messageKinds),
    priority: enumOf(priorities),
    'batch-id': Optional(Type.String()),
    'retry-count': Type.Integer(),
    message: Optional(messageOut),
  }),
  { 'retry-count': 'Attempts after the first.', contact: 'Where it goes; masked for some callers.' },
);

export const getCommunication = contract({
  operationId: 'Correspondence_Communications_Get',
  interface: correspondence,
  method: 'GET',
  path: `${communicationsPath}/{communication-id}`,
  summary: 'One communication with its delivery status',
  description: 'The message with its delivery status, number of attempts and, if it may be shown, its text.',
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
  path: `${communicationsPath}/statuses`,
  summary: 'Report delivery statuses of communications',
  description:
    'For a delivery gateway of the bank: reports what happened to messages that it took. A status that came too late is ignored.',
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
  path: communicationsPath,
  summary: 'Communications by filters',
  description:
    'Pages through messages by medium, delivery status or batch. A sender lists one of its own batches; a gateway and staff need no batch.',
  access: callers({
    application: { scope: oneOf('correspondence.deliver', 'correspondence.send') },
    employee: { role: 'correspondent' },
  }),
  request: {
    query: Type.Object({
      'contact-medium': Optional(enumOf(contactMedia)),
      statuses: Optional(Type.Array(enumOf(deliveryStatuses), { maxItems: deliveryStatuses.length })),
      // GAP: S000 has no filter by batch; a sender follows its own batch with it. ADR-0127
      'batch-id': Optional(batchId),
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

/** Delivery statuses of a batch of the caller; staff of all units see the batches of every sender. */
export const getBatch = contract({
  operationId: 'Correspondence_Batches_Get',
  interface: correspondence,
  method: 'GET',
  path: `${communicationsPath}/batches/{batch-id}`,
  summary: 'How many communications of a batch have which delivery status',
  description: 'Counts the messages of a batch by delivery status. Poll it until none is left to deliver.',
  access: callers({
    application: { scope: 'correspondence.send' },
    employee: { role: 'correspondent' },
  }),
  request: { params: Type.Object({ 'batch-id': batchId }) },
  responses: {
    200: {
      description: 'Every delivery status with its number of communications.',
      body: Type.Object({
        'batch-id': Type.String(),
        'total-count': Type.Integer(),
        'total-count-is-estimate': Type.Boolean(),
        items: Type.Array(Type.Object({ status: enumOf(deliveryStatuses), count: Type.Integer() })),
      }),
    },
  },
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'addition',
});
