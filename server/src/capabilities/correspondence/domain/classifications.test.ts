import { describe, expect, test } from 'vitest';
import {
  classifications,
  findClassification,
  literalsOf,
  templateClassification,
} from './classifications.ts';
import * as literals from './literals.ts';
import { groupIds } from './notification-groups.ts';

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

test('are complete and unique', () => {
  expect(classifications.map(({ id }) => id).toSorted()).toEqual(specified.toSorted());
});

describe.each(classifications.map((schema) => [schema.id, schema] as const))('%s', (id, schema) => {
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

  test('is found by its id', () => {
    expect(findClassification(id)).toBe(schema);
    // The bank decides which templates exist.
    expect(schema.values.length).toBeGreaterThan(id === 'templates' ? -1 : 1);
  });
});

test('an unknown one is not found', () => {
  expect(findClassification('planets')).toBeUndefined();
  expect(literalsOf('constructor')).toEqual([]);
});

test.each([
  ['contact-media', literals.contactMedia],
  ['contact-kinds', literals.contactMedia],
  ['contact-usages', literals.contactUsages],
  ['delivery-statuses', literals.deliveryStatuses],
  ['mailbox-statuses', literals.mailboxStatuses],
  ['priorities', literals.priorities],
  ['urgencies', literals.urgencies],
  ['mailbox-folders', literals.mailboxFolders],
  ['document-formats', literals.documentFormats],
  ['message-kinds', literals.messageKinds],
  ['message-categories', literals.messageCategories],
  ['notification-groups', groupIds],
  ['notification-frequencies', literals.frequencies],
  ['transaction-types', ['N/A', 'SLF', 'TPF', 'PMT', 'RMT']],
  ['authorization-types', ['PAYMENT', 'CANCELLATION', 'CONSENT', 'N/A']],
  ['banks', ['01', '02', 'nl']],
])('%s has the literals that the rules use', (id, listed) => {
  expect(literalsOf(id)).toEqual(listed);
});

test('categories have the right parent', () => {
  const parents = Object.groupBy(
    findClassification('message-categories')?.values ?? [],
    ({ parentLiteral }) => parentLiteral ?? '',
  );
  const listed = Object.entries(parents).map(([parent, values]) => [
    parent,
    values?.map(({ literal }) => literal),
  ]);
  expect(Object.fromEntries(listed)).toEqual({
    'daily-banking': ['account', 'card', 'payment', 'savings'],
    borrowing: ['loan'],
    'security-and-consent': ['security', 'consent'],
    'bank-news': ['document', 'marketing', 'service', 'other'],
  });
});

test('templates are listed as the bank names them', () => {
  const schema = templateClassification([
    { templateId: '10', name: 'Zehn', description: '' },
    { templateId: '9', name: 'Neun', description: 'Nach acht.' },
    { templateId: '__proto__', name: 'Eigen', description: '' },
  ]);
  expect(schema).toMatchObject({
    id: 'templates',
    values: [
      { literal: '10', code: '001', description: 'Zehn' },
      { literal: '9', code: '002', description: 'Neun: Nach acht.' },
      { literal: '__proto__', code: '003', description: 'Eigen' },
    ],
  });
});
