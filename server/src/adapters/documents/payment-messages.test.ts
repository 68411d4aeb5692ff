import { describe, expect, test } from 'vitest';
import type { Texts } from '#capabilities/correspondence/ports/document-renderer.ts';
import { sourcesIn, starter } from './document-renderer.suite.ts';
import { renderTexts } from './render-text.ts';

const charactersMax = 100_000;

const bulk = {
  status: 'executed-in-part',
  amount: { amount: '1249.50', currency: 'EUR' },
  transfers: 731,
  payee: 'Clear Budget',
  account: 'NL91ABNA0417164300',
  day: '2026-11-12',
} as const;

function textsOf(locale: string, more: object = {}): Texts {
  const { schema, templateId } = starter('payment-status');
  const source = sourcesIn(starter('payment-status'), locale).texts;
  const data = { ...bulk, ...more };
  return renderTexts({ key: `${templateId}/${locale}`, schema, source, data, locale }, charactersMax);
}

describe.each(['en', 'de', 'nl', 'fr', 'ar'])('a notice about a bulk in %s', (locale) => {
  test('has the number of payments, the sum and the third party', () => {
    const { html, short, text, title } = textsOf(locale);
    for (const one of [html, short, text]) {
      expect(one).toContain('731');
      expect(one).toContain('Clear Budget');
    }
    expect(title).toContain('731');
    expect(text).toMatch(/1.?249[.,]50/u);
  });

  test('has one sum for each currency', () => {
    const dollars = { amount: '77.10', currency: 'USD' };
    const { html, text } = textsOf(locale, { totals: [bulk.amount, dollars] });
    for (const one of [html, text]) {
      expect(one).toMatch(/1.?249[.,]50/u);
      expect(one).toMatch(/77[.,]10/u);
    }
  });

  test('differs from one about a bulk that was executed as a whole', () => {
    expect(textsOf(locale).text).not.toBe(textsOf(locale, { status: 'executed' }).text);
  });
});
