import { isCurrent, sortedForReading } from './contact-points.ts';
import type { ContactAddress, ContactPoint, Day, PersonalFacts, PreferenceEntry } from './facts.ts';
import type { ContactMethod, ContactUsage } from './literals.ts';
import type { PartyHead } from './party.ts';
import { labelOf } from './postal-address.ts';

/** One way to reach a customer, as text. */
export interface ReachedPoint {
  readonly id: string;
  readonly method: ContactMethod;
  readonly usage: ContactUsage;
  readonly details: string;
  readonly isVerified: boolean;
  /** What this address in particular is not to be used for. */
  readonly optOuts: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
}

/** What sending a message to a customer needs. */
export interface CustomerContacts {
  /** Another one than was asked for when two records turned out to be one party. */
  readonly partyNumber: string;
  readonly kind: 'individual' | 'organization';
  readonly isDeceased: boolean;
  readonly language: string | undefined;
  readonly optIns: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
  readonly optOuts: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
  /** Current ones, the primary ones first. */
  readonly points: readonly ReachedPoint[];
}

/** How a party is reached on a day. */
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
