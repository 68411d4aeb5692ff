import { describe, expect, test, vi } from 'vitest';
import { textFor } from '#capabilities/correspondence/domain/message-text.ts';
import { fitsSms } from '#capabilities/correspondence/domain/sms-text.ts';
import type { Json, Texts } from '#capabilities/correspondence/ports/document-renderer.ts';
import { cleanHtml } from '#platform/html/clean-html.ts';
import { sourcesIn, starter } from './document-renderer.suite.ts';
import { renderTexts } from './render-text.ts';
import { RenderError } from './worker-protocol.ts';

vi.setConfig({ testTimeout: 20_000 });

const charactersMax = 100_000;
const locales = ['en', 'de', 'nl', 'fr', 'ar'] as const;
const months = Array.from(
  { length: 12 },
  (_, index) => `2026-${String(index + 1).padStart(2, '0')}-28T22:42:00Z`,
);
const whats = [
  'password-changed',
  'password-reset',
  'username-changed',
  'email-changed',
  'phone-number-changed',
  'passkey-added',
  'passkey-removed',
  'security-answers-set',
  'linked-login-added',
  'linked-login-removed',
  'email-change-started',
  'phone-number-change-started',
  'user-registered',
  'device-paired',
  'device-unpaired',
];

type Data = Readonly<Record<string, Json>>;

/** The zone with the longest name, a bank name outside the GSM alphabet, the longest possible number. */
const widest = {
  bank: 'ب'.repeat(40),
  'time-zone': 'Asia/Kathmandu',
  'help-phone': '+350 20 555 01 00 12 34 56',
} satisfies Data;
const code = 'BDGHKMNPRSTVXZBDGHKM';
const reset = { bank: 'Example Bank', code, 'valid-for-minutes': 10, domain: 'bank.example' } satisfies Data;
const link = `https://bank.example/new-password?for=you&with=it#${code}`;

function textsOf(templateId: string, locale: string, data: Json): Texts {
  const template = starter(templateId);
  const source = sourcesIn(template, locale).texts;
  return renderTexts(
    { key: `${templateId}/${locale}`, schema: template.schema, source, data, locale },
    charactersMax,
  );
}

function shortOf(templateId: string, locale: string, data: Json): string {
  return textsOf(templateId, locale, data).short ?? '';
}

const longest: readonly (readonly [string, readonly Data[]])[] = [
  ['account-changed', whats.flatMap((what) => months.map((at) => ({ ...widest, what, at })))],
  [
    'new-sign-in',
    months.map((at) => ({ ...widest, at, browser: 'م'.repeat(60), application: 'x'.repeat(70) })),
  ],
  [
    'account-locked',
    [
      ...months.map((until) => ({ ...widest, until, 'is-last-warning': true })),
      { ...widest, 'is-last-warning': true },
    ],
  ],
  ['username-reminder', [{ bank: widest.bank, username: 'a'.repeat(64) }]],
  [
    'password-reset',
    [1, 20, 30, 40, 50, 100, 150, 253].map((size) => ({
      ...reset,
      bank: widest.bank,
      domain: 'a'.repeat(size),
    })),
  ],
];
const everyLocale = longest.flatMap(([templateId, cases]) =>
  locales.map((locale) => ({ templateId, locale, cases })),
);

describe('an SMS about an account', () => {
  // A text that is too long is rejected, and the customer would not be warned of the attack.
  test.each(everyLocale)('always fits: $templateId $locale', ({ templateId, locale, cases }) => {
    for (const data of cases) {
      const short = shortOf(templateId, locale, data);
      expect(short).not.toBe('');
      expect(fitsSms(short), `${short.length} characters: ${short}`).toBe(true);
    }
  });

  test.each(everyLocale.filter(({ templateId }) => templateId !== 'password-reset'))(
    'contains the bank name while it fits into two segments: $templateId $locale',
    ({ templateId, locale }) => {
      const shortBy = (bank: string): string =>
        shortOf(templateId, locale, Object.assign({}, starter(templateId).sample, { bank }));
      const withoutName = shortBy('Ж').slice(0, -' Ж'.length);
      expect(shortBy('Ж')).toBe(`${withoutName} Ж`);
      for (const bank of [2, 10, 20, 30, 40].map((size) => 'Ж'.repeat(size))) {
        const withName = `${withoutName} ${bank}`;
        expect(shortBy(bank)).toBe(withName.length < 134 ? withName : withoutName);
      }
    },
  );

  test.each(everyLocale)('contains no link: $templateId $locale', ({ templateId, locale }) => {
    expect(shortOf(templateId, locale, starter(templateId).sample)).not.toMatch(/https?:|www\./);
  });
});

describe.each(locales)('in %s', (locale) => {
  test('every change has its own text', () => {
    const titles = whats.map(
      (what) => textsOf('account-changed', locale, { ...widest, what, at: '2026-11-12T07:42:00Z' }).title,
    );
    expect(new Set(titles).size).toBe(whats.length);
    expect(titles).not.toContain('');
  });

  test.each(['account-changed', 'new-sign-in', 'account-locked'])(
    'has the number to call, if there is one: %s',
    (templateId) => {
      const { sample } = starter(templateId);
      const { html, short, text } = textsOf(templateId, locale, sample);
      for (const rendered of [html, short, text]) expect(rendered).toContain('+31 20 555 0100');
      const entries = Object.entries(sample ?? {}).filter(([name]) => name !== 'help-phone');
      const without = textsOf(templateId, locale, Object.fromEntries(entries));
      expect(JSON.stringify(without)).not.toContain('555');
    },
  );

  test('a locked account has the end of the lockout, or asks the owner to call', () => {
    const { 'help-phone': phone, bank } = widest;
    const open = { bank, 'is-last-warning': false, 'help-phone': phone };
    const timed = { ...open, until: '2026-11-12T08:12:00Z', 'time-zone': 'Europe/Amsterdam' };
    const [first, warned, forGood] = [timed, { ...timed, 'is-last-warning': true }, open].map((data) =>
      textsOf('account-locked', locale, data),
    );
    for (const part of ['text', 'html', 'short'] as const) {
      expect(first?.[part]).toContain('2026');
      expect(forGood?.[part]).not.toContain('2026');
      expect(forGood?.[part]).toContain(phone);
    }
    expect(warned?.text.length).toBeGreaterThan(first?.text.length ?? 0);
  });

  test('a code for a new password comes first and is bound to its site', () => {
    const short = shortOf('password-reset', locale, { ...reset, link });
    expect(short.startsWith(`${code} `)).toBe(true);
    expect(short.endsWith(`\n\n@bank.example #${code}`)).toBe(true);
  });

  test('a mail contains the code, and the page if the bank has one', () => {
    const withPage = textsOf('password-reset', locale, { ...reset, link });
    const html = cleanHtml(withPage.html ?? '', { linkHosts: ['bank.example'] }) ?? '';
    expect(textFor('email', { ...withPage, language: locale }).text).toContain(`\n${link}\n`);
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
    const bare = textsOf('password-reset', locale, reset);
    expect(`${bare.text}${bare.html}`).not.toContain('http');
    for (const rendered of [withPage.text, html, bare.text, bare.html]) expect(rendered).toContain(code);
  });

  test('a user name is shown unchanged', () => {
    const texts = textsOf('username-reminder', locale, {
      bank: 'Example Bank',
      username: 'anna+1@bank.example',
    });
    for (const rendered of [texts.text, texts.html, texts.short])
      expect(rendered).toContain('anna+1@bank.example');
  });
});

test('a code that looks like an account number is rejected, because it would arrive masked', () => {
  const account = 'DE89370400440532013000';
  const { text } = textFor('sms', { title: '', text: `${account} is your code.`, language: 'en' });
  expect(text).not.toContain(account);
  for (const wrong of ['AB12CDEFGHJKLMNPQRST', code.slice(1), `${code}A`])
    expect(() => textsOf('password-reset', 'en', { ...reset, code: wrong })).toThrow(RenderError);
});

test.each(['javascript:alert(1)', 'http://bank.example/', 'https://bank.example/"><b>', 'https://a b'])(
  'a page for a new password must not be %s',
  (wrong) => {
    expect(() => textsOf('password-reset', 'en', { ...reset, link: wrong })).toThrow(RenderError);
  },
);

test('a moment requires a time zone', () => {
  const data = { bank: 'Example Bank', until: '2026-11-12T08:12:00Z', 'is-last-warning': false };
  expect(() => textsOf('account-locked', 'en', data)).toThrow(RenderError);
});
