import { describe, expect, test } from 'vitest';
import { type RelationshipRole, relationshipKinds, relationshipRoles } from './literals.ts';
import { asRelationship, inverseOf, mandateScope } from './relationships.ts';

/** SPEC channel interfaces 2.1.9. */
const table = [
  ['kinship', 'spouse', 'spouse'],
  ['kinship', 'parent', 'child'],
  ['kinship', 'child', 'parent'],
  ['kinship', 'sibling', 'sibling'],
  ['kinship', 'kin', 'kin'],
  ['ownership', 'investor', 'investee'],
  ['ownership', 'investee', 'investor'],
  ['mandate', 'proxy', 'principal'],
  ['mandate', 'principal', 'proxy'],
  ['work', 'employee', 'employer'],
  ['work', 'employer', 'employee'],
] as const;

const kindOf = (role: RelationshipRole): string | undefined => table.find(([, known]) => known === role)?.[0];

test.each(table)('in a relationship by %s the %s has a %s', (kind, role, inverse) => {
  expect(inverseOf(role)).toBe(inverse);
  expect(asRelationship(kind, role)).toEqual({ kind, role });
});

test('the table has every role, and the inverse of the inverse is the role itself', () => {
  expect(table.map(([, role]) => role)).toEqual([...relationshipRoles]);
  for (const role of relationshipRoles) expect(inverseOf(inverseOf(role))).toBe(role);
});

describe('a stored row', () => {
  const wrong: readonly (readonly [string, string])[] = relationshipKinds.flatMap((kind) =>
    relationshipRoles.filter((role) => kindOf(role) !== kind).map((role) => [kind, role] as const),
  );
  const unknown: readonly (readonly [string, string])[] = [
    ['friendship', 'friend'],
    ['kinship', 'toString'],
    ['', ''],
  ];

  test.each([...wrong, ...unknown])('of kind %s and role %s is an internal error', (kind, role) => {
    expect(() => asRelationship(kind, role)).toThrow('unknown kind or role');
  });
});

test('a mandate names every scope once', () => {
  expect(mandateScope.length).toBeGreaterThan(0);
  expect(new Set(mandateScope).size).toBe(mandateScope.length);
});
