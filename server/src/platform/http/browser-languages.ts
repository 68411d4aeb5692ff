import type { IncomingMessage } from 'node:http';
import { isLanguageTag, preferredLanguages } from '#platform/kernel/language.ts';

/** Cookie with the language that the user chose on one of our pages. */
const cookieName = 'portico-language';
const lifeSeconds = 31_536_000;

/** Returns the languages the user chose now, chose earlier, or configured in the browser, in this order. */
export function browserLanguages(
  { headers }: Pick<IncomingMessage, 'headers'>,
  query?: URLSearchParams,
): readonly string[] {
  const chosenEarlier = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)?.[1];
  const chosen = [query?.get('lang'), chosenEarlier].filter((tag) => typeof tag === 'string');
  return [...chosen.filter(isLanguageTag), ...preferredLanguages(headers['accept-language'])];
}

/** Renders the language cookie; it contains nothing confidential, so scripts may read it. */
export function languageCookie(language: string, baseUrl: string): string {
  const isSecure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${language}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${isSecure}`;
}
