import type { IncomingMessage } from 'node:http';
import { isLanguageTag, preferredLanguages } from '#platform/kernel/language.ts';

/** Under this name a browser keeps the language that somebody chose on one of our pages. */
const cookieName = 'portico-language';
const lifeSeconds = 31_536_000;

/** What somebody chose just now, chose earlier, or has set in the browser, in this order. */
export function browserLanguages(
  { headers }: Pick<IncomingMessage, 'headers'>,
  query?: URLSearchParams,
): readonly string[] {
  const kept = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)?.[1];
  const chosen = [query?.get('lang'), kept].filter((tag) => typeof tag === 'string');
  return [...chosen.filter(isLanguageTag), ...preferredLanguages(headers['accept-language'])];
}

/** Keeps a language; it tells nobody anything, so a script may read it. */
export function languageCookie(language: string, baseUrl: string): string {
  const isSecure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${language}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${isSecure}`;
}
