import { expect, test } from 'vitest';
import { companyWith, personWith, pointWith, postalWith } from '../testing/fact-samples.suite.ts';
import { nameAndBirthKey } from './duplicates.ts';
import type { ContactAddress, ContactPoint } from './facts.ts';
import { type LookupValue, lookupValuesOf } from './lookup-values.ts';

function lookupsOf(address: ContactAddress, changed: Partial<ContactPoint> = {}): readonly LookupValue[] {
  const facts = personWith({ contactPoints: [pointWith({ address, ...changed })] }, { birth: {} });
  return lookupValuesOf(facts);
}

test.each<[string, ContactAddress, readonly [LookupValue['lookup'], string][]]>([
  ['phone', { kind: 'phone', number: '+31201234567', extension: '12' }, [['phone', '+31201234567']]],
  ['mail box', { kind: 'email', value: 'Ana@Example.ORG' }, [['email', 'ana@example.org']]],
  [
    'social account',
    { kind: 'social', provider: 'Mastodon', value: '@Ana' },
    [
      ['social', 'ana'],
      ['social', 'mastodon:ana'],
    ],
  ],
  ['page', { kind: 'web', value: 'https://example.org' }, []],
  ['house', postalWith(), []],
])('a %s is found by its full value', (_what, address, values) => {
  for (const isVerified of [true, false]) {
    expect(lookupsOf(address, { isVerified })).toEqual(
      values.map(([lookup, value]) => ({ lookup, value, isVerified })),
    );
  }
});

test('a person is found by names and birth date, a company by name and foundation date', () => {
  const [person, company] = [personWith({ contactPoints: [] }), companyWith({ contactPoints: [] })];
  expect(lookupValuesOf(person)).toEqual([
    {
      lookup: 'name-and-birth',
      value: nameAndBirthKey(person.personal.name, '1980-02-29'),
      isVerified: false,
    },
  ]);
  expect(lookupValuesOf(company)).toEqual([
    {
      lookup: 'name-and-birth',
      value: nameAndBirthKey(company.personal.name, '1990-01-01'),
      isVerified: false,
    },
  ]);
  expect(lookupValuesOf(companyWith({ contactPoints: [], organization: {} }))).toEqual([]);
});

test('all contact points are found, and no sensitive fact is among the values', () => {
  const values = lookupValuesOf(personWith());
  expect(values.map(({ lookup }) => lookup)).toEqual(['phone', 'email', 'name-and-birth']);
  expect(JSON.stringify(values)).not.toContain('NX1234567');
});
