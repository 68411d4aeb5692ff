import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { mailboxFolders, mailboxStatuses, messageCategories, messageKinds, urgencies } from '../literals.ts';

/** Subject areas of messages. */
export const categorySchema: ClassificationSchema = {
  id: 'message-categories',
  name: 'Message categories',
  description: 'Subject area of a message.',
  // Messages that name no category get one of these.
  bank: { mayAdd: true, fixed: ['document', 'marketing', 'security', 'service'] },
  values: valuesOf(messageCategories, {
    descriptions: {
      account: 'Accounts.',
      card: 'Cards.',
      payment: 'Payments.',
      loan: 'Loans.',
      savings: 'Savings.',
      security: 'Sign-in, devices and suspected fraud.',
      consent: 'Consents granted to third parties.',
      document: 'Documents and contracts.',
      marketing: 'Products and services on offer.',
      service: 'The services of the bank.',
      other: 'Anything else.',
    },
    parents: {
      account: 'daily-banking',
      card: 'daily-banking',
      payment: 'daily-banking',
      loan: 'borrowing',
      savings: 'daily-banking',
      security: 'security-and-consent',
      consent: 'security-and-consent',
      document: 'bank-news',
      marketing: 'bank-news',
      service: 'bank-news',
      other: 'bank-news',
    },
  }),
};

/** Classifications of messages in the mailbox. */
export const mailboxClassifications: readonly ClassificationSchema[] = [
  {
    id: 'mailbox-statuses',
    name: 'Mailbox statuses',
    description: 'Status of a message in the mailbox.',
    values: valuesOf(mailboxStatuses, {
      descriptions: {
        unread: 'Not read yet.',
        read: 'Read.',
        archived: 'Put away.',
      },
    }),
  },
  {
    id: 'urgencies',
    name: 'Urgencies',
    description: 'How soon a message should be read.',
    values: valuesOf(urgencies, {
      descriptions: {
        urgent: 'At once.',
        normal: 'Soon.',
        'non-urgent': 'Some time.',
      },
    }),
  },
  {
    id: 'mailbox-folders',
    name: 'Mailbox folders',
    description: 'Mailbox folder of a message.',
    values: valuesOf(mailboxFolders, {
      descriptions: {
        inbox: 'From the bank.',
        sent: 'To the bank.',
      },
    }),
  },
  {
    id: 'message-kinds',
    name: 'Message kinds',
    description: 'Purpose of a message.',
    bank: { mayAdd: false, fixed: 'all' },
    values: valuesOf(messageKinds, {
      descriptions: {
        alert: 'An event that needs attention.',
        reminder: 'An action is still required.',
        advice: 'An action was completed.',
        notice: 'Information from the bank.',
        announcement: 'News about the bank.',
        offer: 'An advertisement of the bank.',
        statement: 'Statement for a period.',
        'one-time-password': 'A one-time password.',
        'security-notice': 'A change of credentials or sign-in.',
        'private-message': 'Personal correspondence.',
      },
    }),
  },
  categorySchema,
];
