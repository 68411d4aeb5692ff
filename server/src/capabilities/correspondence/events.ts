import Type from 'typebox';
import { defineEvent, eventOf, type NewEvent } from '#platform/work/event.ts';
import { contactMedia, documentFormats, messageKinds } from './domain/literals.ts';

const source = '/v1/correspondence';

const aboutCommunication = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) =>
  defineEvent({
    name,
    version: 1,
    source,
    aggregateKind: 'communication',
    data: Type.Object({
      'communication-id': Type.String(),
      'customer-number': Type.Optional(Type.String()),
      'contact-medium': Type.Enum([...contactMedia]),
      'message-kind': Type.Enum([...messageKinds]),
    }),
    summary,
  });

const mailboxData = Type.Object({
  'customer-number': Type.String(),
  'message-id': Type.Optional(Type.String()),
  count: Type.Optional(Type.Integer()),
});

const aboutMailbox = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) => defineEvent({ name, version: 1, source, aggregateKind: 'mailbox', data: mailboxData, summary });

/** Everything this capability tells; never what a message says. */
export const events = {
  initiated: aboutCommunication('communication-initiated', 'A message is to be delivered.'),
  sendingStarted: aboutCommunication(
    'communication-sending-started',
    'Somebody took a message to deliver it.',
  ),
  sent: aboutCommunication('communication-sent', 'A message was handed over.'),
  delivered: aboutCommunication('communication-delivered', 'A message reached its recipient.'),
  failed: aboutCommunication('communication-failed', 'A message cannot be delivered by this medium.'),
  expired: aboutCommunication('communication-expired', 'A message was not delivered in time.'),
  cancelled: aboutCommunication('communication-cancelled', 'A message is not wanted any more.'),
  documentRendered: defineEvent({
    name: 'document-rendered',
    version: 1,
    source,
    aggregateKind: 'template',
    data: Type.Object({
      'template-id': Type.String(),
      version: Type.Integer(),
      format: Type.Enum([...documentFormats]),
    }),
    summary: 'A document was made of a template.',
  }),
  mailboxReceived: aboutMailbox('mailbox-message-received', 'A message lies in the mailbox.'),
  mailboxRead: aboutMailbox('mailbox-message-read', 'A message of the mailbox was read.'),
  mailboxArchived: aboutMailbox('mailbox-messages-archived', 'Messages of the mailbox were put away.'),
  preferencesChanged: defineEvent({
    name: 'notification-preferences-changed',
    version: 1,
    source,
    aggregateKind: 'customer',
    data: Type.Object({ 'customer-number': Type.String(), groups: Type.Array(Type.String()) }),
    summary: 'A customer wants to be notified otherwise.',
  }),
} as const;

type CommunicationEvent =
  | 'initiated'
  | 'sendingStarted'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'expired'
  | 'cancelled';

/** Whom and what an event about a communication names. */
export interface CommunicationFacts {
  readonly communicationId: string;
  readonly customerNumber: string | undefined;
  readonly medium: (typeof contactMedia)[number];
  readonly messageKind: (typeof messageKinds)[number];
}

export function communicationEvent(event: CommunicationEvent, about: CommunicationFacts): NewEvent {
  return eventOf(events[event], about.communicationId, {
    'communication-id': about.communicationId,
    ...(about.customerNumber === undefined ? {} : { 'customer-number': about.customerNumber }),
    'contact-medium': about.medium,
    'message-kind': about.messageKind,
  });
}

export function mailboxEvent(
  event: 'mailboxReceived' | 'mailboxRead' | 'mailboxArchived',
  customerNumber: string,
  { count, messageId }: { readonly messageId?: string; readonly count?: number },
): NewEvent {
  return eventOf(events[event], customerNumber, {
    'customer-number': customerNumber,
    ...(messageId === undefined ? {} : { 'message-id': messageId }),
    ...(count === undefined ? {} : { count }),
  });
}
