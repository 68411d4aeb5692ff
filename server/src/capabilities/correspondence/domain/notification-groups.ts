import assert from 'node:assert/strict';
import type { Money } from '#platform/kernel/money.ts';
import { type ContactMedium, contactMedia, type Frequency } from './literals.ts';

export const groupIds = [
  'incoming-payment',
  'outgoing-payment',
  'low-balance',
  'card-transaction',
  'payment-status',
  'standing-order',
  'loan-due',
  'statement-ready',
  'security',
  'signature-requested',
  'consent-expiry',
  'consent-status',
  'mailbox',
] as const;
export type GroupId = (typeof groupIds)[number];

/** A group of notifications with its default preferences. */
export interface NotificationGroup {
  readonly groupId: GroupId;
  readonly name: string;
  readonly description: string;
  readonly mediaOn: readonly ContactMedium[];
  readonly threshold: Money | undefined;
  /** Absent: immediately. */
  readonly frequency: Frequency | undefined;
  /** Customers cannot turn these off. */
  readonly isMandatory: boolean;
  /** Whether a customer may set a preference for a single account. */
  readonly isPerAccount: boolean;
}

const euros = (amount: bigint): Money => ({ minor: amount * 100n, currency: 'EUR' });

type Group = Pick<NotificationGroup, 'groupId' | 'name' | 'description' | 'mediaOn'> &
  Partial<Pick<NotificationGroup, 'threshold' | 'frequency' | 'isMandatory' | 'isPerAccount'>>;

const group = (described: Group): NotificationGroup => ({
  threshold: undefined,
  frequency: undefined,
  isMandatory: false,
  isPerAccount: false,
  ...described,
});

/**
 * In the order of the specification, with additions. Thresholds are in euros; an amount in another currency always triggers a
 * notification.
 */
export const notificationGroups: readonly NotificationGroup[] = [
  group({
    groupId: 'incoming-payment',
    name: 'Incoming payments',
    description: 'Money arrived on an account.',
    mediaOn: ['push'],
    threshold: euros(100n),
    isPerAccount: true,
  }),
  group({
    groupId: 'outgoing-payment',
    name: 'Outgoing payments',
    description: 'Money left an account.',
    mediaOn: ['push'],
    threshold: euros(100n),
    isPerAccount: true,
  }),
  group({
    groupId: 'low-balance',
    name: 'Low balance',
    description: 'The balance of an account fell below the threshold.',
    mediaOn: ['email', 'push'],
    threshold: euros(100n),
    isPerAccount: true,
  }),
  group({
    groupId: 'card-transaction',
    name: 'Card transactions',
    description: 'A card was used.',
    mediaOn: ['push'],
    isPerAccount: true,
  }),
  group({
    groupId: 'payment-status',
    name: 'Payment status',
    description: 'A payment was carried out, refused or cancelled.',
    mediaOn: ['push', 'mailbox'],
    isPerAccount: true,
  }),
  group({
    groupId: 'standing-order',
    name: 'Standing orders',
    description: 'A standing order was carried out, failed, or ends soon.',
    mediaOn: ['mailbox'],
    isPerAccount: true,
  }),
  group({
    groupId: 'loan-due',
    name: 'Loan instalments',
    description: 'An instalment of a loan is due soon, or overdue.',
    mediaOn: ['email', 'push', 'mailbox'],
    isPerAccount: true,
  }),
  group({
    groupId: 'statement-ready',
    name: 'Statements',
    description: 'A statement of an account is ready.',
    mediaOn: ['email', 'mailbox'],
    isPerAccount: true,
  }),
  group({
    groupId: 'security',
    name: 'Security',
    description: 'A sign-in, a failed sign-in, or a change of credentials.',
    mediaOn: ['email', 'sms', 'push', 'mailbox'],
    isMandatory: true,
  }),
  group({
    groupId: 'signature-requested',
    name: 'Signature requests',
    description: 'A transaction or document waits for a signature.',
    mediaOn: ['email', 'push', 'mailbox'],
  }),
  group({
    groupId: 'consent-expiry',
    name: 'Expiring consents',
    description: 'A consent granted to a third party ends soon.',
    mediaOn: ['email', 'mailbox'],
  }),
  // GAP: no group for changes of consents: a customer who wants no reminders still wants to know who got access. ADR-0080
  group({
    groupId: 'consent-status',
    name: 'Consents',
    description: 'A third party was given access to accounts, or its access ended.',
    mediaOn: ['push', 'mailbox'],
  }),
  group({
    groupId: 'mailbox',
    name: 'Mailbox',
    description: 'There are new messages in the mailbox.',
    mediaOn: ['email', 'push'],
    frequency: 'P1D',
  }),
];

const byId: ReadonlyMap<string, NotificationGroup> = new Map(
  notificationGroups.map((one) => [one.groupId, one]),
);

export function findGroup(groupId: string): NotificationGroup | undefined {
  return byId.get(groupId);
}

/** Returns the group with this name; every name has a group. */
export function notificationGroup(groupId: GroupId): NotificationGroup {
  const group = findGroup(groupId);
  assert(group !== undefined, 'notification group is missing');
  return group;
}

/** Every medium with whether it is used; the list is complete, so clients need no defaults. */
export interface Channel {
  readonly medium: ContactMedium;
  readonly isEnabled: boolean;
}

export function channelsOf(mediaOn: readonly ContactMedium[]): readonly Channel[] {
  return contactMedia.map((medium) => ({ medium, isEnabled: mediaOn.includes(medium) }));
}
