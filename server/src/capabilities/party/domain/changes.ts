import type { MoneyText } from '#platform/kernel/money.ts';
import type {
  Birth,
  ContactAddress,
  Day,
  Employment,
  IdentificationDocument,
  Organization,
  PartyName,
  Person,
  Residence,
  Size,
  TaxResidency,
} from './facts.ts';
import type {
  ContactMedium,
  ContactMethod,
  ContactPurpose,
  ContactUsage,
  ContractKind,
  ControlKind,
  CorrectionReason,
  DeathReportSource,
  EmploymentStatus,
  Gender,
  IdKind,
  LegalCapacity,
  LegalStructure,
  MaritalStatus,
  OwnershipKind,
  RegistrationProfile,
  SurnameChangeReason,
} from './literals.ts';

/** A change by the caller. Absent leaves a member as it is, null clears it. */
export type Merge<T> = { readonly [Key in keyof T]?: T[Key] | null };

/** The party to change, and the version the caller has seen. */
export interface PartyTarget {
  readonly partyNumber: string;
  readonly ifMatch?: bigint;
}

export interface PreferenceRequest {
  readonly preferredLanguage?: string | null;
  readonly optIns?: readonly { readonly purpose: ContactPurpose; readonly medium?: ContactMedium }[];
  readonly optOuts?: readonly { readonly purpose: ContactPurpose; readonly medium?: ContactMedium }[];
}

export interface NewContactPoint {
  readonly method: ContactMethod;
  readonly usage?: ContactUsage;
  readonly address: ContactAddress;
  readonly preference?: PreferenceRequest;
  readonly validFrom?: Day;
  readonly validUntil?: Day;
}

export interface ContactPointChange {
  /** May be repeated, never changed. */
  readonly method?: ContactMethod;
  readonly usage?: ContactUsage;
  readonly address?: ContactAddress;
  readonly preference?: PreferenceRequest;
  readonly validFrom?: Day | null;
  readonly validUntil?: Day | null;
}

export type NewDocument = Omit<IdentificationDocument, 'id' | 'status' | 'registeredOn' | 'verifiedBy'>;

export interface IdentificationInput {
  readonly idKind: IdKind;
  /** Upper case, trimmed. */
  readonly idNumber: string;
  /** Absent: the bank's own country. */
  readonly issuingCountry?: string;
}

export interface NewOwner {
  readonly partyNumber?: string;
  readonly name?: string;
  readonly idKind?: IdKind;
  readonly idNumber?: string;
  readonly share: number;
  readonly isBeneficialOwner: boolean;
  readonly controlKind?: ControlKind;
}

export interface Representative {
  readonly partyNumber: string;
  /** The office of the representative. */
  readonly role: string;
  readonly signingGroup?: string;
}

export interface ServicingInput {
  readonly unit?: string;
  readonly relationshipManager?: string;
  readonly deputyManager?: string;
  readonly serviceChannel?: string;
}

/** A registration of either kind, in domain terms. */
export interface Registration {
  readonly profile: RegistrationProfile;
  /** An existing contact or prospect to upgrade. */
  readonly partyNumber?: string;
  /** Number that a new party has already, in another system of the bank. Absent: the next free one. */
  readonly assignedNumber?: string;
  readonly duplicateOverride?: string;
  readonly name: PartyName;
  /** Usage `primary` for phone, e-mail and contact address, `legal` and `delivery` for the other two. */
  readonly contacts: readonly NewContactPoint[];
  readonly identification?: IdentificationInput;
  readonly birth?: Birth;
  readonly person?: Person;
  readonly residence?: Residence;
  readonly employment?: Employment;
  readonly organization?: Organization;
  readonly ownership?: Omit<OwnershipChange, 'effectiveDate'>;
  readonly size?: Size;
  readonly taxResidencies?: readonly TaxResidency[];
  readonly document?: NewDocument;
  readonly preference?: PreferenceRequest;
  readonly servicing?: ServicingInput;
  readonly representatives?: readonly Representative[];
}

export interface OwnershipChange {
  readonly kind?: OwnershipKind;
  readonly effectiveDate: Day;
  readonly owners: readonly NewOwner[];
  readonly contentUrl?: string;
}

export interface Corrections {
  readonly givenName?: string | null;
  readonly middleName?: string | null;
  readonly surname?: string | null;
  readonly birthSurname?: string | null;
  readonly gender?: Gender | null;
  readonly birthDate?: Day | null;
  readonly birthPlace?: string | null;
  readonly birthPlaceCode?: string | null;
  readonly birthCountry?: string | null;
  readonly citizenships?: readonly string[] | null;
  /** Both or none; the number cannot be cleared alone. */
  readonly identification?: IdentificationInput | null;
  readonly maritalStatus?: MaritalStatus | null;
  readonly legalCapacity?: LegalCapacity | null;
  readonly reason: CorrectionReason;
  readonly caseId?: string;
}

export interface SurnameChange {
  readonly surname: string;
  readonly reason: SurnameChangeReason;
  readonly effectiveDate: Day;
  readonly document?: NewDocument;
  readonly contentUrl?: string;
}

export interface EmploymentChange {
  readonly status?: EmploymentStatus | null;
  readonly employerName?: string | null;
  readonly employerPartyNumber?: string | null;
  readonly employedSince?: Day | null;
  readonly jobTitle?: string | null;
  readonly tenureYears?: number | null;
  readonly experienceYears?: number | null;
  readonly educationLevel?: string | null;
  readonly occupation?: string | null;
  readonly industry?: string | null;
  readonly contractKind?: ContractKind | null;
  readonly netMonthlyIncome?: MoneyText | null;
}

export interface ResidenceChange extends Merge<Residence> {
  readonly taxResidencies?: readonly TaxResidency[] | null;
}

export interface DeathReport {
  readonly date: Day;
  readonly source: DeathReportSource;
  readonly certificateNumber?: string;
  readonly issuingAuthority?: string;
  readonly reportedBy?: string;
  readonly contentUrl?: string;
}

export interface BusinessNameChange {
  readonly registeredName?: string | null;
  readonly commercialName?: string | null;
  readonly legalStructure?: LegalStructure | null;
  readonly effectiveDate: Day;
  readonly reason?: string;
  readonly contentUrl?: string;
}

export type SizeChange = Merge<Size>;

export interface ServicingChange {
  readonly unit?: string | null;
  readonly relationshipManager?: string | null;
  readonly deputyManager?: string | null;
  readonly serviceChannel?: string | null;
  /** Absent: today. */
  readonly effectiveDate?: Day;
}
