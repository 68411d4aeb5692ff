import type { Temporal } from 'temporal-polyfill';
import type {
  ContactMedium,
  LinkedAttachment,
  MailboxMessage,
  PreferenceView,
} from '#capabilities/correspondence/index.ts';

/** An organization for which the customer acts by a mandate. */
export interface Organization {
  readonly customerNumber: string;
  readonly name: string;
}

/** Whose mailbox a page shows: that of an organization, or the own one. */
export interface Whose {
  readonly organizations: readonly Organization[];
  readonly chosen: Organization | undefined;
}

/** How many messages are unread. */
export interface UnreadMessages {
  readonly own: number;
  readonly organizations: readonly (Organization & { readonly count: number })[];
}

/** What the list of messages shows of a message. */
export type ListedMessage = Pick<MailboxMessage, 'messageId' | 'receivedAt' | 'isRead' | 'hasAttachments'> & {
  readonly content: Pick<MailboxMessage['content'], 'title' | 'language'>;
};

/** What the page of a message shows. */
export type ShownMessage = Pick<MailboxMessage, 'messageId' | 'receivedAt' | 'status' | 'content'>;

export type ShownFile = Pick<LinkedAttachment, 'attachmentId' | 'name' | 'sizeBytes'>;

/** Which messages a list shows. */
export interface ListPlace {
  readonly which: 'inbox' | 'archive';
  /** From 1 on. */
  readonly page: number;
  /** Shows messages from before this day; absent: the newest. */
  readonly before: Temporal.PlainDate | undefined;
}

/** What is wrong with the form of a preference. */
export type PreferenceError = 'amount' | 'contact';

/** Messages of the bank and preferences about them, as the bank's own pages show them. */
export type MailboxView =
  | ({
      readonly kind: 'messages';
      readonly messages: readonly ListedMessage[];
      readonly hasMore: boolean;
      /** The day before which there may be older messages; absent when there are none to show. */
      readonly earlier: Temporal.PlainDate | undefined;
      readonly isMoved: boolean;
      readonly timeZone: string;
    } & ListPlace)
  | {
      readonly kind: 'message';
      readonly message: ShownMessage;
      readonly files: readonly ShownFile[];
      readonly timeZone: string;
    }
  | { readonly kind: 'unknown-message' }
  | {
      readonly kind: 'notifications';
      readonly preferences: readonly PreferenceView[];
      readonly isSaved: boolean;
    }
  | {
      readonly kind: 'preference';
      readonly preference: PreferenceView;
      /** Whether messages of the group are about amounts. */
      readonly hasThreshold: boolean;
      /** The currency of a threshold. */
      readonly currency: string;
      readonly typed: TypedPreference | undefined;
      readonly error: PreferenceError | undefined;
    };

/** What the customer entered, when the form is shown again. */
export interface TypedPreference {
  readonly mediaOn: readonly ContactMedium[];
  readonly amount: string;
  readonly frequency: string;
}

export type MailboxViewOf<Kind extends MailboxView['kind']> = Extract<MailboxView, { readonly kind: Kind }>;
