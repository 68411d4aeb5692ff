/**
 * The literals of party data. Each list is defined here once, in display order: contracts, rules, tables and
 * classifications use it. A list whose type is a text is of kind "class": this is its starting set, and each bank may
 * have further values (ADR 0163).
 */

export const partyKinds = ['individual', 'organization'] as const;
export type PartyKind = (typeof partyKinds)[number];

export const customerStatuses = [
  'potential',
  'prospective',
  'active',
  'dormant',
  'former',
  'declined',
  'rejected',
] as const;
export type CustomerStatus = (typeof customerStatuses)[number];

export const individualStatuses = ['living', 'deceased'] as const;
export type IndividualStatus = (typeof individualStatuses)[number];

export const idKinds = [
  'registration-number',
  'tax-id-number',
  'personal-id-number',
  'identity-card-number',
  'passport-number',
  'driver-license-number',
  'social-security-number',
] as const;
export type IdKind = (typeof idKinds)[number];

/** From the lowest to the highest: a profile is never lowered. */
export const registrationProfiles = ['contact', 'prospect', 'customer'] as const;
export type RegistrationProfile = (typeof registrationProfiles)[number];

export const genders = ['female', 'male', 'not-known', 'not-applicable'] as const;
export type Gender = (typeof genders)[number];

export const legalCapacities = ['full', 'limited', 'none', 'unknown'] as const;
export type LegalCapacity = (typeof legalCapacities)[number];

export const maritalStatuses = [
  'single',
  'married',
  'registered-partnership',
  'separated',
  'divorced',
  'widowed',
  'unknown',
] as const;
export type MaritalStatus = (typeof maritalStatuses)[number];

export const recordStates = ['live', 'merged', 'erased'] as const;
export type RecordState = (typeof recordStates)[number];

export const employmentStatuses = [
  'employed',
  'self-employed',
  'unemployed',
  'student',
  'retired',
  'homemaker',
  'other',
] as const;
export type EmploymentStatus = (typeof employmentStatuses)[number];

export const contractKinds = ['permanent', 'fixed-term', 'temporary'] as const;
export type ContractKind = (typeof contractKinds)[number];

export const residenceStatuses = ['resident', 'non-resident'] as const;
export type ResidenceStatus = (typeof residenceStatuses)[number];

export const tenureStatuses = [
  'outright-owner',
  'owner-with-mortgage',
  'tenant-market-rent',
  'tenant-reduced-rent',
  'rent-free',
  'unknown',
] as const;
export type TenureStatus = (typeof tenureStatuses)[number];

export const relationshipKinds = ['kinship', 'ownership', 'mandate', 'work'] as const;
export type RelationshipKind = (typeof relationshipKinds)[number];

/** Roles of one party towards another. */
export const relationshipRoles = [
  'spouse',
  'parent',
  'child',
  'sibling',
  'kin',
  'investor',
  'investee',
  'proxy',
  'principal',
  'employee',
  'employer',
] as const;
export type RelationshipRole = (typeof relationshipRoles)[number];

export const contactMethods = ['postal', 'landline', 'mobile', 'fax', 'email', 'web', 'social'] as const;
export type ContactMethod = (typeof contactMethods)[number];

export const contactUsages = ['primary', 'home', 'work', 'legal', 'delivery', 'temporary', 'other'] as const;
export type ContactUsage = (typeof contactUsages)[number];

export const addressKinds = ['phone', 'email', 'social', 'web', 'postal'] as const;
export type AddressKind = (typeof addressKinds)[number];

export const documentKinds = ['passport', 'identity-card', 'driver-license', 'residence-permit'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentStatuses = ['valid', 'expired', 'replaced', 'revoked'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export const organizationSizes = ['micro', 'small', 'medium', 'large'] as const;
export type OrganizationSize = (typeof organizationSizes)[number];

export const ownershipKinds = ['private', 'state', 'mixed', 'cooperative', 'social'] as const;
export type OwnershipKind = string;

export const controlKinds = ['shares', 'votes', 'other'] as const;
export type ControlKind = string;

export const correctionReasons = [
  'typing-error',
  'document-check',
  'customer-request',
  'court-order',
  'migration',
] as const;
export type CorrectionReason = string;

export const surnameChangeReasons = ['marriage', 'divorce', 'court-decision', 'other'] as const;
export type SurnameChangeReason = string;

export const deathReportSources = ['certificate', 'civil-register', 'relative', 'other'] as const;
export type DeathReportSource = string;

export const contactPurposes = [
  'service-provision',
  'customer-care',
  'payment-management',
  'direct-marketing',
  'personalised-advertising',
  'survey',
] as const;
export type ContactPurpose = string;

/** Purposes of messages that are part of the service itself. */
export const partOfService: readonly ContactPurpose[] = ['service-provision', 'payment-management'];
/** Purposes that need explicit consent. */
export const marketing: readonly ContactPurpose[] = [
  'direct-marketing',
  'personalised-advertising',
  'survey',
];

/** Media by which a message can reach a customer; a contact preference may name one of them. */
export const contactMedia = ['email', 'sms', 'push', 'mailbox', 'letter'] as const;
export type ContactMedium = (typeof contactMedia)[number];

export const customerSectors = [
  'households',
  'non-financial-corporations',
  'financial-corporations',
  'general-government',
  'non-profit-institutions',
  'rest-of-world',
] as const;
export type CustomerSector = string;

/** Those of individuals, then those of organizations. */
export const customerSegments = [
  'mass',
  'affluent',
  'private-banking',
  'youth',
  'senior',
  'staff',
  'micro',
  'sme',
  'corporate',
  'public-sector',
  'non-profit',
] as const;
export type CustomerSegment = string;

export const legalStructures = [
  'sole-proprietor',
  'general-partnership',
  'limited-partnership',
  'private-limited',
  'public-limited',
  'cooperative-society',
  'association',
  'foundation',
  'public-body',
  'branch',
  'other',
] as const;
export type LegalStructure = string;

export const organizationPurposes = [
  'commercial',
  'mutual-benefit',
  'charitable',
  'public-administration',
  'religious',
  'political',
  'other',
] as const;
export type OrganizationPurpose = string;
