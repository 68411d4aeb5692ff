import { isServiceMessage } from './communication.ts';
import type { Contact } from './content.ts';
import type { ContactMedium, ContactUsage, MessageKind } from './literals.ts';

/** What a person does or does not want to be written to about. */
export interface ContactConsent {
  readonly purpose: string;
  /** Absent: by any medium. */
  readonly medium?: string;
}

/** One address of a recipient. */
export interface Address {
  readonly medium: ContactMedium;
  readonly usage: ContactUsage;
  readonly details: string;
  readonly optOuts: readonly ContactConsent[];
}

/** Who is written to, and what is known of their wishes. */
export interface Recipient {
  readonly addresses: readonly Address[];
  readonly optIns: readonly ContactConsent[];
  readonly optOuts: readonly ContactConsent[];
}

/** The notification preferences that hold for a message; absent where it belongs to no group. */
export interface MediaPreference {
  readonly mediaOn: readonly ContactMedium[];
  readonly mediaOff: readonly ContactMedium[];
  readonly isMandatory: boolean;
}

export interface MediumRequest {
  readonly messageKind: MessageKind;
  /** The medium the sender asks for. */
  readonly medium: ContactMedium | undefined;
  readonly preference: MediaPreference | undefined;
}

export type MediumChoice =
  | {
      readonly kind: 'chosen';
      readonly contact: Contact;
      /** Media that a service message may go on by, in order. */
      readonly further: readonly ContactMedium[];
      /** Whether the mailbox keeps a copy. */
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

/** Purposes of the messages that obey wishes. What advertises needs to be wished for. */
const purposes: Readonly<
  Partial<Record<MessageKind, { readonly purpose: string; readonly needsOptIn: boolean }>>
> = {
  offer: { purpose: 'direct-marketing', needsOptIn: true },
  announcement: { purpose: 'customer-care', needsOptIn: false },
};

/**
 * Chooses how somebody is written to. Nothing ever goes by a medium that was turned off or to an address that was
 * opted out for this purpose; a mandatory notice always has the mailbox left, which cannot be turned off for it.
 */
export function chooseMedium(request: MediumRequest, recipient: Recipient): MediumChoice {
  const order = orderOf(request);
  if (order.length === 0) return { kind: 'opted-out' };
  // Whoever names a medium is told when there is no way to use it.
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
  const { details, medium, usage } = first;
  return {
    kind: 'chosen',
    contact: { usage, kind: medium, details },
    further: isServiceMessage(request.messageKind) ? others.map((address) => address.medium) : [],
    isCopied: isCopied(medium, request, recipient),
  };
}

/** Codes go to what their recipient holds in the hand; where others may look later they are worth nothing. */
const codeMedia: ReadonlySet<ContactMedium> = new Set<ContactMedium>(['sms', 'email', 'push']);

/** The media in the order in which they are tried; those a customer turned on come before those nobody spoke of. */
function orderOf({ medium, messageKind, preference }: MediumRequest): readonly ContactMedium[] {
  const order = orders[messageKind] ?? usual;
  if (messageKind === 'one-time-password') return medium === undefined ? order.slice(0, 1) : [medium];
  const wanted =
    medium === undefined
      ? order.filter((other) => isUsed(other, preference))
      : [medium, ...order.filter((other) => other !== medium && isUsed(other, preference))];
  // A notice that must arrive ends in the mailbox, whatever else is gone.
  return preference?.isMandatory === true && !wanted.includes('mailbox') ? [...wanted, 'mailbox'] : wanted;
}

/** Media that nobody asked for are used where the customer turned them on; where nobody was asked, all but letters. */
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

/** Customers find in the mailbox what they were sent elsewhere; codes are worth nothing there. */
function isCopied(medium: ContactMedium, request: MediumRequest, recipient: Recipient): boolean {
  if (medium === 'mailbox' || request.messageKind === 'one-time-password' || isOff('mailbox', request))
    return false;
  const address = addressFor('mailbox', request, recipient);
  return address !== 'none' && address !== 'refused';
}
