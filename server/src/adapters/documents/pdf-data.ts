import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { type Coverage, showable } from './font-coverage.ts';
import { moneyOf, typeset, type Written, writtenIn } from './locale-formatter.ts';
import { isDay } from './validate-data.ts';
import { bareRecord, isRecord, templateNotValid } from './worker-protocol.ts';

/** What a language needs to be set: its code, the country, the direction. */
interface Script {
  readonly language: string;
  readonly region: string | null;
  readonly 'is-right-to-left': boolean;
}

const rightToLeftScripts: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Syrc', 'Thaa']);

/**
 * Data as the helper module reads it: beside the data stand all its amounts and days as the locale writes them,
 * because Typst has no locales.
 */
export function pdfInput(data: Json, locale: string, isCovered: Coverage): string {
  const written = writtenIn(locale);
  const shown = withText(data, (text) => showable(text, isCovered));
  return JSON.stringify({ data: shown, locale: scriptOf(locale), written: allWritten(shown, written) });
}

function scriptOf(tag: string): Script {
  // oxlint-disable-next-line no-restricted-globals -- the tag is only taken apart
  const { language, region, script } = new Intl.Locale(tag).maximize();
  // oxlint-disable-next-line no-restricted-globals -- a country that was not named is not made up
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

interface AllWritten {
  readonly money: Record<string, { readonly full: string; readonly figure: string }>;
  readonly days: Record<string, { readonly long: string; readonly short: string }>;
}

function allWritten(data: Json, written: Written): AllWritten {
  const all: AllWritten = { money: bareRecord(), days: bareRecord() };

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
