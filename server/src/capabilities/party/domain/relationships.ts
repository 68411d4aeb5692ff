import assert from 'node:assert/strict';
import type { RelationshipKind, RelationshipRole } from './literals.ts';

/** SPEC channel interfaces 2.1.9: the inverse of each role. */
const inverses: Readonly<Record<RelationshipRole, RelationshipRole>> = {
  spouse: 'spouse',
  parent: 'child',
  child: 'parent',
  sibling: 'sibling',
  kin: 'kin',
  investor: 'investee',
  investee: 'investor',
  proxy: 'principal',
  principal: 'proxy',
  employee: 'employer',
  employer: 'employee',
};

const kinds: Readonly<Record<RelationshipKind, readonly RelationshipRole[]>> = {
  kinship: ['spouse', 'parent', 'child', 'sibling', 'kin'],
  ownership: ['investor', 'investee'],
  mandate: ['proxy', 'principal'],
  work: ['employee', 'employer'],
};

/** Returns the role seen from the other side; derived when read, never stored. */
export function inverseOf(role: RelationshipRole): RelationshipRole {
  return inverses[role];
}

/** Returns the roles of a kind. */
export function rolesOf(kind: RelationshipKind): readonly RelationshipRole[] {
  return kinds[kind];
}

/** Checks kind and role of a stored row. */
export function asRelationship(
  kind: string,
  role: string,
): { readonly kind: RelationshipKind; readonly role: RelationshipRole } {
  for (const [known, roles] of Object.entries(kinds)) {
    const found = roles.find((one) => one === role);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a key of the table above
    if (known === kind && found !== undefined) return { kind: known as RelationshipKind, role: found };
  }
  assert.fail('party_relationship has an unknown kind or role');
}

/**
 * What a representative may act in: everything that requires a signature. Listed in full, because an empty list means
 * nothing.
 */
export const mandateScope: readonly string[] = [
  'payment',
  'bulk-payment',
  'periodic-payment',
  'signing-basket',
  'payment-cancellation',
  'consent',
  'funds-confirmation-consent',
  'document',
  'party-correction',
  'signing-rule',
];
