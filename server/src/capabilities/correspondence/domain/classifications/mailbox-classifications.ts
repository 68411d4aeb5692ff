import { type ClassificationSchema, valuesOf } from '#platform/kernel/classification.ts';
import { mailboxFolders, mailboxStatuses, messageCategories, messageKinds, urgencies } from '../literals.ts';

/** The words about messages as customers find them. */
export const mailboxClassifications: readonly ClassificationSchema[] = [
  {
    id: 'mailbox-statuses',
    name: 'Mailbox statuses',
    description: 'What became of a message in the mailbox.',
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
    description: 'Where in the mailbox a message lies.',
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
    description: 'What a message is for.',
    values: valuesOf(messageKinds, {
      descriptions: {
        alert: 'Something happened that wants attention.',
        reminder: 'Something is still to be done.',
        advice: 'Something was carried out.',
        notice: 'Something the bank has to tell.',
        announcement: 'News of the bank.',
        offer: 'Something the bank would like to sell.',
        statement: 'Account of a period.',
        'one-time-password': 'A code for one use.',
        'security-notice': 'Something about how one signs in.',
        'private-message': 'From person to person.',
      },
    }),
  },
  {
    id: 'message-categories',
    name: 'Message categories',
    description: 'What a message is about.',
    values: valuesOf(messageCategories, {
      descriptions: {
        account: 'Accounts.',
        card: 'Cards.',
        payment: 'Payments.',
        loan: 'Loans.',
        savings: 'Savings.',
        security: 'Signing in, devices and suspicions.',
        consent: 'Consents given to others.',
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
  },
];
