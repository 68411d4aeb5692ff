import type { Day } from './facts.ts';
import type { PartyKind, RelationshipKind, RelationshipRole } from './literals.ts';
import { rolesOf } from './relationships.ts';

/**
 * Kinds that staff enter between two parties. Ownership is entered with the owners of an organization, mandates have
 * terms of their own.
 */
export const enteredKinds = ['kinship', 'work'] as const satisfies readonly RelationshipKind[];
export type EnteredKind = (typeof enteredKinds)[number];

/** What one party is to another, and when. */
export interface RelationshipTerms {
  readonly kind: EnteredKind;
  /** What the first party is to the other one. */
  readonly role: RelationshipRole;
  readonly validFrom: Day;
  /** The last valid day; absent: until it is ended. */
  readonly validUntil?: Day | undefined;
}

/** The kinds of the two parties, the first one first. */
export interface RelatedKinds {
  readonly first: PartyKind;
  readonly other: PartyKind;
}

export type RelationshipFault = 'role-of-another-kind' | 'wrong-party-kind' | 'ends-before-it-begins';

/** Returns why a relationship cannot be recorded. Kin and employees are persons; an employer may be one. */
export function relationshipFault(
  { kind, role, validFrom, validUntil }: RelationshipTerms,
  { first, other }: RelatedKinds,
): RelationshipFault | undefined {
  if (!rolesOf(kind).includes(role)) return 'role-of-another-kind';
  const persons = kind === 'kinship' ? [first, other] : [role === 'employee' ? first : other];
  if (persons.includes('organization')) return 'wrong-party-kind';
  return validUntil !== undefined && validUntil < validFrom ? 'ends-before-it-begins' : undefined;
}
