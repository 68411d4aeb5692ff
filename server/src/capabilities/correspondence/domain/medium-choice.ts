import { isServiceMessage } from './communication.ts';
import type { Contact, ContactConsent, ContactPreference } from './content.ts';
import type { ContactMedium, ContactUsage, MessageKind } from './literals.ts';

/** One address of a recipient. */
export interface Address {
  readonly medium: ContactMedium;
  readonly usage: ContactUsage;
  readonly details: string;
  readonly optOuts: readonly ContactConsent[];
  /** Path of the contact point. */
  readonly uri?: string;
}

/** A recipient with addresses and consents. */
export interface Recipient {
  readonly addresses: readonly Address[];
  readonly optIns: readonly ContactConsent[];
  readonly optOuts: readonly ContactConsent[];
  /** What is stored with a message; absent for a bare address. */
  readonly preference?: ContactPreference;
}

/** The notification preferences that apply to a message; absent if it has no group. */
export interface MediaPreference {
  readonly mediaOn: readonly ContactMedium[];
  readonly mediaOff: readonly ContactMedium[];
  readonly isMandatory: boolean;
}

export interface MediumRequest {
  readonly messageKind: MessageKind;
  /** The medium requested by the sender. */
  readonly medium: ContactMedium | undefined;
  readonly preference: MediaPreference | undefined;
}

export type MediumChoice =
  | {
      readonly kind: 'chosen';
      readonly contact: Contact;
      /** Alternative media for a service message, in order. */
      readonly alternatives: readonly ContactMedium[];
      /** Whether a copy is stored in the mailbox. */
      readonly isCopied: boolean;
    }
  | { readonly kind: 'no-contact' | 'opted-out' };

const usual: readonly ContactMedium[] = ['email', 'push', 'sms', 'mailbox', 'letter'];
const orders: Readonly<Partial<Record<MessageKind, readonly ContactMedium[]>>> = {
  'one-time-password': ['sms', 'email'],
  'security-notice': ['push', 'sms', 'email', 'mailbox', 'letter'],
  alert: ['push', 'sms', 'email', 'mailbox', 'letter'],
  statement: ['email', 'mailbox', 'letter'],
  'private-message': ['mailbox'],
};

/** Purposes of messages that depend on consent. Advertising needs an opt-in. */
const purposes: Readonly<
  Partial<Record<MessageKind, { readonly purpose: string; readonly needsOptIn: boolean }>>
> = {
  offer: { purpose: 'direct-marketing', needsOptIn: true },
  announcement: { purpose: 'customer-care', needsOptIn: false },
};

/**
 * Chooses the medium of a message. Never chooses a medium that was turned off or an address with an opt-out for this
 * purpose; a mandatory notice always has the mailbox, which cannot be turned off for it.
 */
export function chooseMedium(request: MediumRequest, recipient: Recipient): MediumChoice {
  const order = orderOf(request);
  if (order.length === 0) return { kind: 'opted-out' };
  // A sender who requests a medium gets a problem if it cannot be used.
  if (request.medium !== undefined && addressFor(request.medium, request, recipient) === 'none')
    return { kind: 'no-contact' };
  const reachable = order.filter((medium) => addressFor(medium, request, recipient) !== 'none');
  if (reachable.length === 0) return { kind: 'no-contact' };
  const allowed = order.flatMap((medium) => {
    const address = isOff(medium, request) ? 'refused' : addressFor(medium, request, recipient);
    return address === 'none' || address === 'refused' ? [] : [address];
  });
  const [first, ...others] = allowed;
  if (first === undefined) return { kind: 'opted-out' };
  return {
    kind: 'chosen',
    contact: contactOf(first, recipient),
    alternatives: isServiceMessage(request.messageKind) ? others.map((address) => address.medium) : [],
    isCopied: isCopied(first.medium, request, recipient),
  };
}

/** Returns an address as it is stored with the message, with the consents that apply to it. */
export function contactOf(
  { details, medium, optOuts, uri, usage }: Address,
  { preference }: Pick<Recipient, 'preference'>,
): Contact {
  return {
    usage,
    kind: medium,
    details,
    ...(uri === undefined ? {} : { uri }),
    ...(preference === undefined
      ? {}
      : { preference: { ...preference, optOuts: [...preference.optOuts, ...optOuts] } }),
  };
}

/** Codes go only to personal devices; a code in the mailbox would be readable after it has expired. */
const codeMedia: ReadonlySet<ContactMedium> = new Set<ContactMedium>(['sms', 'email', 'push']);

/** Returns the media in the order of attempts; media enabled by the customer come before those without a preference. */
function orderOf({ medium, messageKind, preference }: MediumRequest): readonly ContactMedium[] {
  const order = orders[messageKind] ?? usual;
  if (messageKind === 'one-time-password') return medium === undefined ? order.slice(0, 1) : [medium];
  const wanted =
    medium === undefined
      ? order.filter((other) => isUsed(other, preference))
      : [medium, ...order.filter((other) => other !== medium && isUsed(other, preference))];
  // A mandatory notice falls back to the mailbox if no other medium is left.
  return preference?.isMandatory === true && !wanted.includes('mailbox') ? [...wanted, 'mailbox'] : wanted;
}

/** Without a requested medium, uses those the customer enabled; without preferences, all except letters. */
function isUsed(medium: ContactMedium, preference: MediaPreference | undefined): boolean {
  return preference === undefined ? medium !== 'letter' : preference.mediaOn.includes(medium);
}

function isOff(medium: ContactMedium, { messageKind, preference }: MediumRequest): boolean {
  if (preference === undefined || messageKind === 'one-time-password') return false;
  if (preference.isMandatory && medium === 'mailbox') return false;
  return preference.mediaOff.includes(medium);
}

function addressFor(
  medium: ContactMedium,
  { messageKind }: MediumRequest,
  recipient: Recipient,
): Address | 'none' | 'refused' {
  if (messageKind === 'one-time-password' && !codeMedia.has(medium)) return 'none';
  const addresses = recipient.addresses.filter((address) => address.medium === medium);
  if (addresses.length === 0) return 'none';
  const purpose = purposes[messageKind];
  if (purpose === undefined) return addresses[0] ?? 'none';
  const isAbout = (consent: ContactConsent): boolean =>
    consent.purpose === purpose.purpose && (consent.medium === undefined || consent.medium === medium);
  if (recipient.optOuts.some(isAbout)) return 'refused';
  if (purpose.needsOptIn && !recipient.optIns.some(isAbout)) return 'refused';
  return addresses.find((address) => !address.optOuts.some(isAbout)) ?? 'refused';
}

/** Customers find messages sent by other media in the mailbox too, except codes. */
function isCopied(medium: ContactMedium, request: MediumRequest, recipient: Recipient): boolean {
  if (medium === 'mailbox' || request.messageKind === 'one-time-password' || isOff('mailbox', request))
    return false;
  const address = addressFor('mailbox', request, recipient);
  return address !== 'none' && address !== 'refused';
}
