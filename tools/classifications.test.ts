import { describe, expect, test } from 'vitest';
import { foreignClassifications } from '../server/src/apps/compose/correspondence.ts';
import { classifications } from '../server/src/capabilities/correspondence/domain/classifications.ts';

const served = [...classifications, ...foreignClassifications];

/** SPEC channel interfaces 12: correspondence, and the lists it serves for other interfaces. */
const specified = [
  'contact-media',
  'contact-usages',
  'contact-kinds',
  'delivery-statuses',
  'mailbox-statuses',
  'priorities',
  'urgencies',
  'mailbox-folders',
  'document-formats',
  'message-kinds',
  'message-categories',
  'notification-groups',
  'notification-frequencies',
  'templates',
  'user-statuses',
  'answer-format-types',
  'transaction-types',
  'authorization-types',
  'banks',
  'resource-kinds',
  'restriction-kinds',
  'fraud-categories',
  'unpair-reasons',
  'pending-action-kinds',
  'identity-providers',
  'tutorials',
  'sensitive-actions',
  'restriction-reasons',
  'change-request-kinds',
];

/** SPEC channel interfaces 12: of kind "class"; templates are kept by publishing them. */
const kept = [
  'message-kinds',
  'message-categories',
  'notification-groups',
  'notification-frequencies',
  'resource-kinds',
  'restriction-kinds',
  'fraud-categories',
  'unpair-reasons',
  'pending-action-kinds',
  'identity-providers',
  'tutorials',
  'sensitive-actions',
  'restriction-reasons',
  'change-request-kinds',
];

test('banks keep the lists of kind "class", and no enum', () => {
  const ids = served.filter(({ bank }) => bank !== undefined).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(kept.toSorted());
});

test('correspondence serves every specified classification once', () => {
  expect(served.map(({ id }) => id).toSorted()).toEqual(specified.toSorted());
});

describe.each(served.map((schema) => [schema.id, schema] as const))('%s', (id, schema) => {
  test('has a name, a description, and values with distinct literals and codes', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(schema.name).toMatch(/^[A-Z]/);
    expect(schema.description).toMatch(/^[A-Z].*\.$/);
    expect(new Set(schema.values.map(({ literal }) => literal)).size).toBe(schema.values.length);
    expect(schema.values.map(({ code }) => code)).toEqual(
      schema.values.map((_, index) => String(index + 1).padStart(3, '0')),
    );
    for (const { description } of schema.values) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  test.each(['de', 'fr', 'nl', 'ar'] as const)('is complete in the language %s', (language) => {
    const texts = schema.translations?.[language];
    expect(Object.keys(texts?.values ?? {}).toSorted()).toEqual(
      schema.values.map(({ literal }) => literal).toSorted(),
    );
    for (const text of [texts?.description, ...Object.values(texts?.values ?? {})])
      expect(text).toMatch(/.\.$/);
  });

  test('has at least two values', () => {
    // The bank decides which templates exist.
    expect(schema.values.length).toBeGreaterThan(id === 'templates' ? -1 : 1);
  });
});

test.each([
  ['transaction-types', ['N/A', 'SLF', 'TPF', 'PMT', 'RMT']],
  ['authorization-types', ['PAYMENT', 'CANCELLATION', 'CONSENT', 'N/A']],
  ['banks', ['01', '02', 'nl']],
])('%s has the literals of the specification', (schemaId, literals) => {
  const schema = served.find(({ id }) => id === schemaId);
  expect(schema?.values.map(({ literal }) => literal)).toEqual(literals);
});
