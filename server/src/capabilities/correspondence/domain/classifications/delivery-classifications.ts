import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import {
  type ContactMedium,
  contactMedia,
  contactUsages,
  deliveryStatuses,
  documentFormats,
  priorities,
} from '../literals.ts';

const media: Readonly<Record<ContactMedium, string>> = {
  email: 'E-mail.',
  sms: 'Text message to a mobile telephone.',
  push: 'Notice on a paired device.',
  mailbox: 'Message in the mailbox at the bank.',
  letter: 'Letter by post.',
};

/** Classifications of messages and their delivery. */
export const deliveryClassifications: readonly ClassificationSchema[] = [
  {
    id: 'contact-media',
    name: 'Contact media',
    description: 'The medium of a message.',
    values: valuesOf(contactMedia, { descriptions: media }),
  },
  {
    id: 'contact-usages',
    name: 'Contact usages',
    description: 'What an address is used for.',
    values: valuesOf(contactUsages, {
      descriptions: {
        primary: 'The preferred address.',
        home: 'At home.',
        work: 'At work.',
        legal: 'For messages with legal effect.',
        delivery: 'Where letters and parcels are sent.',
        temporary: 'Valid for a limited time.',
        other: 'Another use.',
      },
    }),
  },
  {
    id: 'contact-kinds',
    name: 'Contact kinds',
    description: 'The type of address that a message goes to.',
    values: valuesOf(contactMedia, { descriptions: media }),
  },
  {
    id: 'delivery-statuses',
    name: 'Delivery statuses',
    description: 'Delivery status of a message.',
    values: valuesOf(deliveryStatuses, {
      descriptions: {
        queued: 'Waits to be delivered.',
        sending: 'Claimed by a worker or gateway.',
        sent: 'Handed over.',
        delivered: 'Received by the recipient.',
        failed: 'Cannot be delivered by this medium.',
        expired: 'Not delivered before expiry.',
        cancelled: 'Withdrawn before delivery.',
      },
    }),
  },
  {
    id: 'priorities',
    name: 'Priorities',
    description: 'How important a message is.',
    values: valuesOf(priorities, {
      descriptions: {
        high: 'Before others.',
        normal: 'In order of arrival.',
        low: 'After all other messages.',
      },
    }),
  },
  {
    id: 'document-formats',
    name: 'Document formats',
    description: 'Output formats of documents.',
    values: valuesOf(documentFormats, {
      descriptions: {
        pdf: 'PDF for archiving.',
        docx: 'Office document for editing.',
      },
    }),
  },
];
