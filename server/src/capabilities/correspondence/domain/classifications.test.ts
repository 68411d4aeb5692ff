import { expect, test } from 'vitest';
import { classifications, templateValues } from './classifications.ts';
import * as literals from './literals.ts';
import { groupIds } from './notification-groups.ts';

const valuesIn = (schemaId: string) => classifications.find(({ id }) => id === schemaId)?.values ?? [];

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
])('%s has the literals that the rules use', (id, listed) => {
  expect(valuesIn(id).map(({ literal }) => literal)).toEqual(listed);
});

test('categories have the right parent', () => {
  const parents = Object.groupBy(valuesIn('message-categories'), ({ parentLiteral }) => parentLiteral ?? '');
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

test('templates are listed as the bank names them, in its language', () => {
  const values = templateValues(
    [
      { templateId: '10', name: 'Zehn', description: '' },
      { templateId: '9', name: 'Neun', description: 'Nach acht.' },
      { templateId: '__proto__', name: 'Eigen', description: '' },
    ],
    'de',
  );
  expect(values).toMatchObject([
    { literal: '10', code: '001', texts: { de: 'Zehn' } },
    { literal: '9', code: '002', texts: { de: 'Neun: Nach acht.' } },
    { literal: '__proto__', code: '003', texts: { de: 'Eigen' } },
  ]);
});
