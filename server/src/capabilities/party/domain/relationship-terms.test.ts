import { expect, test } from 'vitest';
import { type RelatedKinds, type RelationshipTerms, relationshipFault } from './relationship-terms.ts';

const persons: RelatedKinds = { first: 'individual', other: 'individual' };
const employed: RelatedKinds = { first: 'individual', other: 'organization' };
const employing: RelatedKinds = { first: 'organization', other: 'individual' };
const terms = (kind: RelationshipTerms['kind'], role: RelationshipTerms['role']): RelationshipTerms => ({
  kind,
  role,
  validFrom: '2020-01-01',
});

test.each<[string, RelationshipTerms, RelatedKinds, string | undefined]>([
  ['spouses are persons', terms('kinship', 'spouse'), persons, undefined],
  ['an organization has no parent', terms('kinship', 'child'), employing, 'wrong-party-kind'],
  ['nor is it one', terms('kinship', 'child'), employed, 'wrong-party-kind'],
  ['an employee is a person', terms('work', 'employee'), employed, undefined],
  ['an organization is no employee', terms('work', 'employee'), employing, 'wrong-party-kind'],
  ['an organization employs a person', terms('work', 'employer'), employing, undefined],
  ['a household employs a person', terms('work', 'employer'), persons, undefined],
  ['a spouse is no work', terms('work', 'spouse'), persons, 'role-of-another-kind'],
  ['an investor is no kin', terms('kinship', 'investor'), persons, 'role-of-another-kind'],
])('%s', (_, given, kinds, fault) => {
  expect(relationshipFault(given, kinds)).toBe(fault);
});

test('a relationship may begin in the past and last one day, never less', () => {
  const day = { ...terms('kinship', 'kin'), validUntil: '2020-01-01' };
  expect(relationshipFault(day, persons)).toBeUndefined();
  expect(relationshipFault({ ...day, validUntil: '2019-12-31' }, persons)).toBe('ends-before-it-begins');
});
