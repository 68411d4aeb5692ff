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

/** The words about messages on their way. */
export const deliveryClassifications: readonly ClassificationSchema[] = [
  {
    id: 'contact-media',
    name: 'Contact media',
    description: 'By what a message travels.',
    values: valuesOf(contactMedia, { descriptions: media }),
  },
  {
    id: 'contact-usages',
    name: 'Contact usages',
    description: 'What an address is used for.',
    values: valuesOf(contactUsages, {
      descriptions: {
        primary: 'The first choice.',
        home: 'At home.',
        work: 'At work.',
        legal: 'For what has legal effect.',
        delivery: 'Where letters and parcels are sent.',
        temporary: 'For a time only.',
        other: 'Another use.',
      },
    }),
  },
  {
    id: 'contact-kinds',
    name: 'Contact kinds',
    description: 'What kind of address a message goes to.',
    values: valuesOf(contactMedia, { descriptions: media }),
  },
  {
    id: 'delivery-statuses',
    name: 'Delivery statuses',
    description: 'How far a message has come.',
    values: valuesOf(deliveryStatuses, {
      descriptions: {
        queued: 'Waits to be delivered.',
        sending: 'Taken by whoever delivers it.',
        sent: 'Handed over.',
        delivered: 'With the recipient.',
        failed: 'Cannot be delivered by this medium.',
        expired: 'Not delivered in time.',
        cancelled: 'Not wanted any more.',
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
        normal: 'In its turn.',
        low: 'When nothing else waits.',
      },
    }),
  },
  {
    id: 'document-formats',
    name: 'Document formats',
    description: 'What documents are made as.',
    values: valuesOf(documentFormats, {
      descriptions: {
        pdf: 'PDF for keeping.',
        docx: 'Office document for editing.',
      },
    }),
  },
];
