import type { MoneyText } from '#platform/kernel/money.ts';
import { isCurrent, sortedForReading } from './contact-points.ts';
import type {
  ContactPoint,
  Day,
  Employment,
  IdentificationDocument,
  PartyName,
  PersonalFacts,
  PreferenceEntry,
  SensitiveFacts,
  TaxResidency,
} from './facts.ts';
import { asOfToday } from './identification-documents.ts';
import { type ContactPurpose, type CustomerStatus, marketing } from './literals.ts';
import { displayNameOf } from './names.ts';
import type { PartyHead } from './party.ts';
import { labelOf, type PostalAddress } from './postal-address.ts';
import { isRestricted } from './restriction.ts';

/** What a customer sees of the own record. */
export interface OwnProfile {
  readonly partyNumber: string;
  readonly kind: 'individual' | 'organization';
  readonly version: bigint;
  readonly name: PartyName;
  readonly displayName: string;
  readonly status: CustomerStatus;
  readonly isDeceased: boolean;
  /** The death is reported, or the bank has rejected the customer. */
  readonly isRestricted: boolean;
  readonly preferredLanguage: string | undefined;
  readonly optIns: readonly ContactPurpose[];
  readonly optOuts: readonly ContactPurpose[];
  readonly pictureUrl: string | undefined;
  readonly email: OwnContact | undefined;
  readonly mobilePhone: OwnContact | undefined;
  readonly contactAddress: LabelledAddress | undefined;
  readonly legalAddress: LabelledAddress | undefined;
  readonly deliveryAddress: LabelledAddress | undefined;
  readonly employment: Employment | undefined;
  readonly sensitive: OwnSensitive;
}

export interface OwnContact {
  readonly value: string;
  readonly isVerified: boolean;
}

/** An address as it is written in its country. */
export type LabelledAddress = PostalAddress & { readonly label: string };

/** Data of class C3: a response that has any of it is audited. */
export interface OwnSensitive {
  readonly netMonthlyIncome: MoneyText | undefined;
  readonly taxResidencies: readonly TaxResidency[] | undefined;
  /** With their status of today. */
  readonly documents: readonly IdentificationDocument[];
}

export function ownProfileOf(
  {
    kind,
    partyNumber,
    personal,
    sensitive,
    version,
  }: PartyHead & { readonly personal: PersonalFacts; readonly sensitive: SensitiveFacts },
  today: Day,
): OwnProfile {
  const { customer, employment, life, name, pictureUrl, preference } = personal;
  const points = sortedForReading(personal.contactPoints.filter((point) => isCurrent(point, today)));
  return {
    partyNumber,
    kind,
    version,
    name,
    displayName: displayNameOf(name),
    status: customer.status,
    isDeceased: life === 'deceased',
    isRestricted: isRestricted({ personal, sensitive }),
    preferredLanguage: preference?.preferredLanguage,
    optIns: marketingOf(preference?.optIns),
    optOuts: marketingOf(preference?.optOuts),
    pictureUrl,
    email: contactIn(points, 'email'),
    mobilePhone: contactIn(points, 'mobile'),
    contactAddress: addressIn(points, 'primary'),
    legalAddress: addressIn(points, 'legal'),
    deliveryAddress: addressIn(points, 'delivery'),
    employment,
    sensitive: {
      netMonthlyIncome: sensitive.netMonthlyIncome,
      taxResidencies: sensitive.taxResidencies,
      documents: asOfToday(sensitive.documents, today),
    },
  };
}

/** Purposes for all media. */
function marketingOf(entries: readonly PreferenceEntry[] = []): readonly ContactPurpose[] {
  return entries
    .filter(({ medium, purpose }) => medium === undefined && marketing.includes(purpose))
    .map(({ purpose }) => purpose);
}

function contactIn(points: readonly ContactPoint[], method: 'email' | 'mobile'): OwnContact | undefined {
  const point = points.find((one) => one.method === method);
  if (point === undefined) return undefined;
  const { address, isVerified } = point;
  if (address.kind === 'phone') return { value: address.number, isVerified };
  return address.kind === 'email' ? { value: address.value, isVerified } : undefined;
}

function addressIn(
  points: readonly ContactPoint[],
  usage: 'primary' | 'legal' | 'delivery',
): LabelledAddress | undefined {
  const address = points.find((one) => one.method === 'postal' && one.usage === usage)?.address;
  if (address?.kind !== 'postal') return undefined;
  const { kind: _, ...postal } = address;
  return { ...postal, label: labelOf(postal) };
}
