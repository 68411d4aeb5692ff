import type { InitiateDelivery } from '#capabilities/correspondence/index.ts';
import type { RecoveryContact } from '../../domain/recovery.ts';

type Envelope = Omit<InitiateDelivery, 'messageKind' | 'said'>;

/** What all messages about accounts have in common. */
const pressing = {
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

/** Where a message about an account goes. */
export interface AccountContact {
  readonly channel: RecoveryContact['channel'] | 'letter';
  readonly details: string;
}

/** Whom it is about: the message shares the fate of the customer, and is written in the user's language. */
export interface MessageSubject {
  readonly customerNumber: string | undefined;
  readonly language: string | undefined;
}

/** To one address or number. */
export function messageTo(
  { channel, details }: AccountContact,
  { customerNumber, language }: MessageSubject,
): Envelope {
  return {
    ...pressing,
    recipient: {
      kind: 'contact',
      contact: { kind: channel, usage: 'primary', details },
      customerNumber,
    },
    medium: channel,
    language,
  };
}

/** To a customer, by the ways the customer is warned by; or into the mailbox, where it is found later. */
export function messageToCustomer(customerNumber: string, medium?: 'mailbox'): Envelope {
  return { ...pressing, recipient: { kind: 'customer', customerNumber }, medium };
}
