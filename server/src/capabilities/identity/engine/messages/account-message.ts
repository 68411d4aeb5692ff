import type { InitiateDelivery } from '#capabilities/correspondence/index.ts';
import type { RecoveryContact } from '../../domain/recovery.ts';

type Envelope = Omit<InitiateDelivery, 'messageKind' | 'source'>;

/** Fields that all messages about accounts share. */
const urgentDelivery = {
  priority: 'high',
  urgency: 'urgent',
  category: undefined,
  sourceChannel: undefined,
  batchId: undefined,
  expires: undefined,
  notBefore: undefined,
  notificationGroup: undefined,
  accountId: undefined,
} as const;

/** The recipient of a message about an account. */
export interface AccountContact {
  readonly channel: RecoveryContact['channel'] | 'letter';
  readonly details: string;
}

/** The subject of the message: it is deleted together with the customer, and is written in the user's language. */
export interface MessageSubject {
  readonly customerNumber: string | undefined;
  readonly language: string | undefined;
}

/** Returns the addressing of a message to one address or number. */
export function messageTo(
  { channel, details }: AccountContact,
  { customerNumber, language }: MessageSubject,
): Envelope {
  return {
    ...urgentDelivery,
    recipient: {
      kind: 'contact',
      contact: { kind: channel, usage: 'primary', details },
      customerNumber,
    },
    medium: channel,
    language,
  };
}

/** Returns the addressing of a message to a customer, by the customer's notification settings or into the mailbox. */
export function messageToCustomer(customerNumber: string, medium?: 'mailbox'): Envelope {
  return { ...urgentDelivery, recipient: { kind: 'customer', customerNumber }, medium };
}
