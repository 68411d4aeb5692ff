import Type from 'typebox';
import { defineEvent, eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import { contactMedia, documentFormats, messageKinds } from './domain/literals.ts';

const source = '/v1/correspondence';

const defineCommunicationEvent = eventFamily({
  source,
  aggregateKind: 'communication',
  data: Type.Object({
    'communication-id': Type.String(),
    'customer-number': Type.Optional(Type.String()),
    'contact-medium': Type.Enum([...contactMedia]),
    'message-kind': Type.Enum([...messageKinds]),
  }),
});

const mailboxData = Type.Object({
  'customer-number': Type.String(),
  'message-id': Type.Optional(Type.String()),
  count: Type.Optional(Type.Integer()),
});

const defineMailboxEvent = eventFamily({ source, aggregateKind: 'mailbox', data: mailboxData });

/** Events of this capability; never with message content. */
export const events = {
  initiated: defineCommunicationEvent('communication-initiated', 'Message queued for delivery.'),
  sendingStarted: defineCommunicationEvent('communication-sending-started', 'Message claimed for delivery.'),
  sent: defineCommunicationEvent('communication-sent', 'Message sent.'),
  delivered: defineCommunicationEvent('communication-delivered', 'Message delivered to its recipient.'),
  failed: defineCommunicationEvent('communication-failed', 'Message cannot be delivered by this medium.'),
  expired: defineCommunicationEvent('communication-expired', 'Message expired before delivery.'),
  cancelled: defineCommunicationEvent('communication-cancelled', 'Message withdrawn before delivery.'),
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
    summary: 'Document rendered from a template.',
  }),
  mailboxReceived: defineMailboxEvent('mailbox-message-received', 'Message added to the mailbox.'),
  mailboxRead: defineMailboxEvent('mailbox-message-read', 'Mailbox message read.'),
  mailboxArchived: defineMailboxEvent('mailbox-messages-archived', 'Mailbox messages archived.'),
  preferencesChanged: defineEvent({
    name: 'notification-preferences-changed',
    version: 1,
    source,
    aggregateKind: 'customer',
    data: Type.Object({ 'customer-number': Type.String(), groups: Type.Array(Type.String()) }),
    summary: 'Notification preferences changed.',
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

/** Identifiers in an event about a communication. */
export interface CommunicationFacts {
  readonly communicationId: string;
  readonly customerNumber: string | undefined;
  readonly medium: (typeof contactMedia)[number];
  readonly messageKind: (typeof messageKinds)[number];
}

/** What the metrics count; a claim for delivery is no outcome. */
const outcomes = {
  initiated: 'queued',
  sendingStarted: undefined,
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<CommunicationEvent, string | undefined>>;

export function communicationEvent(event: CommunicationEvent, about: CommunicationFacts): NewEvent {
  const outcome = outcomes[event];
  const created = eventOf(events[event], about.communicationId, {
    'communication-id': about.communicationId,
    ...(about.customerNumber === undefined ? {} : { 'customer-number': about.customerNumber }),
    'contact-medium': about.medium,
    'message-kind': about.messageKind,
  });
  return outcome === undefined
    ? created
    : { ...created, counted: { what: 'message', channel: about.medium, outcome } };
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
