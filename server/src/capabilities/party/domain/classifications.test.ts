import { describe, expect, test } from 'vitest';
import { classifications, findClassification, literalsOf } from './classifications.ts';
import * as literals from './literals.ts';

const schemaIds = [
  'party-kinds',
  'customer-statuses',
  'individual-statuses',
  'identification-kinds',
  'registration-profiles',
  'genders',
  'legal-capacities',
  'marital-statuses',
  'record-states',
  'employment-statuses',
  'contract-kinds',
  'residence-statuses',
  'tenure-statuses',
  'party-relationship-kinds',
  'party-relationship-roles',
  'contact-point-methods',
  'contact-point-usages',
  'address-kinds',
  'identification-document-kinds',
  'identification-document-statuses',
  'organization-sizes',
  'ownership-kinds',
  'control-kinds',
  'correction-reasons',
  'surname-change-reasons',
  'death-report-sources',
  'education-levels',
  'occupations',
  'industries',
  'customer-sectors',
  'customer-segments',
  'contact-purposes',
  'legal-structures',
  'organization-purposes',
];

function codesOf(id: string): Readonly<Record<string, string>> {
  return Object.fromEntries(findClassification(id)?.values.map(({ literal, code }) => [literal, code]) ?? []);
}

test('are complete and unique', () => {
  expect(classifications.map(({ id }) => id).toSorted()).toEqual(schemaIds.toSorted());
});

describe.each(classifications.map((schema) => [schema.id, schema] as const))('%s', (id, schema) => {
  test('has a name, a description, and values that are unique by literal and by code', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(schema.name).toMatch(/^[A-Z]/);
    expect(schema.description).toMatch(/^[A-Z].*\.$/);
    expect(new Set(schema.values.map(({ literal }) => literal)).size).toBe(schema.values.length);
    expect(new Set(schema.values.map(({ code }) => code)).size).toBe(schema.values.length);
    for (const { literal, code, description } of schema.values) {
      expect(literal).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(code).not.toBe('');
      expect(description).toMatch(/^[A-Z]/);
    }
  });

  test.each(['de', 'fr', 'nl', 'ar'] as const)('is complete in the language %s', (language) => {
    const texts = schema.translations?.[language];
    expect(Object.keys(texts?.values ?? {}).toSorted()).toEqual(
      schema.values.map(({ literal }) => literal).toSorted(),
    );
    expect([texts?.name, texts?.description, ...Object.values(texts?.values ?? {})]).not.toContain('');
  });

  test('is found by its id', () => {
    expect(findClassification(id)).toBe(schema);
    expect(literalsOf(id)).toEqual(schema.values.map(({ literal }) => literal));
  });
});

test('an unknown classification is not found', () => {
  expect(findClassification('planets')).toBeUndefined();
  expect(literalsOf('constructor')).toEqual([]);
});

test.each([
  ['party-kinds', literals.partyKinds],
  ['customer-statuses', literals.customerStatuses],
  ['identification-kinds', literals.idKinds],
  ['party-relationship-roles', literals.relationshipRoles],
  ['identification-document-kinds', literals.documentKinds],
  ['contact-point-methods', literals.contactMethods],
  ['customer-segments', literals.customerSegments],
])('%s has the literals that the rules use', (id, words) => {
  expect(literalsOf(id)).toEqual(words);
});

describe('codes', () => {
  test('are positions where there is no standard', () => {
    expect(codesOf('party-kinds')).toEqual({ individual: '001', organization: '002' });
    expect(codesOf('legal-structures')).toMatchObject({ 'sole-proprietor': '001', other: '011' });
  });

  test('of genders are those of ISO/IEC 5218', () => {
    expect(codesOf('genders')).toEqual({ 'not-known': '0', male: '1', female: '2', 'not-applicable': '9' });
  });

  test('of sectors are those of ESA 2010', () => {
    expect(Object.values(codesOf('customer-sectors'))).toEqual([
      'S.14',
      'S.11',
      'S.12',
      'S.13',
      'S.15',
      'S.2',
    ]);
  });

  test('of education are the levels of ISCED 2011', () => {
    expect(Object.values(codesOf('education-levels'))).toEqual(
      ['0', '1', '2', '3', '4', '5', '6', '7', '8'].toSorted(),
    );
    expect(codesOf('education-levels')).toMatchObject({ 'bachelor-or-equivalent-level': '6' });
  });

  test('of occupations are ten major and 43 sub-major groups of ISCO-08', () => {
    const codes = Object.values(codesOf('occupations'));
    expect(codes.filter((code) => code.length === 1).toSorted()).toEqual(Array.from('0123456789'));
    expect(codes.filter((code) => /^[0-9]{2}$/.test(code))).toHaveLength(43);
    expect(codesOf('occupations')).toMatchObject({
      managers: '1',
      'health-professionals': '22',
      'sales-workers': '52',
    });
  });

  test('of industries are 21 sections and 88 divisions of NACE Rev. 2', () => {
    const codes = Object.values(codesOf('industries'));
    expect(codes.filter((code) => /^[A-Z]$/.test(code)).toSorted()).toEqual(
      Array.from('ABCDEFGHIJKLMNOPQRSTU'),
    );
    expect(codes.filter((code) => /^[0-9]{2}$/.test(code))).toHaveLength(88);
    // Numbers that the standard leaves free for additions.
    for (const free of ['04', '34', '40', '44', '48', '54', '57', '67', '76', '83', '89']) {
      expect(codes).not.toContain(free);
    }
    expect(codesOf('industries')).toMatchObject({
      construction: 'F',
      education: 'P',
      'education-division': '85',
    });
  });
});

describe('parents', () => {
  const parentsOf = (id: string): ReadonlyMap<string, string | undefined> =>
    new Map(findClassification(id)?.values.map(({ code, parentLiteral }) => [code, parentLiteral]) ?? []);

  test('of occupations are the major groups with their first digit', () => {
    const majors = new Map(
      findClassification('occupations')?.values.map(({ code, literal }) => [code, literal]),
    );
    for (const [code, parent] of parentsOf('occupations')) {
      expect(parent).toBe(code.length === 1 ? undefined : majors.get(code.charAt(0)));
    }
  });

  test.each([
    ['01', 'agriculture-forestry-and-fishing'],
    ['09', 'mining-and-quarrying'],
    ['10', 'manufacturing'],
    ['33', 'manufacturing'],
    ['35', 'electricity-gas-steam-and-air-conditioning-supply'],
    ['47', 'wholesale-and-retail-trade-repair-of-motor-vehicles-and-motorcycles'],
    ['64', 'financial-and-insurance-activities'],
    ['85', 'education'],
    ['99', 'activities-of-extraterritorial-organisations-and-bodies'],
    ['K', undefined],
  ])('of industry %s is %s', (code, parent) => {
    expect(parentsOf('industries').get(code)).toBe(parent);
  });

  test('of roles are kinds of relationship, of segments kinds of party', () => {
    const roles = findClassification('party-relationship-roles')?.values ?? [];
    expect(new Set(roles.map(({ parentLiteral }) => parentLiteral))).toEqual(
      new Set(literals.relationshipKinds),
    );
    const segments = findClassification('customer-segments')?.values ?? [];
    expect(segments.map(({ parentLiteral }) => parentLiteral)).toEqual([
      ...Array.from({ length: 6 }, () => 'individual'),
      ...Array.from({ length: 5 }, () => 'organization'),
    ]);
  });
});
