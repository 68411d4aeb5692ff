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

/** To an address or a number of a user, in the user's language. */
export function messageTo({ channel, details }: RecoveryContact, language: string | undefined): Envelope {
  return {
    ...pressing,
    recipient: { kind: 'contact', contact: { kind: channel, usage: 'primary', details } },
    medium: channel,
    language,
  };
}

/** To a customer, by the ways the customer is warned by; or into the mailbox, where it is found later. */
export function messageToCustomer(customerNumber: string, medium?: 'mailbox'): Envelope {
  return { ...pressing, recipient: { kind: 'customer', customerNumber }, medium };
}
