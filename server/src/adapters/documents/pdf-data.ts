import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { type Coverage, displayable } from './font-coverage.ts';
import { type LocaleFormatter, localeFormatter, moneyOf, typeset } from './locale-formatter.ts';
import { isDay } from './validate-data.ts';
import { bareRecord, isRecord, templateNotValid } from './worker-protocol.ts';

/** Typesetting properties of a language: code, country and direction. */
interface Script {
  readonly language: string;
  readonly region: string | null;
  readonly 'is-right-to-left': boolean;
}

const rightToLeftScripts: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Syrc', 'Thaa']);

/**
 * Converts data for the helper module: adds all amounts and dates formatted by the locale, because Typst has no
 * locales.
 */
export function pdfInput(data: Json, locale: string, isCovered: Coverage): string {
  const written = localeFormatter(locale);
  const shown = withText(data, (text) => displayable(text, isCovered));
  return JSON.stringify({ data: shown, locale: scriptOf(locale), written: formatValues(shown, written) });
}

function scriptOf(tag: string): Script {
  // oxlint-disable-next-line no-restricted-globals -- only splits the tag
  const { language, region, script } = new Intl.Locale(tag).maximize();
  // oxlint-disable-next-line no-restricted-globals -- a missing country is not guessed
  const named = new Intl.Locale(tag).region;
  if (script === undefined) throw templateNotValid(`locale: ${tag}`);
  return {
    language,
    region: named === undefined ? null : (region ?? null),
    'is-right-to-left': rightToLeftScripts.has(script),
  };
}

function withText(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withText(item, change));
  const copy = bareRecord<Json>();
  for (const [name, member] of Object.entries(value)) copy[name] = withText(member, change);
  return copy;
}

interface FormattedValues {
  readonly money: Record<string, { readonly full: string; readonly figure: string }>;
  readonly days: Record<string, { readonly long: string; readonly short: string }>;
}

function formatValues(data: Json, written: LocaleFormatter): FormattedValues {
  const all: FormattedValues = { money: bareRecord(), days: bareRecord() };

  function visit(value: Json): void {
    if (typeof value === 'string') return visitText(value);
    if (typeof value !== 'object' || value === null) return undefined;
    const money = moneyOf(value);
    if (money !== undefined && isRecord(value) && typeof value['amount'] === 'string')
      all.money[`${money.currency} ${value['amount']}`] ??= {
        full: typeset(written.money(value)),
        figure: typeset(written.figure(value)),
      };
    for (const member of Object.values(value)) visit(member);
    return undefined;
  }

  function visitText(text: string): void {
    if (isDay(text)) all.days[text] ??= { long: written.day(text), short: written.shortDay(text) };
  }

  visit(data);
  return all;
}
