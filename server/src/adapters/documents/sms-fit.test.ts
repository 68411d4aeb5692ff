import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { textFor } from '#capabilities/correspondence/domain/message-text.ts';
import { fitsSms } from '#capabilities/correspondence/domain/sms-text.ts';
import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { currencies } from '#platform/kernel/currency.ts';
import { randomRuns } from '#platform/testing/random-runs.ts';
import { starter, starterTemplates } from './document-renderer.suite.ts';
import { localeFormatter } from './locale-formatter.ts';
import { renderTexts } from './render-text.ts';
import type { TemplateFolder } from './template-folder.ts';
import { isRecord } from './worker-protocol.ts';

vi.setConfig({ testTimeout: 60_000 });

const charactersMax = 100_000;
const runs = randomRuns(150);
const locales = ['en', 'de', 'nl', 'fr', 'ar'] as const;
const templates = starterTemplates();
const all = templates.flatMap((template) =>
  locales.map((locale) => ({ template, templateId: template.templateId, locale })),
);

type Fields = Readonly<Record<string, Json>>;

/** Only the short text: other tests cover the others, which take longer. */
function shortOf(
  { templateId, schema, locales: sources }: TemplateFolder,
  locale: string,
  data: Json,
): string {
  const { short = '' } = sources.get(locale)?.texts ?? {};
  const source = { title: '', text: '', short };
  const key = `sms-fit/${templateId}/${locale}`;
  return renderTexts({ key, schema, source, data, locale }, charactersMax).short ?? '';
}

/**
 * The text as sent. Account numbers are masked by then, with characters that need UCS-2, except in a code that is linked
 * to a payment or a consent.
 */
function sent(short: string, masking: 'masked' | 'linked' = 'masked'): string {
  const linked = masking === 'linked' ? ({ showsAccounts: true } as const) : {};
  return textFor('sms', { title: '', text: '', short, language: 'en', ...linked }).text;
}

function maskingOf({ templateId }: TemplateFolder, data: Json): 'masked' | 'linked' {
  const action = isRecord(data) ? data['action'] : undefined;
  const isLinked = templateId === 'one-time-password' && (action === 'payment' || action === 'consent');
  return isLinked ? 'linked' : 'masked';
}

const iban = 'NL91ABNA0417164300';
/** One unit or two, of the GSM alphabet and of UCS-2. */
const plainSigns = ['x', '€', 'é[', ' 1', 'û', 'ж', 'م'];
const signs = [...plainSigns, '😀', `${iban} `];

/** Texts of one repeated character up to the maximum length, and of all characters mixed. */
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
/** With the longest names, on both sides of UTC, and with a short one. French uses its own minus sign. */
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
/** The maximum number of digits. */
const longPhone = '+12 34 56 78 90 12 345';
/** Values that are limited by more than a length; names given by the bank or Portico contain no account number. */
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
  if (type === 'integer') return smallestAndLargest(rule);
  return typeof format === 'string' ? timesOf(format) : freeText(rule);
}

function smallestAndLargest({
  maximum,
  minimum = 1,
}: Readonly<Record<string, unknown>>): fc.Arbitrary<number> {
  return fc.constantFrom(Number(minimum), Number(maximum ?? minimum));
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

/** The sample of a template with everything its schema allows to vary, and with or without optional members. */
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
  const contentCache = Object.entries(sample ?? {}).filter(([name]) => !optional.includes(name));
  const requiredKeys = Object.keys(fields).filter((name) => !optional.includes(name));
  return fc
    .record(fields, { requiredKeys })
    .map((varied) => ({ ...Object.fromEntries(contentCache), ...varied }));
}

describe('an SMS of a starter template', () => {
  test.each(all)('fits with its sample: $templateId $locale', ({ template, locale }) => {
    const short = sent(shortOf(template, locale, template.sample), maskingOf(template, template.sample));
    expect(short).not.toBe('');
    expect(fitsSms(short), `${short.length} characters: ${short}`).toBe(true);
  });

  // A text that is too long is rejected, and the customer would get nothing.
  test.each(all)('fits with any data its schema allows: $templateId $locale', ({ template, locale }) => {
    fc.assert(
      fc.property(dataOf(template), (data) => {
        const short = sent(shortOf(template, locale, data), maskingOf(template, data));
        expect(short).not.toBe('');
        expect(fitsSms(short), `${short.length} characters: ${short}`).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

/** Every change with its own text; other notices have one text, with or without an end. */
function variantsOf({ schema, templateId }: TemplateFolder): readonly Fields[] {
  const { properties } = schema;
  const rule = isRecord(properties) ? properties['what'] : undefined;
  const words = isRecord(rule) && Array.isArray(rule['enum']) ? rule['enum'] : [];
  if (templateId === 'account-changed') return words.map((what) => ({ what: String(what) }));
  return templateId === 'account-locked' ? [{}] : [{ browser: 'x'.repeat(60) }, { browser: 'ж'.repeat(60) }];
}

/** Characters and months of some locales only occur too rarely by chance. */
describe.each(['account-locked', 'account-changed', 'new-sign-in'])('%s by SMS', (templateId) => {
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

test('a notice in French uses the GSM alphabet although the calendar and the clock do not', () => {
  const at = { at: '2026-08-28T22:42:00Z', 'time-zone': 'America/St_Johns' };
  expect(shortOf(starter('new-sign-in'), 'fr', { ...at, browser: 'Firefox', bank: 'Banque' })).toContain(
    'Connexion le 28 aout 2026 à 20:12 UTC-2:30, Firefox.',
  );
});

/** As codes are sent for a description given by the client. */
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

describe.each(locales)('a code by SMS in %s', (locale) => {
  const template = starter('one-time-password');
  const warning = warnings[locale] ?? '';
  const codeWith = (more: Fields): string =>
    shortOf(template, locale, Object.assign({}, template.sample, more));
  const line = '\n\n@bank.example #482913';

  test('is complete while there is room', () => {
    const short = codeWith({});
    expect(short.startsWith('482913 ')).toBe(true);
    for (const part of ['Van den Berg Installaties', warning, 'Example Bank']) expect(short).toContain(part);
    expect(short.endsWith(`Example Bank${line}`)).toBe(true);
  });

  test('omits the bank name, then the warning, and truncates only then', () => {
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

  test('keeps amount, payee and the line of its site, in any alphabet', () => {
    const facts = fc.record({
      payee: textUpTo(30, plainSigns).filter((payee) => payee.trim() === payee),
      amount,
      domain: fc.integer({ min: 1, max: 30 }).map((size) => 'a'.repeat(size)),
      code: fc.constantFrom('4829130712', '482913'),
      bank: textUpTo(40, plainSigns),
    });
    const { money } = localeFormatter(locale);
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

  test('the purpose is complete in the GSM alphabet, and an account number in it is masked', () => {
    const message = 'x'.repeat(120);
    expect(codeWith({ payee: 'y', message }).includes(message)).toBe(locale !== 'ar');
    const pay = `Van den Berg, ${iban}, 1249.50`;
    const short = sent(
      shortOf(template, locale, { ...codeOnly, action: 'payee-registration', message: pay }),
    );
    expect(short).toContain('Van den Berg, ••••4300, 1249.50');
    expect(short.endsWith(line)).toBe(true);
    expect(fitsSms(short)).toBe(true);
  });

  test.each(['payment', 'consent'])('linked to a %s states the order with its account in full', (action) => {
    const orders = fc.record({
      order: fc.constantFrom(
        `EUR 1249.50 ${iban}`,
        `HUF 99999999999999.00 MT84MALT011000012345MTLCAST001S`,
        `sha-256:${'0a'.repeat(32)}`,
      ),
      name: fc.constantFrom('', ' Van den Berg', ' Водоканал', ` ${'û'.repeat(30)}`),
      domain: fc.integer({ min: 1, max: 253 }).map((size) => 'a'.repeat(size)),
      bank: textUpTo(40, plainSigns),
    });
    fc.assert(
      fc.property(orders, ({ bank, domain, name, order }) => {
        const data = { ...codeOnly, code: '48291307', action, bank, domain, message: `${order}${name}` };
        const short = sent(shortOf(template, locale, data), 'linked');
        expect(short).toContain(order);
        expect(fitsSms(short), `${short.length} characters: ${short}`).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});
