import type { MoneyText } from '#platform/kernel/money.ts';
import type {
  ContactMedium,
  ContactMethod,
  ContactPurpose,
  ContactUsage,
  ContractKind,
  ControlKind,
  CustomerSector,
  CustomerSegment,
  CustomerStatus,
  DeathReportSource,
  DocumentKind,
  DocumentStatus,
  EmploymentStatus,
  Gender,
  IdKind,
  IndividualStatus,
  LegalCapacity,
  LegalStructure,
  MaritalStatus,
  OrganizationPurpose,
  OrganizationSize,
  OwnershipKind,
  RegistrationProfile,
  ResidenceStatus,
  TenureStatus,
} from './literals.ts';
import type { PostalAddress } from './postal-address.ts';

/**
 * Facts about a party. They are encrypted as JSON, so they contain only JSON values: days are strings such as
 * `2026-11-15`, times are strings in UTC; both compare as strings.
 */
export type Day = string;
export type Timestamp = string;

export interface IndividualName {
  readonly kind: 'individual';
  readonly givenName: string;
  readonly middleName?: string;
  readonly surname: string;
  readonly birthSurname?: string;
}

export interface OrganizationName {
  readonly kind: 'organization';
  readonly commercialName: string;
  readonly registeredName?: string;
  readonly legalStructure?: LegalStructure;
}

export type PartyName = IndividualName | OrganizationName;

export interface Person {
  readonly gender?: Gender;
  readonly citizenships?: readonly string[];
  readonly legalCapacity?: LegalCapacity;
  readonly maritalStatus?: MaritalStatus;
}

export interface Residence {
  readonly countryOfResidence?: string;
  readonly residenceStatus?: ResidenceStatus;
  readonly tenureStatus?: TenureStatus;
  readonly yearsAtAddress?: number;
  readonly householdSize?: number;
  readonly minorDependants?: number;
  readonly adultDependants?: number;
  readonly residentSince?: Day;
}

export interface Employment {
  readonly status?: EmploymentStatus;
  readonly employerName?: string;
  readonly employerPartyNumber?: string;
  readonly employedSince?: Day;
  readonly jobTitle?: string;
  readonly tenureYears?: number;
  readonly experienceYears?: number;
  readonly educationLevel?: string;
  readonly occupation?: string;
  readonly industry?: string;
  readonly contractKind?: ContractKind;
}

export interface Organization {
  readonly purpose?: OrganizationPurpose;
  readonly established?: Day;
  readonly soleTrader?: boolean;
  readonly lei?: string;
  readonly industry?: string;
}

export interface Owner {
  readonly partyNumber?: string;
  readonly name?: string;
  readonly idKind?: IdKind;
  readonly share: number;
  readonly isBeneficialOwner: boolean;
  readonly controlKind?: ControlKind;
}

export interface Ownership {
  readonly kind?: OwnershipKind;
  readonly owners: readonly Owner[];
  readonly contentUrl?: string;
}

export interface Size {
  readonly size?: OrganizationSize;
  readonly headcount?: number;
  readonly annualTurnover?: MoneyText;
  readonly balanceSheetTotal?: MoneyText;
  readonly fiscalYear?: number;
}

export interface CustomerFacts {
  readonly status: CustomerStatus;
  readonly statusSince: Day;
  readonly statusReason?: string;
  readonly sector?: CustomerSector;
  readonly segment?: CustomerSegment;
}

export interface ServicingInfo {
  readonly unit?: string;
  readonly relationshipManager?: string;
  readonly deputyManager?: string;
  readonly serviceChannel?: string;
  readonly since: Day;
}

export interface PreferenceEntry {
  readonly purpose: ContactPurpose;
  /** Absent: all media. */
  readonly medium?: ContactMedium;
  readonly since: Timestamp;
  /** The client through which the choice was made. */
  readonly channel: string;
}

export interface ContactPreference {
  readonly preferredLanguage?: string;
  readonly optIns: readonly PreferenceEntry[];
  readonly optOuts: readonly PreferenceEntry[];
}

export type ContactAddress =
  | { readonly kind: 'phone'; readonly number: string; readonly extension?: string }
  | { readonly kind: 'email' | 'web'; readonly value: string }
  | { readonly kind: 'social'; readonly value: string; readonly provider: string }
  | ({ readonly kind: 'postal' } & PostalAddress);

export interface ContactPoint {
  readonly id: string;
  readonly method: ContactMethod;
  readonly usage: ContactUsage;
  readonly address: ContactAddress;
  readonly preference?: ContactPreference;
  readonly validFrom?: Day;
  readonly validUntil?: Day;
  readonly isVerified: boolean;
  /** The last day is over: the point is not shown, not searched and not counted, unless expired ones are requested. */
  readonly hasEnded?: true;
}

export interface Identification {
  readonly idKind: IdKind;
  readonly idNumber: string;
  readonly issuingCountry: string;
}

export interface Birth {
  readonly date?: Day;
  readonly place?: string;
  readonly placeCode?: string;
  readonly country?: string;
}

export interface TaxResidency {
  readonly country: string;
  readonly tin?: string;
}

export interface Death {
  readonly date: Day;
  readonly reportedOn: Day;
  readonly source: DeathReportSource;
  readonly isConfirmed: boolean;
  readonly certificateNumber?: string;
  readonly issuingAuthority?: string;
  readonly reportedBy?: string;
  readonly contentUrl?: string;
}

export interface IdentificationDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly documentNumber: string;
  readonly issueDate: Day;
  readonly expiryDate?: Day;
  readonly issuingCountry: string;
  readonly issuingAuthority: string;
  readonly placeOfIssue?: string;
  readonly placeOfIssueCode?: string;
  readonly contentUrl?: string;
  readonly status: DocumentStatus;
  readonly registeredOn: Timestamp;
  readonly verifiedBy?: string;
}

/** The name is confirmed to no third party and no other bank. */
export interface NameSecrecy {
  /** The employee who entered it. */
  readonly enteredBy: string;
}

/** Class C2 and below. */
export interface PersonalFacts {
  readonly profile: RegistrationProfile;
  readonly name: PartyName;
  readonly customer: CustomerFacts;
  /** Present for individuals only. */
  readonly life?: IndividualStatus;
  readonly pictureUrl?: string;
  readonly person?: Person;
  readonly residence?: Residence;
  readonly employment?: Employment;
  readonly organization?: Organization;
  readonly ownership?: Ownership;
  readonly size?: Size;
  readonly servicing?: ServicingInfo;
  readonly preference?: ContactPreference;
  readonly nameSecrecy?: NameSecrecy;
  readonly contactPoints: readonly ContactPoint[];
}

/** Class C3: visible only to authorized callers, and every read is audited. */
export interface SensitiveFacts {
  readonly identification?: Identification;
  readonly birth?: Birth;
  readonly taxResidencies?: readonly TaxResidency[];
  readonly netMonthlyIncome?: MoneyText;
  readonly death?: Death;
  /** Identification numbers of owners who are not parties, in the order of `ownership.owners`; null where unknown. */
  readonly ownerNumbers?: readonly (string | null)[];
  readonly documents: readonly IdentificationDocument[];
}
