import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Template, templateKey } from './template.ts';

const template = (fields: Partial<Template> = {}): Template => ({
  templateId: 'welcome',
  version: 3,
  locale: 'de-AT',
  messageKind: 'notice',
  messageCategory: 'service',
  schema: {},
  texts: { title: 'Title', text: 'Text' },
  ...fields,
});

test('the key consists of the bank, the template, its version and its language', () => {
  expect(templateKey('bank-1', template())).toBe('bank-1/welcome/3/de-AT');
  expect(templateKey('bank-1', template({ schema: { a: 1 }, messageKind: 'alert' }))).toBe(
    'bank-1/welcome/3/de-AT',
  );
});

test('no two templates share a key', () => {
  const identity = fc.record({
    bankId: fc.constantFrom('a', 'b'),
    templateId: fc
      .array(fc.constantFrom('a', '1', '/', '-'), { minLength: 1, maxLength: 5 })
      .map((all) => all.join('')),
    version: fc.integer({ min: 1, max: 12 }),
    locale: fc.constantFrom('de', 'en', 'de-AT'),
  });
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(templateKey(one.bankId, template(one)) === templateKey(other.bankId, template(other))).toBe(
        isSame,
      );
    }),
    { numRuns: 300 },
  );
});
