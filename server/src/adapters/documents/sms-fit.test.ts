import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { textFor } from '#capabilities/correspondence/domain/message-text.ts';
import { fitsSms } from '#capabilities/correspondence/domain/sms-text.ts';
import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { currencies } from '#platform/kernel/currency.ts';
import { starter, starterTemplates } from './document-renderer.suite.ts';
import { writtenIn } from './locale-formatter.ts';
import { makeTexts } from './render-text.ts';
import type { TemplateFolder } from './template-folder.ts';
import { isRecord } from './worker-protocol.ts';

vi.setConfig({ testTimeout: 60_000 });

const charactersMax = 100_000;
const runs = 150;
const locales = ['en', 'de', 'nl', 'fr', 'ar'] as const;
const templates = starterTemplates();
const all = templates.flatMap((template) =>
  locales.map((locale) => ({ template, templateId: template.templateId, locale })),
);

type Fields = Readonly<Record<string, Json>>;

/** Only the short text: the others are tried elsewhere, and take longer. */
function shortOf(
  { templateId, schema, locales: sources }: TemplateFolder,
  locale: string,
  data: Json,
): string {
  const { short = '' } = sources.get(locale)?.texts ?? {};
  const source = { title: '', text: '', short };
  const key = `sms-fit/${templateId}/${locale}`;
  return makeTexts({ key, schema, source, data, locale }, charactersMax).short ?? '';
}

/** What leaves the bank. Account numbers are masked by then, with signs that need the wide alphabet. */
function sent(short: string): string {
  return textFor('sms', { title: '', text: '', short, language: 'en' }).text;
}

const iban = 'NL91ABNA0417164300';
/** One unit or two, of the narrow alphabet and of the wide one. */
const plainSigns = ['x', '€', 'é[', ' 1', 'û', 'ж', 'م'];
const signs = [...plainSigns, '😀', `${iban} `];

/** Texts of one sign over and over up to the last that is allowed, and of all mixed. */
function textUpTo(max: number, of = signs): fc.Arbitrary<string> {
  const upTo = (text: string): string => Array.from(text).slice(0, max).join('');
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...of), fc.constantFrom(1, Math.ceil(max / 2), max))
      .map(([sign, size]) => upTo(sign.repeat(size))),
    fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: max }).map((some) => upTo(some.join(''))),
  );
}

const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-28`);
/** With the longest names, on both sides of UTC, and with a short one. French writes the minus with a sign of its own. */
const zones = [
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Marquesas',
  'Asia/Kathmandu',
  'America/St_Johns',
  'America/New_York',
  'UTC',
];
const amount = fc.record({
  amount: fc.constantFrom('-99999999999999', '7', '1249'),
  currency: fc.constantFrom(...currencies),
});
/** All the digits a number may have. */
const longPhone = '+12 34 56 78 90 12 345';
/** Values that more than a length decides; names that the bank or we ourselves give hold no account number. */
const known: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  amount,
  bank: textUpTo(40, plainSigns),
  browser: textUpTo(60, plainSigns),
  'time-zone': fc.constantFrom(...zones),
  code: fc.constantFrom('4829130712', '482913'),
  domain: fc.integer({ min: 1, max: 253 }).map((size) => 'a'.repeat(size)),
  'help-phone': fc.constantFrom(longPhone, '112'),
};

function valuesOf(name: string, rule: unknown): fc.Arbitrary<Json> | undefined {
  if (!isRecord(rule)) return undefined;
  const { enum: words, format, type } = rule;
  // A statement describes its bank with more than a name.
  if (name in known && !(name === 'bank' && type === 'object')) return known[name];
  if (Array.isArray(words)) return fc.constantFrom(...words.filter((word) => typeof word === 'string'));
  if (type === 'boolean') return fc.boolean();
  return typeof format === 'string' ? timesOf(format) : freeText(rule);
}

function timesOf(format: string): fc.Arbitrary<string> {
  return fc.constantFrom(...months.map((day) => (format === 'date' ? day : `${day}T22:42:00Z`)));
}

function freeText({
  maxLength,
  pattern,
}: Readonly<Record<string, unknown>>): fc.Arbitrary<string> | undefined {
  const isFree = typeof pattern === 'string' && pattern.startsWith('^[^\\p{C}');
  return isFree && typeof maxLength === 'number' ? textUpTo(maxLength) : undefined;
}

/** The sample of a template with everything its schema lets us vary, and with or without what may be absent. */
function dataOf({ sample, schema, templateId }: TemplateFolder): fc.Arbitrary<Json> {
  const { properties, required } = schema;
  const fields: Record<string, fc.Arbitrary<Json>> = {};
  for (const [name, rule] of Object.entries(isRecord(properties) ? properties : {})) {
    const values = valuesOf(name, rule);
    // The code of a new password has letters only.
    if (values !== undefined && !(name === 'code' && templateId === 'password-reset')) fields[name] = values;
  }
  const needed = Array.isArray(required) ? required : [];
  const optional = Object.keys(fields).filter((name) => !needed.includes(name) && name !== 'time-zone');
  const kept = Object.entries(sample ?? {}).filter(([name]) => !optional.includes(name));
  const requiredKeys = Object.keys(fields).filter((name) => !optional.includes(name));
  return fc.record(fields, { requiredKeys }).map((varied) => ({ ...Object.fromEntries(kept), ...varied }));
}

describe('a text message of a starter template', () => {
  test.each(all)('fits with its sample: $templateId $locale', ({ template, locale }) => {
    const short = sent(shortOf(template, locale, template.sample));
    expect(short).not.toBe('');
    expect(fitsSms(short), `${short.length} signs: ${short}`).toBe(true);
  });

  // One that is too long is refused, and whoever waits for it hears nothing.
  test.each(all)('fits with whatever its schema lets in: $templateId $locale', ({ template, locale }) => {
    fc.assert(
      fc.property(dataOf(template), (data) => {
        const short = sent(shortOf(template, locale, data));
        expect(short).not.toBe('');
        expect(fitsSms(short), `${short.length} signs: ${short}`).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

/** Every change that there is a word for; other notices have one text, with or without an end. */
function variantsOf({ schema, templateId }: TemplateFolder): readonly Fields[] {
  const { properties } = schema;
  const rule = isRecord(properties) ? properties['what'] : undefined;
  const words = isRecord(rule) && Array.isArray(rule['enum']) ? rule['enum'] : [];
  if (templateId === 'account-changed') return words.map((what) => ({ what: String(what) }));
  return templateId === 'account-locked' ? [{}] : [{ browser: 'x'.repeat(60) }, { browser: 'ж'.repeat(60) }];
}

/** Signs and months that only some places have are met too seldom by chance. */
describe.each(['account-locked', 'account-changed', 'new-sign-in'])('%s by text message', (templateId) => {
  const template = starter(templateId);
  const variants = variantsOf(template);

  test.each(locales)('fits in every month, in every zone, in %s', (locale) => {
    expect(variants.length).toBeGreaterThan(0);
    const moments = months.flatMap((day) => zones.map((zone) => ({ at: `${day}T22:42:00Z`, zone })));
    const names = ['x', 'ж'].map((sign) => sign.repeat(40));
    const cases = moments.flatMap((moment) =>
      names.flatMap((bank) => variants.map((variant) => ({ ...moment, bank, variant }))),
    );
    const tooLong = cases
      .map(({ at, bank, variant, zone }) => {
        const when = templateId === 'account-locked' ? { until: at } : { at };
        const given = { ...variant, ...when, bank, 'time-zone': zone, 'help-phone': longPhone };
        return sent(shortOf(template, locale, Object.assign({}, template.sample, given)));
      })
      .filter((short) => !fitsSms(short) || !short.includes(longPhone));
    expect(tooLong).toEqual([]);
  });
});

test('a notice in French is written in the narrow alphabet although the calendar and the clock are not', () => {
  const at = { at: '2026-08-28T22:42:00Z', 'time-zone': 'America/St_Johns' };
  expect(shortOf(starter('new-sign-in'), 'fr', { ...at, browser: 'Firefox', bank: 'Banque' })).toContain(
    'Connexion le 28 aout 2026 à 20:12 UTC-2:30, Firefox.',
  );
});

/** As codes are sent for whatever a client describes in words of its own. */
const codeOnly = {
  code: '482913',
  action: 'payment',
  bank: 'Example Bank',
  domain: 'bank.example',
  'valid-for-minutes': 5,
} satisfies Fields;
const warnings: Readonly<Record<string, string>> = {
  en: 'Never tell it to anyone.',
  de: 'Geben Sie ihn niemals weiter.',
  nl: 'Geef hem nooit aan iemand anders.',
  fr: 'Ne le communiquez jamais à personne.',
  ar: 'لا تخبر به أحداً أبداً.',
};

describe.each(locales)('a code by text message in %s', (locale) => {
  const template = starter('one-time-password');
  const warning = warnings[locale] ?? '';
  const codeWith = (more: Fields): string =>
    shortOf(template, locale, Object.assign({}, template.sample, more));
  const line = '\n\n@bank.example #482913';

  test('says everything while there is room', () => {
    const short = codeWith({});
    expect(short.startsWith('482913 ')).toBe(true);
    for (const part of ['Van den Berg Installaties', warning, 'Example Bank']) expect(short).toContain(part);
    expect(short.endsWith(`Example Bank${line}`)).toBe(true);
  });

  test('gives up the name of the bank, then the warning, and cuts only then', () => {
    const ways = Array.from({ length: 70 }, (_, index) => {
      const payee = 'ж'.repeat(index + 1);
      const short = codeWith({ payee });
      expect(short.startsWith('482913 ')).toBe(true);
      expect(short.endsWith(line)).toBe(true);
      const has = [payee, warning, 'Example Bank'].map((part) => Number(short.includes(part)));
      expect(has).toEqual(has.toSorted((one, other) => other - one));
      return has.join('');
    });
    expect(ways[0]).toBe('111');
    expect(ways).toEqual(ways.toSorted().toReversed());
    expect(ways).toContain('110');
  });

  test('keeps amount, payee and the line of its site, whatever alphabet they need', () => {
    const facts = fc.record({
      payee: textUpTo(30, plainSigns).filter((payee) => payee.trim() === payee),
      amount,
      domain: fc.integer({ min: 1, max: 30 }).map((size) => 'a'.repeat(size)),
      code: fc.constantFrom('4829130712', '482913'),
      bank: textUpTo(40, plainSigns),
    });
    const { money } = writtenIn(locale);
    fc.assert(
      fc.property(facts, (given) => {
        const short = codeWith(given);
        expect(short.startsWith(`${given.code} `)).toBe(true);
        expect(short).toContain(money(given.amount).replaceAll(/[\u00A0\u202F]/g, ' '));
        expect(short).toContain(given.payee);
        expect(short.endsWith(`\n\n@${given.domain} #${given.code}`)).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  test('what it is for is told in full by the narrow alphabet, and an account number in it is masked', () => {
    const message = 'x'.repeat(120);
    expect(codeWith({ payee: 'y', message }).includes(message)).toBe(locale !== 'ar');
    const pay = `Van den Berg, ${iban}, 1249.50`;
    const short = sent(shortOf(template, locale, { ...codeOnly, message: pay }));
    expect(short).toContain('Van den Berg, ••••4300, 1249.50');
    expect(short.endsWith(line)).toBe(true);
    expect(fitsSms(short)).toBe(true);
  });
});
