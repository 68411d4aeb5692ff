import { isCurrent, sortedForReading } from './contact-points.ts';
import type { ContactAddress, ContactPoint, Day, PersonalFacts, PreferenceEntry } from './facts.ts';
import type { ContactMethod, ContactUsage } from './literals.ts';
import type { PartyHead } from './party.ts';
import { labelOf } from './postal-address.ts';

/** A contact point of a customer, as text. */
export interface ReachedPoint {
  readonly id: string;
  readonly method: ContactMethod;
  readonly usage: ContactUsage;
  readonly details: string;
  readonly isVerified: boolean;
  /** Purposes and media for which this address must not be used. */
  readonly optOuts: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
}

/** Contact details needed to send a message to a customer. */
export interface CustomerContacts {
  /** Differs from the requested number if the record was merged into another. */
  readonly partyNumber: string;
  readonly kind: 'individual' | 'organization';
  readonly isDeceased: boolean;
  readonly language: string | undefined;
  readonly optIns: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
  readonly optOuts: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
  /** Valid ones, primary first. */
  readonly points: readonly ReachedPoint[];
}

/** Returns the contact details of a party on a day. */
export function customerContacts(
  { kind, partyNumber, personal }: PartyHead & { readonly personal: PersonalFacts },
  today: Day,
): CustomerContacts {
  const { contactPoints, life, preference } = personal;
  return {
    partyNumber,
    kind,
    isDeceased: life === 'deceased',
    language: preference?.preferredLanguage,
    optIns: preference?.optIns ?? [],
    optOuts: preference?.optOuts ?? [],
    points: sortedForReading(contactPoints.filter((point) => isCurrent(point, today))).map(reached),
  };
}

function reached({ address, id, isVerified, method, preference, usage }: ContactPoint): ReachedPoint {
  return { id, method, usage, isVerified, details: textOf(address), optOuts: preference?.optOuts ?? [] };
}

function textOf(address: ContactAddress): string {
  switch (address.kind) {
    case 'phone':
      return address.number;
    case 'postal':
      return labelOf(address);
    case 'email':
    case 'web':
    case 'social':
      return address.value;
  }
}
