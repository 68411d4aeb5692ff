import type { Temporal } from 'temporal-polyfill';
import { type Money, parseSignedMoney } from '#platform/kernel/money.ts';
import type { Contact } from './content.ts';
import type {
  AttachmentContentType,
  BodyContentType,
  ContactMedium,
  MessageCategory,
  MessageKind,
  Priority,
  Urgency,
} from './literals.ts';
import type { GroupId } from './notification-groups.ts';

/** Data of any shape as received; the template's schema validates it. */
export type TemplateData =
  | string
  | number
  | boolean
  | null
  | readonly TemplateData[]
  | { readonly [name: string]: TemplateData };

/** An attachment of a request: its bytes, or its location in the bank's store. */
export interface AttachmentSource {
  readonly name: string;
  readonly contentType: AttachmentContentType;
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Buffer }
    | { readonly kind: 'url'; readonly url: string };
}

/** A document that the template of a message also has, with data of its own. */
export interface TemplateDocument {
  /** Without its ending. */
  readonly name: string;
  readonly data: TemplateData;
}

/** Source of the content: a template with data, or given text. */
export type MessageSource =
  | {
      readonly kind: 'template';
      readonly templateId: string;
      readonly data: TemplateData;
      /** Rendered as PDF in the language of the message, and attached to it. */
      readonly documents?: readonly TemplateDocument[];
    }
  | {
      readonly kind: 'message';
      readonly title: string;
      readonly contentType: BodyContentType;
      readonly content: string;
      readonly attachments: readonly AttachmentSource[];
    };

/** A request to send a message. */
export interface InitiateDelivery {
  readonly recipient:
    | { readonly kind: 'customer'; readonly customerNumber: string }
    | {
        readonly kind: 'contact';
        readonly contact: Contact;
        /**
         * The owner of the address, if the sender knows it: the message is moved, withdrawn and erased with this
         * customer.
         */
        readonly customerNumber?: string | undefined;
      };
  readonly messageKind: MessageKind;
  readonly medium: ContactMedium | undefined;
  readonly source: MessageSource;
  readonly priority: Priority;
  readonly urgency: Urgency;
  readonly category: MessageCategory | undefined;
  readonly sourceChannel: string | undefined;
  readonly batchId: string | undefined;
  readonly expires: Temporal.Instant | undefined;
  readonly notBefore: Temporal.Instant | undefined;
  readonly notificationGroup: GroupId | undefined;
  readonly accountId: string | undefined;
  /** BCP 47; for a bare address, the sender may know a better language than the bank's default. */
  readonly language?: string | undefined;
  /**
   * Set for a code that is linked to a payment or a consent: the message must state the account in full. Other kinds of
   * messages ignore it.
   */
  readonly isLinked?: boolean;
}

/**
 * Returns whether an SMS keeps account numbers in full: only a code that is linked to what it authorizes does, because
 * the customer compares the account with the order. RTS art. 5
 */
export function showsAccounts({
  isLinked,
  messageKind,
}: Pick<InitiateDelivery, 'isLinked' | 'messageKind'>): boolean {
  return messageKind === 'one-time-password' && isLinked === true;
}

/** Default groups by message kind. */
const groupsOfKinds: Readonly<Partial<Record<MessageKind, GroupId>>> = { 'security-notice': 'security' };

/**
 * Returns the group whose preferences apply to a message. Codes have none: the recipient requested the code and cannot
 * turn it off.
 */
export function groupOf({
  messageKind,
  notificationGroup,
}: Pick<InitiateDelivery, 'messageKind' | 'notificationGroup'>): GroupId | undefined {
  if (messageKind === 'one-time-password') return undefined;
  return groupsOfKinds[messageKind] ?? notificationGroup;
}

const categoriesOfKinds: Readonly<Partial<Record<MessageKind, MessageCategory>>> = {
  statement: 'document',
  offer: 'marketing',
  'one-time-password': 'security',
  'security-notice': 'security',
};

/** Default mailbox categories by message kind. */
export function categoryOf(kind: MessageKind): MessageCategory {
  return categoriesOfKinds[kind] ?? 'service';
}

/** Returns the amount that is compared with the threshold: member `amount` of the template data. */
export function amountIn(source: MessageSource): Money | undefined {
  if (source.kind !== 'template') return undefined;
  const money = memberOf(source.data, 'amount');
  const [amount, currency] = [memberOf(money, 'amount'), memberOf(money, 'currency')];
  if (typeof amount !== 'string' || typeof currency !== 'string') return undefined;
  return parseSignedMoney({ amount, currency });
}

function memberOf(data: TemplateData | undefined, name: string): TemplateData | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const entry = Object.entries(data).find(([key]) => key === name);
  return entry?.[1];
}
