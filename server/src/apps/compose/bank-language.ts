const bankLanguages: Readonly<Record<string, string>> = { NL: 'nl', DE: 'de', AT: 'de', FR: 'fr', BE: 'nl' };

/** The language of a bank's country, for customers who have chosen none. */
export function bankLanguage(country: string): string {
  return bankLanguages[country] ?? 'en';
}
