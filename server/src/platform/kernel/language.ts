import { match } from '@formatjs/intl-localematcher';

const headerLengthMax = 500;
const languagesMax = 20;

/** BCP 47 as far as banks use it: language, script, region, one variant; no extension, so no tag is ever malformed. */
export const languageTagPattern =
  '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))?$';
const languageTag = new RegExp(languageTagPattern);

/** Whether a text is a supported language tag. */
export function isLanguageTag(text: string): boolean {
  return languageTag.test(text);
}

/** Returns the languages of an Accept-Language header, most preferred first; malformed parts are skipped. */
export function preferredLanguages(header: string | undefined): readonly string[] {
  if (header === undefined || header.length > headerLengthMax) return [];
  return header
    .split(',')
    .slice(0, languagesMax)
    .map(readRange)
    .filter(({ tag, weight }) => isLanguageTag(tag) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

function readRange(range: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return {
    tag,
    weight: quality === undefined ? 1 : /^(0|1|0\.\d{1,3}|1\.0{1,3})$/.test(quality) ? Number(quality) : 0,
  };
}

/** Returns the best available language for the preferred ones, by the rules of CLDR; the fallback if none matches. */
export function chooseLanguage(
  wanted: readonly string[],
  available: readonly string[],
  fallback: string,
): string {
  const byTag = new Map(available.map((tag) => [canonical(tag), tag]));
  const [first] = byTag.keys();
  if (first === undefined) return fallback;
  const otherwise = byTag.has(canonical(fallback)) ? canonical(fallback) : first;
  const best = match(wanted.filter(isLanguageTag), [...byTag.keys()], otherwise, { algorithm: 'lookup' });
  return byTag.get(best) ?? fallback;
}

/** Tags are case-insensitive; they are compared in this case: `zh-Hant-TW`. */
function canonical(tag: string): string {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  return [language, ...rest.map(canonicalSubtag)].join('-');
}

function canonicalSubtag(subtag: string): string {
  if (subtag.length === 2) return subtag.toUpperCase();
  return /^[a-z]{4}$/.test(subtag) ? subtag.charAt(0).toUpperCase() + subtag.slice(1) : subtag;
}
