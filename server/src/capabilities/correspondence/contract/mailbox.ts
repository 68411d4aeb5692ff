import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import {
  type MailboxStatus,
  mailboxFolders,
  mailboxStatuses,
  messageKinds,
  urgencies,
} from '../domain/literals.ts';
import { mailboxSortKeyDefault, mailboxSortKeys, statusesShown } from '../domain/mailbox.ts';
import { archiveIdsMax } from '../domain/policy.ts';
import { shownCategory } from './class-values.ts';
import { correspondence, done, enumOf, pageMembers, pageMetadataMembers } from './interface.ts';
import { messageOut } from './message.ts';

const { Optional } = Type;

const path = '/v1/correspondence/me/messages';
const uuid = Type.String({ format: 'uuid' });
const moment = Type.String({ format: 'date-time' });
const fieldList = Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }));
const statusList = (
  defaults: readonly MailboxStatus[],
): Type.TOptional<Type.TArray<Type.TUnsafe<MailboxStatus>>> =>
  Optional(Type.Array(enumOf(mailboxStatuses), { maxItems: mailboxStatuses.length, default: defaults }));
const messageParams = Type.Object({ 'message-id': uuid });

/** SPEC 000: mailbox message. Shaping may leave out everything but its id. */
export const mailboxMessageOut = named(
  'MailboxMessage',
  'A message in the mailbox of a customer.',
  Type.Object({
    'message-id': Type.String(),
    'customer-number': Optional(Type.String()),
    received: Optional(moment),
    status: Optional(enumOf(mailboxStatuses)),
    'mailbox-folder': Optional(enumOf(mailboxFolders)),
    'message-kind': Optional(enumOf(messageKinds)),
    urgency: Optional(enumOf(urgencies)),
    message: Optional(messageOut),
    'message-category': Optional(Type.String()),
    'has-attachments': Optional(Type.Boolean()),
    'is-read': Optional(Type.Boolean()),
  }),
);

/** Customers in their own mailbox, or in that of the organization they act for. */
const mailbox = {
  interface: correspondence,
  access: callers({ customer: { scope: 'mailbox' } }),
  problems: [],
  source: 'S000',
} as const;

const reading = { ...mailbox, method: 'GET', idempotency: 'none', rate: 'read' } as const;
const changing = { ...mailbox, method: 'POST', idempotency: 'optional', rate: 'change' } as const;

/** A filter names few of the categories. */
const categoriesMax = 50;

export const listMessages = contract({
  ...reading,
  operationId: 'Correspondence_Messages_GetList',
  path,
  summary: 'Messages of the mailbox by filters',
  description:
    'Pages through the mailbox of the signed-in customer, or of the organization that the customer acts for.',
  request: {
    query: Type.Object({
      categories: Optional(Type.Array(shownCategory, { maxItems: categoriesMax })),
      'from-time': Optional(moment),
      'to-time': Optional(moment),
      statuses: statusList(statusesShown),
      include: fieldList,
      trim: fieldList,
      ...pageMembers,
      'sort-by': Optional(enumOf(mailboxSortKeys, { default: mailboxSortKeyDefault })),
    }),
  },
  responses: {
    200: {
      description: 'One page of messages.',
      body: Type.Object({ ...pageMetadataMembers, items: Type.Array(mailboxMessageOut) }),
    },
  },
});

export const getMessage = contract({
  ...reading,
  operationId: 'Correspondence_Messages_Get',
  path: `${path}/{message-id}`,
  summary: 'One complete message; reading it does not mark it as read',
  description:
    'The whole message with links to its attachments. Mark it as read with the operation for that.',
  request: { params: messageParams },
  responses: { 200: { description: 'The message.', body: mailboxMessageOut } },
});

export const summarizeMessages = contract({
  ...reading,
  operationId: 'Correspondence_Messages_Summary',
  path: `${path}/summary`,
  summary: 'Number of messages by status',
  description: 'Counts messages by status, for a badge in the app.',
  request: { query: Type.Object({ statuses: statusList(mailboxStatuses) }) },
  responses: {
    200: {
      description: 'Every requested status with its count.',
      body: Type.Object({
        'total-count': Type.Integer(),
        items: Type.Array(Type.Object({ status: enumOf(mailboxStatuses), count: Type.Integer() })),
      }),
    },
  },
});

export const markAsRead = contract({
  ...changing,
  operationId: 'Correspondence_Messages_MarkAsRead',
  path: `${path}/{message-id}/mark-as-read`,
  summary: 'Mark a message as read',
  description: 'Marks the message as read for the signed-in customer. Repeating it changes nothing.',
  request: { params: messageParams },
  responses: done,
});

export const archiveMessages = contract({
  ...changing,
  operationId: 'Correspondence_Messages_Archive',
  bodySize: 'medium',
  path: `${path}/archive`,
  summary: 'Archive messages by id or by age',
  description:
    'Moves messages out of the inbox, either those with the given ids or all that are older than a time.',
  request: {
    body: Type.Object(
      {
        'message-ids': Optional(Type.Array(uuid, { minItems: 1, maxItems: archiveIdsMax })),
        'received-before': Optional(Type.String({ format: 'date' })),
        'include-unread': Optional(Type.Boolean()),
        'mailbox-folders': Optional(
          Type.Array(enumOf(mailboxFolders), { minItems: 1, maxItems: mailboxFolders.length }),
        ),
      },
      closed,
    ),
  },
  responses: done,
});
