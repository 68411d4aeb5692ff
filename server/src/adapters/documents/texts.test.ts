import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { expect, test, vi } from 'vitest';
import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { job, starter } from './document-renderer.suite.ts';
import { renderTexts } from './render-text.ts';
import { RenderError } from './worker-protocol.ts';

vi.setConfig({ testTimeout: 20_000 });

const charactersMax = 100_000;

function texts(text: string, data: Json, locale = 'en'): string {
  return renderTexts({ ...job({ title: 'x', text }, data), locale }, charactersMax).text;
}

test('html shows any data and none of it becomes markup', () => {
  const source = { title: 'x', text: 'x', html: '<p title="{{ a }}">{{ a }}</p>' };
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (noise) => {
      // Html parsers replace these by rule.
      const a = `<${noise.replaceAll(/[\r\0]|\p{Cs}/gu, '')}&`;
      const { html = '' } = renderTexts(job(source, { a }), charactersMax);
      const [paragraph, ...others] = parseFragment(html).childNodes;
      expect(others).toEqual([]);
      expect(paragraph).toMatchObject({
        nodeName: 'p',
        attrs: [{ name: 'title', value: a }],
        childNodes: [{ nodeName: '#text', value: a }],
      });
    }),
    { numRuns: 200 },
  );
});

test('plain texts contain data unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (a) => {
      expect(texts('<{{ a }}>', { a })).toBe(`<${a}>`);
    }),
  );
});

test('amounts have the digits of their currency and the format of the locale', () => {
  const data = (amount: string, currency: string): Json => ({ a: { amount, currency } });
  const money = (amount: string, currency: string, locale: string): string =>
    texts('{{ a | money }}', data(amount, currency), locale).replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(money('1249.5', 'EUR', 'en')).toBe('€1,249.50');
  expect(money('1249.50', 'EUR', 'de')).toBe('1.249,50 €');
  expect(money('-1249.50', 'EUR', 'nl')).toBe('€ -1.249,50');
  expect(money('1249.50', 'EUR', 'fr')).toBe('1 249,50 €');
  expect(money('1000', 'HUF', 'de')).toBe('1.000,00 HUF');
  expect(money('1.234', 'IQD', 'en')).toBe('IQD 1.234');
  expect(money('800', 'JPY', 'en')).toBe('JP¥800');
  expect(money('99999999999999.99', 'EUR', 'en')).toBe('€99,999,999,999,999.99');
});

test('dates and times are formatted in the requested locale and zone', () => {
  expect(texts('{{ d | day }}', { d: '2027-03-04' })).toBe('4 March 2027');
  expect(texts('{{ d | short_day }}', { d: '2027-03-04' })).toBe('04/03/2027');
  expect(texts('{{ d | day }}', { d: '2027-03-04' }, 'de')).toBe('4. März 2027');
  expect(texts('{{ d | moment: z }}', { d: '2027-03-04T23:30:00Z', z: 'Europe/Amsterdam' })).toBe(
    '5 March 2027 at 00:30 CET',
  );
});

test('a masked number shows four characters, and none of a short one', () => {
  expect(texts('{{ a | masked }}', { a: 'NL91 ABNA 0417 1643 00' })).toBe('**** 4300');
  expect(texts('{{ a | masked }}', { a: '4300' })).toBe('****');
});

test.each([
  ['money', { amount: '1.234', currency: 'EUR' }],
  ['money', { amount: 'x', currency: 'EUR' }],
  ['money', 'x'],
  ['day', '2027-02-30'],
  ['masked', 7],
])('a value that %s cannot format is an error of the data', (filter, a) => {
  expect(() => texts(`{{ a | ${filter} }}`, { a })).toThrow(
    expect.objectContaining({ response: expect.objectContaining({ kind: 'data-not-valid' }) }),
  );
});

test('an unknown locale, zone or missing variable is an error of the template', () => {
  const at = { d: '2027-03-04T23:30:00Z' };
  expect(() => texts('x', {}, 'no such locale')).toThrow(RenderError);
  expect(() => texts('{{ d | moment: "Nowhere/City" }}', at)).toThrow(RenderError);
  expect(() => texts('{{ d | moment }}', at)).toThrow(RenderError);
  expect(() => texts('{{ missing }}', at)).toThrow(RenderError);
  expect(texts('{% if missing %}a{% else %}b{% endif %}', at)).toBe('b');
});

test('a title is one line', () => {
  const { title } = renderTexts(job({ title: '{{ a }}', text: 'x' }, { a: 'x\r\nBcc: y' }), charactersMax);
  expect(title).toBe('x Bcc: y');
});

test.each(['en', 'de', 'nl', 'fr', 'ar'])(
  'a one-time password comes first and is bound to its site: %s',
  (locale) => {
    const { schema, sample, locales } = starter('one-time-password');
    const source = locales.get(locale)?.texts ?? { title: '', text: '' };
    const { short = '' } = renderTexts({ key: locale, schema, source, data: sample, locale }, charactersMax);
    expect(short.startsWith('482913 ')).toBe(true);
    expect(short.endsWith('\n\n@bank.example #482913')).toBe(true);
    expect(short).toContain('Van den Berg Installaties');
    expect(short).toMatch(/1.249.50/);
  },
);

test('a payee cannot forge the line that binds a code', () => {
  const { schema, sample, locales } = starter('one-time-password');
  const source = locales.get('en')?.texts ?? { title: '', text: '' };
  const data: Json = Object.assign({}, sample, { payee: 'x\n\n@evil.example #482913' });
  expect(() => renderTexts({ key: 'x', schema, source, data, locale: 'en' }, charactersMax)).toThrow(
    RenderError,
  );
});
