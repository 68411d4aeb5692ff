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

/** Data as it came, of any shape; the template's schema judges it. */
export type TemplateData =
  | string
  | number
  | boolean
  | null
  | readonly TemplateData[]
  | { readonly [name: string]: TemplateData };

/** A file given with a message: its bytes, or where the bank keeps them. */
export interface GivenAttachment {
  readonly name: string;
  readonly contentType: AttachmentContentType;
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Buffer }
    | { readonly kind: 'url'; readonly url: string };
}

/** What is to be said: made of a template, or as it was written. */
export type MessageSource =
  | { readonly kind: 'template'; readonly templateId: string; readonly data: TemplateData }
  | {
      readonly kind: 'message';
      readonly title: string;
      readonly contentType: BodyContentType;
      readonly content: string;
      readonly attachments: readonly GivenAttachment[];
    };

/** A wish to have something said to somebody. */
export interface InitiateDelivery {
  readonly recipient:
    | { readonly kind: 'customer'; readonly customerNumber: string }
    | {
        readonly kind: 'contact';
        readonly contact: Contact;
        /** Whose address it is, where the sender knows: the message is moved, withdrawn and erased with the customer. */
        readonly customerNumber?: string | undefined;
      };
  readonly messageKind: MessageKind;
  readonly medium: ContactMedium | undefined;
  readonly said: MessageSource;
  readonly priority: Priority;
  readonly urgency: Urgency;
  readonly category: MessageCategory | undefined;
  readonly sourceChannel: string | undefined;
  readonly batchId: string | undefined;
  readonly expires: Temporal.Instant | undefined;
  readonly notBefore: Temporal.Instant | undefined;
  readonly notificationGroup: GroupId | undefined;
  readonly accountId: string | undefined;
  /** BCP 47; whoever writes to a bare address may know better than the bank's default what is understood there. */
  readonly language?: string | undefined;
}

/** Groups that messages of these kinds belong to when nobody says so. */
const groupsOfKinds: Readonly<Partial<Record<MessageKind, GroupId>>> = { 'security-notice': 'security' };

/** The group whose preferences hold for a message. A code is asked for by whoever waits for it; nobody turns it off. */
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

/** Where a message is found in the mailbox when nobody says so. */
export function categoryOf(kind: MessageKind): MessageCategory {
  return categoriesOfKinds[kind] ?? 'service';
}

/** The amount a message is about, by which thresholds are judged: the member `amount` of the data of its template. */
export function amountIn(said: MessageSource): Money | undefined {
  if (said.kind !== 'template') return undefined;
  const money = memberOf(said.data, 'amount');
  const [amount, currency] = [memberOf(money, 'amount'), memberOf(money, 'currency')];
  if (typeof amount !== 'string' || typeof currency !== 'string') return undefined;
  return parseSignedMoney({ amount, currency });
}

function memberOf(data: TemplateData | undefined, name: string): TemplateData | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const entry = Object.entries(data).find(([key]) => key === name);
  return entry?.[1];
}
