import { expect, test } from 'vitest';
import { today } from '../testing/fact-samples.suite.ts';
import { changedBusinessName } from './business-name.ts';
import type { BusinessNameChange } from './changes.ts';
import type { OrganizationName } from './facts.ts';

const name: OrganizationName = {
  kind: 'organization',
  commercialName: 'Bakery',
  registeredName: 'Bakery B.V.',
  legalStructure: 'private-limited',
};
const { registeredName: _, ...unregistered } = name;

test.each<[string, Omit<BusinessNameChange, 'effectiveDate'>, ReturnType<typeof changedBusinessName>]>([
  ['another commercial name', { commercialName: 'Bread' }, { ...name, commercialName: 'Bread' }],
  ['another registered name', { registeredName: 'Bread N.V.' }, { ...name, registeredName: 'Bread N.V.' }],
  ['another structure', { legalStructure: 'public-limited' }, { ...name, legalStructure: 'public-limited' }],
  ['no registered name', { registeredName: null }, unregistered],
  ['no commercial name', { commercialName: null }, undefined],
  ['the same names', { commercialName: 'Bakery', registeredName: 'Bakery B.V.' }, 'name-unchanged'],
  ['nothing but a reason', { reason: 'why not' }, 'name-unchanged'],
  [
    'one the same, one other',
    { commercialName: 'Bakery', legalStructure: 'other' },
    { ...name, legalStructure: 'other' },
  ],
])('a business with %s', (_what, change, after) => {
  expect(changedBusinessName(name, { effectiveDate: today, ...change })).toStrictEqual(after);
});

test('clearing an absent name is no change', () => {
  expect(changedBusinessName(unregistered, { effectiveDate: today, registeredName: null })).toBe(
    'name-unchanged',
  );
});
