import type { PageRequest, SortOrder } from '#platform/kernel/paging.ts';
import type {
  ContactMethod,
  ContactUsage,
  CustomerStatus,
  IdKind,
  IndividualStatus,
  PartyKind,
  RelationshipKind,
  RelationshipRole,
} from './literals.ts';

/** Sort keys of a list. */
export const partySortKeys = [
  'party-number',
  'display-name',
  'customer.status',
  'created',
  'last-modified',
] as const;
export type PartySortKey = (typeof partySortKeys)[number];

/** The sort key of a request that names none. */
export const partySortKeyDefault = 'party-number' satisfies PartySortKey;

export interface PartyFilters {
  readonly kind?: PartyKind;
  readonly statuses?: readonly CustomerStatus[];
  readonly individualStatus?: IndividualStatus;
  /** Every word is the prefix of a word of a current or former name. */
  readonly name?: string;
  /** E.164. */
  readonly phoneNumber?: string;
  /** The key of the address, see `normalizeEmail`. */
  readonly email?: string;
  /** `provider:handle`, or the handle alone; lower case. */
  readonly socialAccount?: string;
  readonly identification?: { readonly idKind: IdKind; readonly idNumber: string };
}

export interface PartyListQuery {
  readonly filters: PartyFilters;
  readonly page: PageRequest;
  readonly sortBy: PartySortKey;
  readonly sortOrder: SortOrder;
  /** Read only if the caller requests them. */
  readonly relationships: 'wanted' | 'left-out';
}

export const searchFields = [
  'display-name',
  'given-name',
  'surname',
  'birth-surname',
  'registered-name',
  'commercial-name',
  'contact-points.address',
  'party-number',
] as const;
export type SearchFieldName = (typeof searchFields)[number];

/** The mode of a search that names none. */
export const searchModeDefault = 'all' satisfies PartySearchQuery['mode'];

export interface PartySearchQuery {
  readonly q: string;
  readonly fields: readonly SearchFieldName[];
  readonly mode: 'any' | 'all';
  readonly kind?: PartyKind;
  readonly near?: { readonly lat: number; readonly long: number; readonly radiusKm: number };
  readonly page: PageRequest;
  readonly relationships: 'wanted' | 'left-out';
}

export interface ContactPointQuery {
  readonly partyNumber: string;
  readonly methods: readonly ContactMethod[];
  readonly usages: readonly ContactUsage[];
  readonly includesExpired: boolean;
}

/** Whether a request that does not say so lists expired contact points. */
export const includesExpiredDefault = false;

/** A relationship as seen by the party of the path. */
export interface RelationshipView {
  readonly id: string;
  readonly kind: RelationshipKind;
  /** The role of the party of the path towards the other. */
  readonly role: RelationshipRole;
  readonly toParty: { readonly partyNumber: string; readonly displayName?: string; readonly kind: PartyKind };
  readonly share?: number;
  readonly isBeneficialOwner?: boolean;
  readonly mandate?: { readonly scope: readonly string[]; readonly signingGroup?: string };
  readonly validFrom: string;
  readonly validUntil?: string;
}
